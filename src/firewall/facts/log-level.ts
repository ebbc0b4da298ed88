export const LOG_LEVELS = ['FATAL', 'CRITICAL', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG', 'TRACE'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A line's level stands in its first characters, if it has one; nothing behind them is looked at. */
export const LEVEL_WINDOW = 80;

const OTHER = 0;
const BLANK = 1;
const MARK = 2;
const WORD = 3;
const SMALL_START = 4;
const CAPITAL_START = 5;
const CAPITAL = 6;
const CLASS_BITS = 3;
const THREE_CLASSES = 0o777;

const BEGINS_BEFORE = 1;
const BEGINS_HERE = 2;

const WORDS: readonly (readonly [string, LogLevel])[] = [
  ...LOG_LEVELS.map((level): readonly [string, LogLevel] => [level, level]),
  ['WARNING', 'WARN'],
];
/** By the low five bits of the first letter, which are the same for capital and small. */
const WORDS_BY_START = Array.from({ length: 32 }, (_unused, low) =>
  WORDS.filter(([word]) => (word.charCodeAt(0) & 31) === low),
);
const CLASSES = Uint8Array.from({ length: 128 }, (_unused, code) => classOf(String.fromCharCode(code)));
const CANDIDATES = Uint8Array.from({ length: THREE_CLASSES + 1 }, (_unused, classes) => candidate(classes));
const MARKED = /(?:\[|\ble?ve?l"?[=:] ?"?)$/i;
const MARK_CHARS = 9;

/**
 * The log level of the line at `start`: a word in capitals, or one in any case in brackets or after `level=`. A table
 * over the last three characters picks the few places worth a look, so that prose costs one branch a character.
 */
export function logLevel(text: string, start: number, lineEnd: number): LogLevel | undefined {
  const end = Math.min(lineEnd, start + LEVEL_WINDOW);
  let classes = OTHER;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    classes = ((classes << CLASS_BITS) | (code < 128 ? (CLASSES[code] ?? OTHER) : OTHER)) & THREE_CLASSES;
    const begins = CANDIDATES[classes];
    if (begins) {
      const level = levelAt(text, begins === BEGINS_HERE ? index : index - 1, { start, end });
      if (level !== undefined) {
        return level;
      }
    }
  }
  return undefined;
}

function levelAt(text: string, index: number, line: { start: number; end: number }): LogLevel | undefined {
  for (const [word, level] of WORDS_BY_START[text.charCodeAt(index) & 31] ?? []) {
    const end = index + word.length;
    const isWhole = end === line.end || (end < line.end && (CLASSES[text.charCodeAt(end)] ?? OTHER) < WORD);
    if (isWhole && (text.startsWith(word, index) || isMarkedLevel(text, index, { word, start: line.start }))) {
      return level;
    }
  }
  return undefined;
}

function isMarkedLevel(text: string, index: number, { word, start }: { word: string; start: number }): boolean {
  return (
    text.slice(index, index + word.length).toUpperCase() === word &&
    MARKED.test(text.slice(Math.max(start, index - MARK_CHARS), index))
  );
}

function classOf(character: string): number {
  if (character === ' ') {
    return BLANK;
  }
  if ('[=:"'.includes(character)) {
    return MARK;
  }
  if (!/\w/.test(character)) {
    return OTHER;
  }
  const isCapital = /[A-Z]/.test(character);
  if (WORDS.some(([word]) => word.startsWith(character.toUpperCase()))) {
    return isCapital ? CAPITAL_START : SMALL_START;
  }
  return isCapital ? CAPITAL : WORD;
}

/** Whether a level may begin at the last of three characters (after a mark) or before it (two capitals). */
function candidate(classes: number): number {
  const last = classes & 7;
  const second = (classes >> CLASS_BITS) & 7;
  const first = classes >> (2 * CLASS_BITS);
  if (second === CAPITAL_START && first < WORD && (last === CAPITAL || last === CAPITAL_START)) {
    return BEGINS_BEFORE;
  }
  const isMarked = second === MARK || (second === BLANK && first === MARK);
  return isMarked && (last === SMALL_START || last === CAPITAL_START) ? BEGINS_HERE : OTHER;
}

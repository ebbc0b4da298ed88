/** The worst first. */
export const LOG_LEVELS = [
  'EMERG',
  'PANIC',
  'ALERT',
  'FATAL',
  'CRITICAL',
  'SEVERE',
  'FAILURE',
  'ERROR',
  'WARN',
  'NOTICE',
  'INFO',
  'CONFIG',
  'DEBUG',
  'VERBOSE',
  'FINE',
  'TRACE',
] as const;
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

/** In any place of a line these are words like others, as in `FAILURE of the disk`: they count in their own column only. */
const IN_HEADERS_ONLY: ReadonlySet<LogLevel> = new Set(['PANIC', 'FAILURE', 'CONFIG', 'VERBOSE', 'FINE', 'ALERT']);
const WORDS: readonly (readonly [string, LogLevel])[] = [
  ...LOG_LEVELS.filter((level) => !IN_HEADERS_ONLY.has(level)).map((level): readonly [string, LogLevel] => [
    level,
    level,
  ]),
  ['WARNING', 'WARN'],
];
/** Other names of levels, and the letters of Android and glog. */
const SHORT: Readonly<Record<string, LogLevel>> = {
  WARNING: 'WARN',
  ERR: 'ERROR',
  CRIT: 'CRITICAL',
  INFORMATION: 'INFO',
  FINER: 'FINE',
  FINEST: 'FINE',
  E: 'ERROR',
  W: 'WARN',
  I: 'INFO',
  D: 'DEBUG',
  V: 'VERBOSE',
  F: 'FATAL',
};
const KNOWN: ReadonlyMap<string, LogLevel> = new Map([
  ...LOG_LEVELS.map((level): readonly [string, LogLevel] => [level, level]),
  ...Object.entries(SHORT),
]);

/** The level that a word in the column of levels names: `W`, `[warning]`, `ERROR:`. */
export function levelOfWord(word: string): LogLevel | undefined {
  return KNOWN.get(word.replace(/[^A-Za-z]/g, '').toUpperCase());
}
/** By the low five bits of the first letter, which are the same for capital and small. */
const WORDS_BY_START = Array.from({ length: 32 }, (_unused, low) =>
  WORDS.filter(([word]) => (word.charCodeAt(0) & 31) === low),
);
const CLASSES = Uint8Array.from({ length: 128 }, (_unused, code) => classOf(String.fromCharCode(code)));
const CANDIDATES = Uint8Array.from({ length: THREE_CLASSES + 1 }, (_unused, classes) => candidate(classes));
const MARKED = /(?:\[|\b(?:[Ll]evel|LEVEL|[Ll]vl)"?[=:] ?"?)$/;
const MARK_CHARS = 9;
/** One of these stands in every line that MARKED finds something in, if it has no word in capitals. */
const MARK_HINTS = ['[', 'vel', 'vl'] as const;
/** No level is shorter, so that a word in capitals has one at every fourth place. */
const SHORTEST = 4;

/**
 * Finds the levels of a text's lines, which are asked for in their order: a word in capitals, or one in any case in
 * brackets or after `level=`. Most lines of prose are passed over after a look at every fourth character.
 */
export function createLevelFinder(text: string): (start: number, end: number) => LogLevel | undefined {
  const nextHints = MARK_HINTS.map(() => -1);

  function hasHint(start: number, end: number): boolean {
    for (let hint = 0; hint < MARK_HINTS.length; hint += 1) {
      let next = nextHints[hint] ?? -1;
      if (next < start) {
        const found = text.indexOf(MARK_HINTS[hint] ?? '', start);
        next = found < 0 ? text.length : found;
        nextHints[hint] = next;
      }
      if (next < end) {
        return true;
      }
    }
    return false;
  }

  return (start, lineEnd) => {
    const end = Math.min(lineEnd, start + LEVEL_WINDOW);
    return hasCapitals(text, start, end) || hasHint(start, end) ? levelIn(text, start, end) : undefined;
  };
}

function hasCapitals(text: string, start: number, end: number): boolean {
  for (let index = start + SHORTEST - 1; index < end; index += SHORTEST) {
    if (
      isCapital(text.charCodeAt(index)) &&
      (isCapital(text.charCodeAt(index - 1)) || (index + 1 < end && isCapital(text.charCodeAt(index + 1))))
    ) {
      return true;
    }
  }
  return false;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** A table over the last three characters picks the few places worth a look. */
function levelIn(text: string, start: number, end: number): LogLevel | undefined {
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

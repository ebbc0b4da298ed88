export const LOG_LEVELS = ['FATAL', 'CRITICAL', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG', 'TRACE'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A line's level stands in its first characters, if it has one; nothing behind them is looked at. */
export const LEVEL_WINDOW = 80;

const OTHER = 0;
const WORD = 1;
const LEVEL_START = 2;

const WORDS: readonly (readonly [string, LogLevel])[] = [
  ...LOG_LEVELS.map((level): readonly [string, LogLevel] => [level, level]),
  ['WARNING', 'WARN'],
];
const CLASSES = characterClasses();
const MARK = /(?:\[|\ble?ve?l"?[=:] ?"?)$/i;
const MARK_CHARS = 9;

/** The log level of the line at `start`: a word in capitals, or one in any case in brackets or after `level=`. */
export function logLevel(text: string, start: number, lineEnd: number): LogLevel | undefined {
  const end = Math.min(lineEnd, start + LEVEL_WINDOW);
  let previous = OTHER;
  for (let index = start; index < end; index += 1) {
    const current = CLASSES[text.charCodeAt(index)] ?? OTHER;
    if (current === LEVEL_START && previous === OTHER) {
      const level = levelAt(text, index, { start, end });
      if (level !== undefined) {
        return level;
      }
    }
    previous = current;
  }
  return undefined;
}

function levelAt(text: string, index: number, line: { start: number; end: number }): LogLevel | undefined {
  for (const [word, level] of WORDS) {
    const wordEnd = index + word.length;
    const isWhole = wordEnd === line.end || (wordEnd < line.end && !CLASSES[text.charCodeAt(wordEnd)]);
    if (!isWhole) {
      continue;
    }
    if (text.startsWith(word, index) || isMarked(text, index, { word, start: line.start })) {
      return level;
    }
  }
  return undefined;
}

function isMarked(text: string, index: number, { word, start }: { word: string; start: number }): boolean {
  return (
    text.slice(index, index + word.length).toUpperCase() === word &&
    MARK.test(text.slice(Math.max(start, index - MARK_CHARS), index))
  );
}

function characterClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  const starts = new Set(WORDS.map(([word]) => word.charAt(0)));
  for (let code = 0; code < classes.length; code += 1) {
    const character = String.fromCharCode(code);
    if (/\w/.test(character)) {
      classes[code] = starts.has(character.toUpperCase()) ? LEVEL_START : WORD;
    }
  }
  return classes;
}

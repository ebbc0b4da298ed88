/** Kinds of characters, one bit each; one character can be of several kinds. */
export const KIND = {
  digit: 1,
  upper: 2,
  lower: 4,
  space: 8,
  /** Of the part of an e-mail address before the `@`. */
  local: 16,
  domain: 32,
  /** Letters, digits, `-` and `_`. */
  base64url: 64,
  /** Letters, digits, `+`, `/`, `=`. */
  base64: 128,
  /** Of a key in an assignment: letters, digits, `_`, `-`, `.`. */
  name: 256,
  /** Ends a value that has no quotes. */
  stop: 512,
  lineEnd: 1024,
  alphanumeric: 2048,
  /** As alphanumeric, and `_`. */
  word: 4096,
  /** Of an opaque credential: base64 of either alphabet, `.` and `~`. */
  opaque: 8192,
  /** Can stand before the first digit of a phone number. */
  dialling: 16384,
  /** Ends a value that stands on a line of its own: white space, quotes, `<`, a backslash. */
  pause: 32768,
  /** Ends what is left of a line: line ends, quotes, `<`, a backslash. */
  lineStop: 65536,
  at: 131072,
  /** Ends the authority of a URL. */
  path: 262144,
  /** Can stand between the digits of one number. */
  joint: 524288,
  upperOrDigit: 1048576,
  /** Of the joints, those that leave no gap: `-`, `.`, `/`. */
  link: 8388608,
  /** Can stand between the groups of a card or account number: one space, hyphen, full stop or character without width. */
  gap: 16777216,
  /** Of base64 of either alphabet. */
  anyBase64: 2097152,
  /** As `anyBase64`, and `.`. */
  dotted: 4194304,
  /** Begins a placeholder. */
  bracket: 33554432,
} as const;

export type CharacterKind = number;

const LETTER = KIND.upper | KIND.lower;

const kinds = createKinds();

/** The kinds of the character at an index as a bit set; 0 outside the text. */
export function kindAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? (kinds[text.charCodeAt(index)] ?? 0) : 0;
}

export function isKind(text: string, index: number, kind: CharacterKind): boolean {
  return (kindAt(text, index) & kind) !== 0;
}

/** The first index from `from` on whose character is not of the kind, at most `limit` and the text's length. */
export function runEnd(text: string, kind: CharacterKind, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let index = from;
  while (index < end && ((kinds[text.charCodeAt(index)] ?? 0) & kind) !== 0) {
    index += 1;
  }
  return index;
}

/** The first index from `from` on whose character is of the kind, at most `limit` and the text's length. */
export function firstOf(text: string, kind: CharacterKind, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let index = from;
  while (index < end && ((kinds[text.charCodeAt(index)] ?? 0) & kind) === 0) {
    index += 1;
  }
  return index;
}

/** The first index of the run of a kind that ends before `end`, not below `floor`. */
export function runStart(text: string, kind: CharacterKind, end: number, floor: number): number {
  let index = end;
  while (index > floor && ((kinds[text.charCodeAt(index - 1)] ?? 0) & kind) !== 0) {
    index -= 1;
  }
  return index;
}

/** How many letters stand just before an index and begin a word, at most `most`; -1 when a word goes on there. */
export function lettersBefore(text: string, index: number, floor: number, most: number): number {
  const reach = index - most - LONGEST_ESCAPE - 1;
  if (reach > floor && runStart(text, KIND.word, index, reach) === reach && isKind(text, index - 1, LETTER)) {
    // The middle of a long word, such as base64: this is the only question there.
    return -1;
  }
  let start = index;
  while (start > floor && index - start <= most && isKind(text, start - 1, LETTER)) {
    start -= 1;
  }
  if (start < index && isEscapeLetter(text, start, floor)) {
    return index - start - 1;
  }
  const isStart =
    start === index || start <= floor || !isKind(text, start - 1, KIND.word) || endsEscape(text, start - 1, floor);
  return isStart && index - start <= most ? index - start : -1;
}

/** As `endsEscape`, and the character is a letter. */
export function isEscapeLetter(text: string, index: number, floor: number): boolean {
  return isKind(text, index, LETTER) && endsEscape(text, index, floor);
}

/**
 * Whether the character is the last of an escape, and so no part of the word or number behind it: of `\n`, `\r`, `\t`,
 * `\b`, `\f` or `\v`; of `%3D`, `%253D`, `\x3d` or `\u003d`; of the sequence that sets a colour on a terminal.
 */
export function endsEscape(text: string, index: number, floor: number): boolean {
  if (index <= floor) {
    return false;
  }
  if (text.charCodeAt(index - 1) === BACKSLASH) {
    return 'nrtbfv'.includes(text.charAt(index));
  }
  const code = text.charCodeAt(index);
  return code === SMALL_M || code === CAPITAL_K ? isColour(text, index, floor) : isHexEscape(text, index, floor);
}

/** Where a name begins that seems to begin here: behind the letter of `\n`, behind the `32m` of a colour. */
export function behindEscape(text: string, start: number, floor: number): number {
  if (isEscapeLetter(text, start, floor)) {
    return start + 1;
  }
  const end = runEnd(text, KIND.digit, start, start + MOST_OF_COLOUR);
  return end > start && text.charCodeAt(end) === SMALL_M && isColour(text, end, floor) ? end + 1 : start;
}

const MOST_OF_COLOUR = 4;

/** Whether a name can begin here. Letters and digits that spell an escape are no part of a name. */
export function isWordStart(text: string, index: number, floor: number): boolean {
  return index <= floor || !isKind(text, index - 1, KIND.base64url) || endsEscape(text, index - 1, floor);
}

/** Of `\\u003d`; a colour has other signs near its end. */
const LONGEST_ESCAPE = 6;
const SMALL_M = 0x6d;
const CAPITAL_K = 0x4b;
const PERCENT = 0x25;
const SMALL_U = 0x75;
const SMALL_X = 0x78;
const OPENING = 0x5b;
/** ESC itself, or as programs write it in a string; then `[`, numbers, and `m`, or the `K` that `grep` writes behind it. */
const COLOUR = /(?:\x1b|\\(?:x1b|u001b|033|e))\[[\d;:]{0,20}[mk]$/i;
const LONGEST_COLOUR = 28;

function isColour(text: string, index: number, floor: number): boolean {
  const isBehindNumber = isKind(text, index - 1, KIND.digit) || text.charCodeAt(index - 1) === OPENING;
  return isBehindNumber && COLOUR.test(text.slice(Math.max(floor, index - LONGEST_COLOUR), index + 1));
}

function isHexEscape(text: string, last: number, floor: number): boolean {
  if (!isHexDigit(text, last) || !isHexDigit(text, last - 1)) {
    return false;
  }
  switch (text.charCodeAt(last - 2)) {
    case PERCENT:
      return last - 2 >= floor;
    case SMALL_X:
      return last - 3 >= floor && text.charCodeAt(last - 3) === BACKSLASH;
    default:
      return (
        (last - 4 >= floor && text.startsWith('%25', last - 4)) ||
        (last - 5 >= floor &&
          isHexDigit(text, last - 2) &&
          isHexDigit(text, last - 3) &&
          text.charCodeAt(last - 4) === SMALL_U &&
          text.charCodeAt(last - 5) === BACKSLASH)
      );
  }
}

function isHexDigit(text: string, index: number): boolean {
  const lower = text.charCodeAt(index) | 0x20;
  return isKind(text, index, KIND.digit) || (lower >= 0x61 && lower <= 0x66);
}

export const BACKSLASH = 0x5c;

function createKinds(): Uint32Array {
  const table = new Uint32Array(0x10000);
  const add = (characters: string, kind: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | kind;
    }
  };
  const addRange = (from: number, to: number, kind: number): void => {
    for (let code = from; code < to; code += 1) {
      table[code] = (table[code] ?? 0) | kind;
    }
  };
  // Letters beyond ASCII can stand in the addresses of today; punctuation, spaces and emoji cannot.
  table.fill(KIND.local | KIND.domain, 0xc0);
  table.fill(0, 0x2000, 0x2070);
  table.fill(0, 0x3000, 0x3040);
  table.fill(0, 0xd800, 0xe000);
  table.fill(0, 0xff00, 0xff66);
  table.fill(KIND.space | KIND.stop | KIND.pause, 0x2000, 0x200b);
  const any64 = KIND.anyBase64 | KIND.dotted;
  const all = KIND.local | KIND.domain | KIND.base64url | KIND.base64 | KIND.name | KIND.opaque | any64;
  add('abcdefghijklmnopqrstuvwxyz', KIND.lower | KIND.alphanumeric | KIND.word | all);
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZ', KIND.upper | KIND.upperOrDigit | KIND.alphanumeric | KIND.word | all);
  add('0123456789', KIND.digit | KIND.upperOrDigit | KIND.alphanumeric | KIND.word | all);
  add('\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19', KIND.digit | KIND.alphanumeric | KIND.word);
  // Full width hides names and addresses from the eye of a program only; so do characters without width.
  const wide = KIND.local | KIND.domain | KIND.name;
  add('\uff0d\uff0e\uff3f', wide);
  addRange(0xff10, 0xff1a, wide);
  addRange(0xff21, 0xff3b, wide | KIND.upper | KIND.alphanumeric | KIND.word);
  addRange(0xff41, 0xff5b, wide | KIND.lower | KIND.alphanumeric | KIND.word);
  add('-', all & ~KIND.base64);
  add('_', KIND.local | KIND.base64url | KIND.name | KIND.word | KIND.opaque | any64);
  add('.', KIND.local | KIND.domain | KIND.name | KIND.opaque | KIND.dotted);
  add("%'", KIND.local);
  add('\u00ad\u200b\u200c\u200d\u2060\ufeff', wide);
  add('+', KIND.local | KIND.base64 | KIND.opaque | any64);
  add('/=', KIND.base64 | KIND.opaque | any64);
  add('~', KIND.opaque);
  add('+(', KIND.dialling);
  add(' \t\u00a0\u3000', KIND.space | KIND.stop | KIND.pause);
  add('\n\r\u2028\u2029', KIND.lineEnd | KIND.stop | KIND.pause | KIND.lineStop);
  add(',;)]}&>', KIND.stop);
  // With ESC begins the sequence that ends a colour.
  add('<\\"\'`\x1b', KIND.stop | KIND.pause | KIND.lineStop);
  add('@', KIND.at);
  add('[', KIND.bracket);
  add('/?#', KIND.path);
  add(' -.\u00a0\u3000\u00ad\u200b\u200c\u200d\u2060\ufeff\u2212\uff0d', KIND.joint | KIND.gap);
  // Thin and other spaces, hyphens and dashes.
  addRange(0x2000, 0x200b, KIND.joint | KIND.gap);
  addRange(0x2010, 0x2016, KIND.joint | KIND.gap);
  addRange(0x202f, 0x2030, KIND.joint | KIND.gap);
  addRange(0x205f, 0x2060, KIND.joint | KIND.gap);
  add('/()', KIND.joint);
  add('-./', KIND.link);
  return table;
}

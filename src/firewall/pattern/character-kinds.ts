/**
 * Kinds of characters, one bit each; one character can be of several kinds. A window looks for one kind at a time: it
 * remembers what it found by the bit.
 */
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
  /** Ends the authority of a URL, or the word that it is in. */
  authority: 67108864,
  /** As `authority`, and `@`. */
  userinfo: 134217728,
  /** Of numbers, and what ends a line. */
  digitOrEnd: 268435456,
} as const;

export type CharacterKind = number;

/** The zeros of scripts that write numbers with digits of their own, before their other digits; the last in full width. */
export const ZEROS: readonly number[] = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** By character code, the kinds of every character as a bit set. */
export function createKinds(): Uint32Array {
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
  const pause = KIND.pause | KIND.authority | KIND.userinfo;
  // Letters beyond ASCII can stand in the addresses of today; punctuation, spaces and emoji cannot.
  table.fill(KIND.local | KIND.domain, 0xc0);
  table.fill(0, 0x2000, 0x2070);
  table.fill(0, 0x3000, 0x3040);
  table.fill(0, 0xd800, 0xe000);
  table.fill(0, 0xff00, 0xff66);
  // Stands for bytes that are no text, beside whatever these stood beside.
  table[0xfffd] = 0;
  table.fill(KIND.space | KIND.stop | pause, 0x2000, 0x200b);
  const any64 = KIND.anyBase64 | KIND.dotted;
  const all = KIND.local | KIND.domain | KIND.base64url | KIND.base64 | KIND.name | KIND.opaque | any64;
  add('abcdefghijklmnopqrstuvwxyz', KIND.lower | KIND.alphanumeric | KIND.word | all);
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZ', KIND.upper | KIND.upperOrDigit | KIND.alphanumeric | KIND.word | all);
  add('0123456789', KIND.digit | KIND.digitOrEnd | KIND.upperOrDigit | KIND.alphanumeric | KIND.word | all);
  for (const zero of ZEROS) {
    addRange(zero, zero + 10, KIND.digit | KIND.digitOrEnd | KIND.alphanumeric | KIND.word);
  }
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
  add(' \t\u00a0\u3000', KIND.space | KIND.stop | pause);
  add('\n\r\u2028\u2029', KIND.lineEnd | KIND.digitOrEnd | KIND.stop | pause | KIND.lineStop);
  add(',;)]}&>', KIND.stop);
  // The last one stands in the place of what shows nothing: see `readings.ts`.
  add('<\\"\'`\uff00', KIND.stop | pause | KIND.lineStop);
  add('@', KIND.at | KIND.userinfo);
  add('[', KIND.bracket);
  add('/?#', KIND.path | KIND.authority | KIND.userinfo);
  add(' -.\u00a0\u00b7\u2022\u3000\u00ad\u200b\u200c\u200d\u2060\ufeff\u2212\uff0d', KIND.joint | KIND.gap);
  // Thin and other spaces, hyphens and dashes.
  addRange(0x2000, 0x200b, KIND.joint | KIND.gap);
  addRange(0x2010, 0x2016, KIND.joint | KIND.gap);
  addRange(0x202f, 0x2030, KIND.joint | KIND.gap);
  addRange(0x205f, 0x2060, KIND.joint | KIND.gap);
  add('/()', KIND.joint);
  add('-./', KIND.link);
  return table;
}

import { type CharacterKind, KIND } from '../pattern/characters.js';

/**
 * One kind of key with a prefix of its provider, in one line: name, prefixes, what follows them and how much of it,
 * and where that is described. A single length is exact: a longer word is something else. Otherwise it is the least
 * and the most; what is longer is withheld to its end.
 */
export type ProviderRow = readonly [
  name: string,
  /** Separated by spaces. */
  prefixes: string,
  alphabet: CharacterKind,
  length: number | readonly [least: number, most?: number],
  source: string,
  more?: ProviderRowDetails,
];

export interface ProviderRowDetails {
  /** Names the placeholder; the name of the row if not given. */
  readonly type?: string;
  /** The prefix could also end a word: it counts only where one begins. */
  readonly isWord?: boolean;
  /** Signs behind which the prefix is a part of something longer. */
  readonly notBehind?: string;
  /** The prefix is an address or a name that may be seen. */
  readonly keepPrefix?: boolean;
  /** Asked about what follows the prefix as a whole. */
  readonly check?: RegExp;
  /** What follows the prefix, from its first character on; ends the key before the alphabet does. */
  readonly shape?: RegExp;
}

/** The alphabets by short names, for rows that fit a line. */
export const ALPHABET = {
  /** Letters and digits. */
  alnum: KIND.alphanumeric,
  /** And `_`. */
  word: KIND.word,
  /** And `-`. */
  url64: KIND.base64url,
  /** And `.`. */
  name: KIND.name,
  capital: KIND.upperOrDigit,
  base64: KIND.base64,
  /** Base64 of either alphabet, and `.`. */
  any: KIND.dotted,
  /** Whatever no value without quotes ends with: the shape says more. */
  open: 0,
} as const;

export const HEX = { check: /^[0-9a-f]+$/ } as const;
/** Lower case and digits. */
export const LOWER = { check: /^[0-9a-z]+$/ } as const;
/** At least one digit and one letter: no identifier of words. */
export const MIXED = { check: /^(?=\D*\d)(?=[^a-z]*[a-z])/i } as const;
/** Digits, small letters and capitals. */
export const CASED = { check: /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])/ } as const;
export const UUID = { check: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i } as const;
export const WORD = { isWord: true } as const;

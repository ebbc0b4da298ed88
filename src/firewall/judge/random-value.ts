import { type CharacterKind, isKind, KIND } from '../pattern/characters.js';

const BASE64 = /^(?=.*[A-Z])[A-Za-z0-9+/]+={0,2}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIN_RANDOM = 20;

/** Whether a text is long, of several kinds of characters, and mostly without words. */
export function isRandom(value: string): boolean {
  const { length } = value;
  if (length < MIN_RANDOM) {
    return false;
  }
  const digits = countOf(value, KIND.digit);
  const isMixed = digits * 8 >= length || (digits > 0 && isScatteredCase(value)) || isScrambled(value);
  if (!isMixed || digits === length || !/^[\w+/=-]+$/.test(value) || UUID.test(value)) {
    return false;
  }
  const words = (value.match(/[a-z]{4,}|[A-Z]{4,}/g) ?? []).filter(isWordLike);
  const inWords = words.reduce((sum, word) => sum + word.length, 0);
  return inWords * 3 < length;
}

/** `{acme AQAAABAAA h72vkq9x3mwtz8b4rn6dp5y}`: a value that stands in braces, with a word before it. */
export function isRandomInBraces(value: string): boolean {
  return value.endsWith('}') && isRandom(LAST_WORD.exec(value)?.[0] ?? '');
}

const LAST_WORD = /[\w+/=-]{20,120}(?=\}$)/;

/** Of random letters and digits more than half stand beside another kind, of words joined by capitals about a third. */
function isScatteredCase(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return changes * 12 >= value.length * 5;
}

function countOf(value: string, kind: CharacterKind): number {
  let count = 0;
  for (let index = 0; index < value.length; index += 1) {
    count += isKind(value, index, kind) ? 1 : 0;
  }
  return count;
}

/** Capitals in words begin a word every few letters; in random letters they are everywhere. */
export function isRandomCase(value: string): boolean {
  return /[a-z]/.test(value) && value.split(/(?=[A-Z])/).length * 3 > value.length;
}

/** A word of letters alone, or base64: with so many capitals that it is no identifier. */
export function isRandomWord(value: string): boolean {
  const hasAll = /\d/.test(value) && value.length >= MIN_RANDOM;
  return (hasAll ? BASE64.test(value) : /^[a-zA-Z]+$/.test(value)) && isRandomCase(value);
}

/** Base64 of `name:password`, as a container registry's `auth` is. */
export function isNameAndPassword(value: string): boolean {
  if (value.length % 4 !== 0 || !BASE64.test(value)) {
    return false;
  }
  const text = Buffer.from(value, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon > 0 && colon + 1 < text.length && /^[\x20-\x7e]+$/.test(text);
}

const MIN_MIXED = 10;
/** Templates, character classes, arrows, tags, and calls or lists that are closed. */
const PATTERN_OR_CODE = /[$#]\{|\{\{|\\|\(\?|\[\^|[az09]-[az09]|A-Z|=>|<\/?[a-z]+>|&\w+;|\(.*\)|\[.*\]|\{.*\}|<.*>/;

/** Any sign can stand in a password that has letters of both cases and digits among them, if it is no pattern or code. */
export function isMixedWithSigns(value: string): boolean {
  const isMixed = value.length >= MIN_MIXED && /^[A-Za-z0-9][^\s"'`]*$/.test(value) && /\d[a-z]/i.test(value);
  return isMixed && /[a-z]/.test(value) && /[A-Z]/.test(value) && !PATTERN_OR_CODE.test(value);
}

const RUNS = /[A-Z]+|[a-z]+|\d+|[^A-Za-z\d]+/g;

/** A value in pieces of one kind: capitals, small letters, digits, other signs. */
export function runsOf(value: string): readonly string[] {
  return value.match(RUNS) ?? [];
}

/** The same of any signs, quotes among them, where all kinds of characters take turns as they do by chance. */
export function isScatteredWithSigns(value: string): boolean {
  const isMixed = value.length >= MIN_MIXED && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return isMixed && !/\s/.test(value) && runsOf(value).length * 20 > value.length * 11;
}

const MIXED_WORD = /^(?=.*\d)(?=.*[a-z])[^\s%:/]+$/i;

/** Letters and digits, without the signs of paths, times and shares. */
export function isMixedWord(value: string): boolean {
  return MIXED_WORD.test(value);
}

/** What has those signs too, and is no address. */
export function isScatteredWord(value: string): boolean {
  return isScatteredWithSigns(value) && !value.includes('://');
}

/** A bracket, what is rare in code, and at the end nothing that goes on. */
const NO_CALL = /^(?=[\w.$-]*[([])(?=.*(?:\d[a-z]|[#%^*!~@|;&\\/+])).*[^(,)\]{>]$/i;

/** What looks like the beginning of a call, but has all kinds of characters in turn and is not closed. */
export function isBrokenCall(value: string): boolean {
  return NO_CALL.test(value) && isScatteredWithSigns(value);
}

/**
 * The letters that stand behind each letter, from `a` to `z`, in 97 of 100 pairs of the words and identifiers of packages,
 * manuals and prose (103,000 different ones, counted in November 2026). Of random letters every second pair is another.
 */
const BEHIND = (
  'bcdfgiklmnprstuvwxyz aeijlorsuy acehikloprstuy abcdefilmnoprstuvy abcdefghijklmnopqrstuvwxy aefilorstuy ' +
  'aceghilmnoprstu aeiorstu abcdefgklmnoprstvxz aes aeilnost abcdefilopstuvy abeilmopsu acdefgiklmnoprstuvy ' +
  'abcdfgiklmnoprstuvwx acdehiloprstu u abcdefgiklmnoprstuvwy abcdefhiklmnoprstuvwy abcdefhilmnoprstuwy ' +
  'abcdefgilmnprst aeio aehinors ceipt aceilmnopst aeio'
).split(' ');
const FIRST = 'a'.charCodeAt(0);
/** Of words of 16 letters and more 1 in 200 has as many rare pairs, mostly base64; of random letters 9 in 10. */
const RARE_PART = 0.3;
const FEWEST_RARE = 5;
const MOST_IN_WORD = 0.25;

/** Whether letters stand beside each other as they do by chance, and as in no word or identifier. */
export function isScrambled(text: string): boolean {
  const { rare, pairs } = pairsOf(text);
  return rare.size >= FEWEST_RARE && rare.size >= pairs * RARE_PART;
}

/** Whether letters could be a word, or a part of one. */
export function isWordLike(letters: string): boolean {
  const { rare, pairs } = pairsOf(letters);
  return rare.size <= pairs * MOST_IN_WORD;
}

/** How many pairs of letters there are, and which of them are rare: the same pair again tells nothing new. */
function pairsOf(text: string): { readonly rare: ReadonlySet<string>; readonly pairs: number } {
  const letters = text.toLowerCase();
  const rare = new Set<string>();
  let pairs = 0;
  for (let index = 1; index < letters.length; index += 1) {
    const behind = BEHIND[letters.charCodeAt(index - 1) - FIRST];
    if (behind === undefined || BEHIND[letters.charCodeAt(index) - FIRST] === undefined) {
      continue;
    }
    pairs += 1;
    if (!behind.includes(letters.charAt(index))) {
      rare.add(letters.slice(index - 1, index + 1));
    }
  }
  return { rare, pairs };
}

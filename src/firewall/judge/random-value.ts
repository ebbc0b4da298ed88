import { type CharacterKind, isKind, KIND } from '../pattern/characters.js';
import { isScrambled, isWordLike } from './letter-pairs.js';

const BASE64 = /^(?=.*[A-Z])[A-Za-z0-9+/]+={0,2}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const MIN_RANDOM = 20;

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

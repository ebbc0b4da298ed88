import { letterPattern } from '../pattern/letter-pattern.js';
import { hasRemarkWord } from './sentence-words.js';

const MAX_WORDS = 8;
/** All words of a value. */
const WORDS = letterPattern(String.raw`^[\p{L}\d][\p{L}\p{M}\d'’-]{0,19}[!?]?$`);
/** A word with a digit, as passwords have them. */
const MIXED = /^(?=.{0,19}[a-z])(?=.{0,19}[A-Z])(?=.{0,19}\d).{3}/;
/** Names of standards, editions and things that are numbered. */
const NUMBERED =
  /^(?:sha|base|oauth|aes|rsa|ed|argon|pbkdf|blake|hs|rs|es|ps|utf|ipv|http|tls|wpa|python|node|java|windows|win|web|neo|vue|angular|type|dynamo|db)-?\d|^\d+(?:st|nd|rd|th|[smhdwxbkg]|ms|kb|mb|gb|px|am|pm|bit)$/i;
const CAPITALISED = /^[A-Z][a-z]{2,}$/;
const NUMBER = /^\d{1,4}$/;
const LEAST_WITH_NUMBER = 3;

/** Words that no sentence is made of, with a digit in one of them as passwords have it. */
export function looksLikePassword(words: readonly string[], type: string): boolean {
  const isMarked = words.some((word) => MIXED.test(word) && !NUMBERED.test(word)) || hasNumber(words, type);
  return isMarked && words.length <= MAX_WORDS && words.every((word) => WORDS.test(word)) && !hasRemarkWord(words);
}

/** `blue Kangaroo 77 jumps` */
function hasNumber(words: readonly string[], type: string): boolean {
  return (
    type === 'password' &&
    words.length >= LEAST_WITH_NUMBER &&
    words.some((word) => NUMBER.test(word)) &&
    words.slice(1).some((word) => CAPITALISED.test(word))
  );
}

/** A word or number that a remark can begin with too: `changed 3 days ago`, `12 found`. */
export function isBeginOfRemark(first: string): boolean {
  return !(/[A-Za-z]/.test(first) && /[^A-Za-z]/.test(first)) || NUMBERED.test(first);
}

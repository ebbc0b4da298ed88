import { whenNeeded } from '../lex/when-needed.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const sentenceWords = whenNeeded(() => new Set(OF_SENTENCE.split(' ')));

/** Whether one of several words says that they are a sentence, a description or a label. */
export function hasSentenceWord(words: readonly string[]): boolean {
  for (const word of words) {
    if (sentenceWords().has(word.toLowerCase())) {
      return true;
    }
  }
  return false;
}

const wordsOfRemarks = whenNeeded(() => new Set(OF_REMARK.split(' ')));

/** The same where fewer words are asked for: also what joins words, and what is said about times and attempts. */
export function hasRemarkWord(words: readonly string[]): boolean {
  for (const word of words) {
    if (wordsOfRemarks().has(word.toLowerCase())) {
      return true;
    }
  }
  return hasSentenceWord(words);
}

/** What sentences, descriptions and labels have, and few people put into a passphrase. */
const OF_SENTENCE =
  'your you the this that these any all each for off from with without into and not non been being must can cannot may ' +
  'might should shall will would was were has have had are does did than then when where which while who how what why but ' +
  'because enter type choose please require required requires optional valid invalid confirm confirmation forgot forgotten ' +
  'missing reset change changed new old wrong user users used uses using use value values text plain string default ' +
  'database connection account login server client service minimum maximum min max least character characters digit digits ' +
  'letter letters length long short empty given name names provided expected stored hashed encrypted same different only ' +
  'also see set sets get gets its api key keys secret secrets field fields word words pass password passwords passphrase ' +
  'token tokens auth authentication credential credentials';
const OF_REMARK =
  'of to in on or an as is by at if be no a i it its via per until since after before see ago last next found expires ' +
  'expired rotated updated created generated changed stored kept loaded copied taken sent read only day days hour hours ' +
  'minute minutes second seconds week weeks month months year years time times attempt attempts try tries retry retries ' +
  'section chapter page step rfc version release level type size count number bits bytes chars monday tuesday wednesday ' +
  'thursday friday saturday sunday january february march april may june july august september october november december ' +
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun utc gmt hash hashing algorithm encoding ' +
  'encryption signing bit file path url name id env variable config setting settings resource header bearer jwt oauth ' +
  'bcrypt argon scrypt sha rsa aes hmac test tests should returns return throws error errors failed fails ok';

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

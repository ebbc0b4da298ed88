import { firstOf, isAllOf, KIND, LAST_ASCII, SMALL_X } from '../pattern/characters.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import type { ValueContext } from './field-rule.js';
import { isAddress, isMechanism, isNumberedName, isPlaceHolding, isPlainText } from './names-of-things.js';
import { isNameOfPassword, isTypeText, isWordForNothing } from './no-value-words.js';
import { isAccess, isBehindString } from './program-text.js';
import {
  isMixedWithSigns,
  isMixedWord,
  isNameAndPassword,
  isRandom,
  isRandomCase,
  isRandomInBraces,
  isRandomWord,
  isScatteredWithSigns,
  isScatteredWord,
  isScrambled,
} from './random-value.js';
import { looksLikePassword } from './sentence-words.js';
import { isCode, SENSITIVE_WORD } from './value-in-code.js';

/** Stars, dots, runs of x, punctuation; templates, formats, parameters and references to the environment. */
const MARKS =
  /^(?:[*x.\-_•#?]+|[\s,.;:()]+|\$[A-Z_][A-Z0-9_]*|\$[a-z_]+|\$(?:\d{1,2}|[@*#?!])|\$[{(].*|\{\{[-~]?|<%[=-]?|%\w+%|%[sd](?:[ :@/]%[sd])*|%[({]\w*[)}]s?|\{+[^{}]*\}+|#\{.*|<[^<>]+>)$/s;
/** What a program prints in its place, a setting of another, a file in a directory, a cipher that is left out, a pattern, markup. */
const STANDS_FOR =
  /^(?:\{%.*|%[+#]?(?:[sdvqxpTw]|\d{1,2})(?:[:@/]%[sdvqxp])*(?:\\n)?|%\{[a-z][\w:.-]*\}?|\$\w+\/[\w./-]*\.[a-z]{2,4}(?:#.*)?|!\w+(?::[!+-]\w+)+(?:@[A-Z]+)?(?:\\fP)?|\/\^(?=.*[[\\(|*+?{$/]).*|\\f[IRB][a-z_ -]{1,40}(?:\\f[A-Z].*)?|<[a-z]{1,10} [a-z-]+=|['"] ?[+.] ?[\w.$()]+(?: ?[+.] ?['"])?)$/is;
/** By Jenkins, with a key that lies beside it: base64 of its first bytes, which are the same in all; by Maven. */
const ENCRYPTED = /^\{(?:AQA[\w+/]{16}|[\w+/]{16,120}=\}$)/;
const BARE_MARKS =
  /^(?:\$[A-Za-z_]\w*(?:-$|->|\[|\.|::).*|@{1,2}(?:[a-z]{2,20}_[a-z_]{2,40}|password|token|secret)|%[({]\w*|:[a-z_]+:?.*|\?|![a-z_]+)$/is;
/** What other programs put in its place: `[FILTERED]` by Rails, `(sensitive value)` by Terraform. */
const HIDDEN_ALREADY =
  /^[[({<*]{1,3}(?:redacted|filtered|hidden|masked|removed|omitted|protected|sensitive|private|secret|scrubbed|sanitized)(?: value)?[\])}>*]{1,3}$/i;
/** A selector, a sign of a font, a template in quotes of its own: `.data-api`, `\f21b`, `"${pem}"`. */
const SIGN = /^(?:\.[a-z]{1,20}(?:-[a-z]{1,20}){0,3}|\\[\da-f]{3,5}|\/|["']\$\{[\w.]{1,40}\}["'])$/;
const LONGEST_PICTURE = 4;
/** What stands between two strings of code. */
const BETWEEN_STRINGS = /^[\s,.;:()[\]{}]+$/;
const YOURS = /^(?:your|enter|insert|replace|example)[-_ ]/i;
const DOTTED_NUMBER = /^\d+(?:\.\d+)+$/;
/** `$args{'Passphrase'}` */
const MEMBER = /^\$\w{1,40}\{['"]?\w{1,40}['"]?\}?$/;
/** Of letters alone a password could be: `/summer.day`. */
const FILE =
  /^\/[A-Za-z_/-]+\.(?:aspx?|c(?:er|fg|gi|nf|onf|rt|ss|sv)|do|env|go|html?|ini|java|js(?:on|p|x)?|key|log|md|p(?:em|fx|hp|l|y)|rb|sh|sql|tf|tsx?|txt|vue|xml|ya?ml)$/;
/** The same without a directory: `i1.txt`, `server.pem`. */
const BARE_FILE =
  /^[\w-]{1,40}(?:\.[a-z]{1,12})?\.(?:cfg|conf|crt|csv|go|html?|ini|jks|json|jsx?|log|md|p12|pem|pfx|py|rb|rs|sh|toml|tsx?|txt|xml|ya?ml)$/;
/** `Basic {payload}` */
const TEMPLATE_OF_SCHEME = /^(?:basic|bearer|token) (?:\$?\{|<|%[svd(])[^\s]*$/i;
/** A class of characters and how many of them, with a range in it as only regular expressions have: `([a-f0-9]{48})`. */
const CLASS = /\[[^\]\s]{2,40}\](?:[*+]|\{\d{1,4}(?:,\d{0,4})?\})/;
const RANGE = /[a-z\d]-[a-z\d]|\\[wdsv]/i;
const PATH = /^(?:~|\.{1,2})\/|^\/(?:etc|usr|home|Users|var|run|tmp|opt|root|mnt|srv|private|data|app|dev|proc|path)\//;
const PLAIN = /^[a-wyzA-WYZ0-9]/;
const CREDENTIAL = /^[\w+/.~%:@-]+(?:=*|!)$/;
const STRONG = /^[^\s#$/<>(){}[\]`"'|][^\s<>(){}[\]`"']{7,}$/;
/** Of 32 bits, or of 64 as ids of sessions and threads are. */
const HEXADECIMAL_NUMBER = /^0x[0-9a-f]{1,8}$/i;
const LONG_NUMBER = /^0x[0-9a-f]{1,16}$/i;
const NAME_OF_ID = /session|thread|id$/i;
/** Of one that only looks like a credential. */
const MIN_CREDENTIAL = 6;
const MIN_BASE64 = 8;
const ALGORITHM =
  /^(?:sha|base|oauth|aes|rsa|ed|latin|argon|pbkdf|blake|hmac|ecdsa|[hrep]s|iso|utf|v|version|x|p|secp|ascii|http)[-_]?\d/i;
/** `the password is HUNTER2`: in a sentence no constant, and no standard or kind of network. */
const CAPITALS_AND_DIGITS = /^(?!(?:RFC|CVE|TLS|SSL|WPA|IPV|EAP|MD|CRC|RC|DES|GPT|JWT|JSR)\d)[A-Z]{4,}\d[A-Z\d]*$/;
/** One digit behind the letter that an edition or curve begins with, and more letters. */
const LETTER_FIRST = /^[xp]\d[a-z]{2}/i;
/** `"_DSAPrivateKey"`, as Python names a type before it is known. */
const TYPE_IN_QUOTES = /^_[A-Z]{1,6}[a-z][A-Za-z]{2,40}$/;
/** Behind a name and a blank: what a line of a log says next, `PW attempt=2`. */
const NEXT_PAIR = /^[a-z_]{2,16}=(?:\d{1,6}|[a-z]{1,20})$/;
const MIN_WITHOUT_DIGITS = 24;
const PASSPHRASE =
  /^(?!.*\b(?:your?|the|an?|for|of|to|from|with|in|on|by|and|or|not|no|be|must|can|was|has|enter|please|required?|invalid|confirm|forgot|missing|reset|change|new|old|wrong|user|used?|if|password\w*|tokens?|api|auth\w*|credentials?)\b)[a-z]+(?: [a-z]+){3,7}$/;

/** Whether a value under a name that is always sensitive is a value at all, not a reference, a type or a blank. */
export function isValue(value: string, context: ValueContext): boolean {
  const trimmed = value.trim();
  const isBare = !context.isQuoted && !context.isData;
  if (trimmed === '' || isWordForNothing(trimmed) || isNameOfPassword(trimmed, context.after)) {
    return false;
  }
  // A word of letters and digits is none of what is told by its signs.
  const isWord = isPlainWord(trimmed);
  if (!isBare) {
    return isWord || !(isNoValue(trimmed) || isDescription(trimmed) || (context.isData && isAccess(trimmed)));
  }
  if (!isWord && (isNoValue(trimmed) || isBareSign(trimmed))) {
    return false;
  }
  return !isPlainText(trimmed, context) && !isSpeech(trimmed, context) && !isCode(trimmed, context);
}

/** Whether it says so itself, in quotes too: an address, a reference, a template, signs. */
function isNoValue(value: string): boolean {
  if (YOURS.test(value) || RANGE.test(CLASS.exec(value)?.[0] ?? '')) {
    return true;
  }
  // Most values begin with a letter or a digit, and need not be compared with what begins with a sign.
  return PLAIN.test(value)
    ? isAddress(value) || isPlaceHolding(value) || BARE_FILE.test(value) || TEMPLATE_OF_SCHEME.test(value)
    : (MARKS.test(value) && !ENCRYPTED.test(value) && !isRandomInBraces(value)) ||
        STANDS_FOR.test(value) ||
        MEMBER.test(value) ||
        PATH.test(value) ||
        FILE.test(value) ||
        SIGN.test(value) ||
        HIDDEN_ALREADY.test(value) ||
        isPicture(value) ||
        isBehindString(value) ||
        BETWEEN_STRINGS.test(value);
}

const LETTER_OR_DIGIT = letterPattern(String.raw`[\p{L}\p{N}]`);

/** `🔒`: of other signs than those of a keyboard alone. */
function isPicture(value: string): boolean {
  return value.length <= LONGEST_PICTURE && value.charCodeAt(0) > LAST_ASCII && !LETTER_OR_DIGIT.test(value);
}

/** What stands without quotes in code, or where there is no value. */
function isBareSign(value: string): boolean {
  return !PLAIN.test(value) && (/^[[{(|&*]/.test(value) || !LETTER_OR_DIGIT.test(value) || BARE_MARKS.test(value));
}

/** Letters and digits alone, and not a row of x. */
function isPlainWord(value: string): boolean {
  return value.charCodeAt(0) !== SMALL_X && isAllOf(value, KIND.alphanumeric);
}

/** Whether a value under a name that is sometimes sensitive looks like a credential. */
export function isLikelySecret(value: string, context: ValueContext): boolean {
  const hasDigit = hasDigitIn(value);
  if (value.length < MIN_CREDENTIAL || !(hasDigit || value.length >= MIN_BASE64) || !isCredential(value, context)) {
    return false;
  }
  const isNumber = (NAME_OF_ID.test(context.name) ? LONG_NUMBER : HEXADECIMAL_NUMBER).test(value);
  if (isNumber || DOTTED_NUMBER.test(value) || isMechanism(value) || isNumberedName(value)) {
    return false;
  }
  const hasNoWord = hasDigit || isScrambled(value) || (value.length >= MIN_WITHOUT_DIGITS && isRandomCase(value));
  return (hasNoWord || isNameAndPassword(value)) && !value.includes('://') && isValue(value, context);
}

/** In quotes, or on a line of its own, also with the signs that people put into passwords. */
function isCredential(value: string, { isQuoted, isData, isLine }: ValueContext): boolean {
  if (CREDENTIAL.test(value) || (isQuoted && isRandom(value))) {
    return true;
  }
  const isSigned = isQuoted && STRONG.test(value) && /[a-z]/i.test(value) && /[!#$^*]/.test(value);
  const isMixed = (isQuoted || isLine === true) && isMixedWithSigns(value);
  return isSigned || isMixed || ((isData || isLine === true) && isScatteredWithSigns(value));
}

function hasDigitIn(value: string): boolean {
  return firstOf(value, KIND.digit, 0, value.length) < value.length;
}

/** Whether a value can hardly be anything but a credential. */
export function isSurelySecret(value: string, context: ValueContext): boolean {
  const isMixed = /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (
    value.length >= 20 &&
    isMixed &&
    !isNumbered(value) &&
    /^[^./:!#$^*]*$/.test(value) &&
    isLikelySecret(value, context)
  );
}

/** `SmallBorderGradient1`: words, and which of several things of the name it is. */
function isNumbered(value: string): boolean {
  return /^[A-Za-z_-]+\d{1,3}$/.test(value) && !isScrambled(value);
}

/**
 * Whether a value is long, of several kinds of characters, and mostly without words: hexadecimal digits and random
 * letters are, identifiers, paths and UUIDs are not.
 */
export function isRandomValue(value: string, context: ValueContext): boolean {
  return isRandom(value) && isValue(value, context);
}

/** Whether a word behind a name, without a separator between them, looks like a password. */
export function isStatedSecret(value: string, context: ValueContext): boolean {
  const isMixed = context.isQuoted
    ? /[a-z]/i.test(value) && /[^a-z\s]/i.test(value)
    : isMixedWord(value) || isScatteredWord(value);
  const isVerb = context.statement === 'verb';
  const isConstant = /^[A-Z0-9_]+$/.test(value) && !(isVerb && CAPITALS_AND_DIGITS.test(value));
  const isNext = context.statement === 'space' && NEXT_PAIR.test(value);
  const isNamed = isNext || isConstant || (ALGORITHM.test(value) && !isMixedBehindLetter(value));
  const isWord = isMixed || (isVerb && isRandomWord(value));
  return value.length >= MIN_CREDENTIAL && isWord && !isNamed && isValue(value, context);
}

/** `P4ssword`, `X8gHe3M4Q`: capitals, small letters and a digit begin otherwise than `X509` and `v2` do. */
function isMixedBehindLetter(value: string): boolean {
  return (LETTER_FIRST.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)) || isScatteredWithSigns(value);
}

/** Whether one word looks like a password: an argument of a call can be any other word, or a text. */
export function isSecretWord(value: string, context: ValueContext): boolean {
  return isMixedWord(value) && isStatedSecret(value, context);
}

/** Whether one word has so many kinds of characters that it can hardly be anything but a password. */
export function isStrongWord(value: string, context: ValueContext): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w.-]/].filter((kind) => kind.test(value)).length;
  return kinds >= 3 && value.length >= MIN_BASE64 && isSecretWord(value, context);
}

/** Around one of several values: the hyphen of a list, the name of a value among others, quotes. */
const BESIDE_ITEM =
  /^(?:(?:value|val|plain|current|default|prod|production|staging|dev|test|live|main|ci):\s+|-?\s*)["']?|["']?\s*$/g;

/** Whether a list of strings, or the first line of those below a key, has a password among its items. */
export function hasSecretItem(value: string, context: ValueContext): boolean {
  const items = context.statement === 'below' ? value.split(/[\r\n]/, 1) : value.split(/,\s*/);
  return items
    .map((item) => item.replace(BESIDE_ITEM, ''))
    .some((item) => isSecretWord(item, context) || hasSecretWords(item));
}

function hasSecretWords(item: string): boolean {
  return item.includes(' ') && looksLikePassword(item.trim().split(' '), 'password');
}

/** What says which value is wanted. */
function isDescription(value: string): boolean {
  return isLabel(value) || isTypeText(value) || TYPE_IN_QUOTES.test(value);
}

/** A text of a user interface: `Enter your password`; not one of four words in small letters, as people choose them. */
function isLabel(value: string): boolean {
  return /\s/.test(value) && !/\d/.test(value) && SENSITIVE_WORD.test(value) && !PASSPHRASE.test(value);
}

const WORD_BEHIND = letterPattern(String.raw`^ [\p{L}[]`);
const WORD = letterPattern(String.raw`^\p{L}[\p{L}'\u2019]*\.?$`);

/** A word of a sentence: `Password: must be …`, with a word, or what was one, behind it. */
function isSpeech(value: string, context: ValueContext): boolean {
  return context.isSpoken && WORD_BEHIND.test(context.after) && WORD.test(value);
}

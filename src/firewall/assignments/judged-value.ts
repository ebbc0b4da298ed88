import { ANY, mayHold } from '../bind/enclosed-value.js';
import type { Judge } from '../bind/notation.js';
import { isRandomWord } from '../bind/random-word.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isWalletPhrase } from '../judge/field-value.js';
import { isLineOrSetting } from '../judge/names-of-things.js';
import {
  isFileDigest,
  isPackageEdition,
  isPackageTag,
  isPackageVersion,
  isPinnedVersion,
} from '../judge/package-version.js';
import { isScatteredWithSigns, runsOf } from '../judge/random-value.js';
import {
  hasSecretItem,
  isLikelySecret,
  isRandomValue,
  isSecretWord,
  isStatedSecret,
  isStrongWord,
  isSurelySecret,
  isValue,
} from '../judge/secret-value.js';
import type { Enclosure, Statement, Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { withAmpersands } from './inner-signs.js';

/** No date. */
const DIGITS = /^(?!(?:19|20)\d\d-[01]\d-[0-3]\d$)(?:[ -]?\d){3,10}$/;
const LEAST_LONG = 20;
const LEAST_SHORT = 6;

/** What stands between a name and its value; a sign is the usual. */
type Link = Statement | 'sign';

/** What a value must be like under a rule, by what links it to its name: nothing is hidden where there is no entry. */
const JUDGES: Readonly<Partial<Record<FieldRule['value'], Readonly<Partial<Record<Link, Judge>>>>>> = {
  any: {
    sign: isValue,
    // Not `CryptoKey | Uint8Array>`.
    verb: (value, context) => !context.after.startsWith('>') && isStatedSecret(value, context),
    space: (value, context, rule) => (rule.type === 'password' ? isStatedSecret : isStrongSecret)(value, context, rule),
    bracket: isBracketedSecret,
    call: isSecretArgument,
    list: hasSecretItem,
    below: hasSecretItem,
    apart: (value, context, rule) => (rule.type === 'password' ? isStrongWord : isStrongSecret)(value, context, rule),
  },
  lenient: {
    sign: isLenient,
    verb: isLenient,
    space: isScatteredOfName,
    bracket: isScatteredOfName,
    call: (value, context) => isSecretArgument(value, context) && isLenient(value, context),
    list: (value, context, { isHolder }) => (isHolder === true ? hasSecretItem : hasSureItem)(value, context),
  },
  strict: {
    // A key that says whose it is: also hexadecimal digits are one.
    sign: (value, context, { isOfOne }) =>
      isSurelySecret(value, context) ||
      ((isOfOne === true || BEYOND_HEXADECIMAL.test(value)) && isRandomValue(value, context)),
    list: hasSureItem,
    below: hasSureItem,
  },
  random: { sign: isRandomValue },
};

/** `tnbwe7k3hfzz9p2m46gqqc5vj80xrl1d`: of small letters and digits, and more of them than a hash has. */
const BEYOND_HEXADECIMAL = /^(?=.{24})[0-9a-f]*[g-z][0-9a-z]*$/;

/** Whether a value is to be hidden that stands so behind a name with this rule. */
export function isSensitive(rule: FieldRule, value: string, context: ValueContext): boolean {
  if (
    isOfPackage(rule, value, context) ||
    (rule.type === 'secret' && isLineOrSetting(value, context.isQuoted)) ||
    (rule.isPhrase === true && !isWalletPhrase(value, context))
  ) {
    return false;
  }
  return judgeOf(rule, context)?.(value, context, rule) === true || isRandomString(rule, value, context);
}

function judgeOf(
  { value }: FieldRule,
  { statement = 'sign' }: { readonly statement?: Link | undefined },
): Judge | undefined {
  return value === 'digits' ? isNumber : JUDGES[value]?.[statement];
}

/** Of a package whose name is that of a secret: `"csrf-token": "^1.2.2"`, `csrf-token==1.0`. */
function isOfPackage({ type }: FieldRule, value: string, { statement, isCompared }: ValueContext): boolean {
  if (statement === 'list') {
    return isPackageEdition(value.slice(value.search(/[^"'\\\s]/)));
  }
  if (type !== 'password' && (isFileDigest(value) || isPackageTag(value))) {
    return true;
  }
  return isPackageVersion(value) || (isCompared === true && isPinnedVersion(value));
}

function isLenient(value: string, context: ValueContext): boolean {
  return (context.name.startsWith('--') ? isValue : isLikelySecret)(value.replace(NEXT_LINES, ''), context);
}

/** Without a sign what is certainly random. */
function isScatteredOfName(value: string, context: ValueContext): boolean {
  const isKey = isHexadecimalKey(value) || (isScattered(value) && isSurelySecret(value, context));
  return isKey && isLenient(value, context);
}

/** What follows in the string of a file's text: `"API_TOKEN=…\nDEBUG=1"`. */
const NEXT_LINES = /\\[nr].*/s;

/** `setProperty("ACME_TOKEN", "…")` */
function isSecretArgument(value: string, context: ValueContext): boolean {
  return isSecretWord(value, context) || isRandomValue(value, context);
}

function hasSureItem(value: string, context: ValueContext): boolean {
  return value.split(/["',\s]+/).some((item) => isSurelySecret(item, context));
}

/** Three digits are the first group of a social security number, of which the rest would be left. */
function isNumber(value: string, { statement }: ValueContext, { type }: FieldRule): boolean {
  const least = type === 'ssn' || (type === 'pin' && statement !== undefined) ? 4 : 3;
  return value.length >= least && DIGITS.test(value);
}

/** A cheap question, which spares to read the value: whether it is as long as a secret, and holds what one does. */
export function couldBeSecret(window: Window, rule: FieldRule, enclosure: Enclosure): boolean {
  if (judgeOf(rule, enclosure) === undefined) {
    return false;
  }
  switch (rule.value) {
    case 'strict':
    case 'random':
      return mayHold(window, enclosure, LEAST_LONG, KIND.upperOrDigit);
    case 'lenient':
      return isOption(window.text, enclosure) || mayHold(window, enclosure, LEAST_SHORT, KIND.upperOrDigit);
    case 'digits':
      return enclosure.start >= window.text.length || isKind(window.text, enclosure.start, KIND.digit | KIND.joint);
    default:
      return couldBeAny(window, enclosure);
  }
}

function couldBeAny(window: Window, enclosure: Enclosure): boolean {
  switch (enclosure.statement) {
    case undefined:
      return !isOneLetter(window, enclosure);
    case 'verb':
    case 'space':
      return couldBeStated(window, enclosure, enclosure.statement === 'verb');
    default:
      return mayHold(window, enclosure, LEAST_SHORT, KIND.digit);
  }
}

function couldBeStated(window: Window, enclosure: Enclosure, isVerb: boolean): boolean {
  const value = isVerb ? withAmpersands(window, enclosure) : enclosure;
  return mayHold(window, value, LEAST_SHORT, enclosure.close !== '' ? ANY : isVerb ? KIND.upperOrDigit : KIND.digit);
}

/** A letter alone, without quotes, is no value. */
function isOneLetter({ text }: Window, { start, close, isData, block }: Enclosure): boolean {
  return (
    isKind(text, start + 1, KIND.space | KIND.lineEnd) &&
    isKind(text, start, KIND.upper | KIND.lower) &&
    close === '' &&
    isData !== true &&
    block === undefined
  );
}

function isOption(text: string, { nameStart }: Enclosure): boolean {
  return nameStart !== undefined && text.startsWith('--', nameStart);
}

const LEAST_SCATTERED = 20;
const LEAST_STRONG = 32;
const HEXADECIMAL = /^(?=\D*\d)(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{128})$/;
const FINGERPRINT = /^[\dA-F]{40}$/;
const SMALL = /^[a-z\d]{12,}$/;
const RUNS = /[a-z]+|\d+/g;
const DENSE = /^[A-Za-z\d]{12,}$/;
const FEWEST_RUNS = 6;
/** Between the letters and digits of base64 and of many keys. */
const JOINTS = /[-_+=]/g;

const SECRET: ReadonlySet<string> = new Set(['secret', 'password']);
const STRING_BEHIND: ReadonlySet<string> = new Set(['verb', 'call']);
const LONG_STRING = 40;

/** `signing key 3kF…`: behind a blank only what is as long and random as a key, and no fingerprint of one. */
function isStrongSecret(sample: string, context: ValueContext, { type }: FieldRule): boolean {
  if (type !== 'secret' || FINGERPRINT.test(sample)) {
    return false;
  }
  if (sample.length < LEAST_STRONG) {
    return isInTurns(sample) || isDense(sample) || (isScattered(sample) && isSurelySecret(sample, context));
  }
  const isMixed = isSurelySecret(sample, context) && sample.replace(/[^A-Z]/g, '').length * 3 > sample.length;
  return isMixed || isRandomValue(sample, context);
}

/** `q7x9m2k4p8w1z5`: small letters and digits by turns, as no word, date or edition has them. */
function isInTurns(sample: string): boolean {
  return SMALL.test(sample) && (sample.match(RUNS) ?? []).length >= FEWEST_RUNS;
}

/** `Wq7tLpZ4xKm8`: all kinds of letters and digits by turns. */
function isDense(sample: string): boolean {
  return DENSE.test(sample) && isScatteredWithSigns(sample);
}

/** `client secret (8sF…)`: in brackets stand remarks and names more often than secrets. */
function isBracketedSecret(sample: string, context: ValueContext, rule: FieldRule): boolean {
  const isSure = isScattered(sample.replace(JOINTS, '')) && isSurelySecret(sample, context);
  return isSure || (rule.type === 'password' ? isSignedWord(sample, context) : isStrongSecret(sample, context, rule));
}

/** With letters of either case, a digit and a sign that names and remarks do not have, or in turns as no name has them. */
function isSignedWord(value: string, context: ValueContext): boolean {
  const isOdd = /[^\w.+-]/.test(value) || runsOf(value).length * 5 > value.length * 3;
  return isOdd && /[A-Z]/.test(value) && /[a-z]/.test(value) && isStrongWord(value, context);
}

/** A string that is as random as only passwords are, with spaces too if it is as long as a salt. */
function isRandomString({ value, type }: FieldRule, sample: string, { isQuoted, statement }: ValueContext): boolean {
  const canBe = value === 'any' || value === 'lenient' || value === 'random';
  if (!isQuoted || !canBe || !SECRET.has(type) || (statement !== undefined && !STRING_BEHIND.has(statement))) {
    return false;
  }
  return /\d/.test(sample) && isRandomWord(sample.length < LONG_STRING ? sample : sample.replaceAll(' ', ''));
}

/** As many small hexadecimal digits as keys have. */
function isHexadecimalKey(value: string): boolean {
  return HEXADECIMAL.test(value);
}

/** Whether capitals, small letters and digits take turns as they do by chance, unlike in words and identifiers. */
function isScattered(value: string): boolean {
  const isWord = value.length >= LEAST_SCATTERED && /^[A-Za-z0-9]+$/.test(value);
  return isWord && runsOf(value).length * 5 > value.length * 2;
}

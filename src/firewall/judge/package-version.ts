import type { Value } from '../../contract/row.js';
import { isAllOf, KIND } from '../pattern/characters.js';

/** Of one package: `1.2.2`, `^1.2`, `~> 1.2`, `2.0.0-rc.1`, with what a lock file adds in brackets. */
const VERSION =
  /^[\^~<>=!v]{0,2}\d{1,4}(?:\.(?:\d{1,8}|x|\*)){0,3}(?:[-+.]?[a-wyz][\w.+-]{0,60})?(?:\([\w@.()/-]{1,80})?$/i;
const PRERELEASE = /^(?:alpha|beta|rc|next|canary|dev|pre|post|experimental|final|snapshot|build|[abc]\d)/i;
const FIRST_LETTER = /[a-z]/i;
const SIGNS_BEFORE = /^[^\d]{0,2}/;
const ANY_PART = /\.x(?![a-z])/gi;
const SIGNED = /^[\^~<>=!]/;
const THREE_PARTS = /^v?\d{1,3}\.\d{1,3}\.(?:\d{1,8}|x|\*)(?![\d.])/;
/** `1.x`, `2.*` */
const ANY_OF_NUMBER = /^\d{1,3}(?:\.\d{1,3})?\.[x*]$/;
const TAG = /^(?:latest|next|beta|alpha|canary|stable|nightly|experimental|lts)$/;
const ELSEWHERE = /^(?:npm|workspace|link|portal|catalog|patch|file|git|github|gitlab|jsr|git\+[a-z]{3,5}):/;
const DIGEST = /^(?:sha(?:1|224|256|384|512)|md5)[-:][\w+/=-]{16,}/i;
const SEPARATOR = /\s*(?:\|\||,)\s*|(?<![<>=~^\s])\s+/;
const AFTER_SIGN = /(?<=[<>=~^])\s+/g;
const LONGEST = 80;
/** `name@version`, as the lists of lock files begin. */
const EDITION = /^(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}@(?:npm:)?\d{1,5}\.\d{1,5}\.\d{1,8}(?![\w!#$%^&*])/;

/** Whether a value says which version of a package is meant, or where it comes from. */
export function isPackageVersion(value: string): boolean {
  // Every form has a sign.
  if (isAllOf(value, KIND.alphanumeric)) {
    return false;
  }
  if (value.length > LONGEST) {
    return DIGEST.test(value);
  }
  if (ELSEWHERE.test(value) || DIGEST.test(value) || ANY_OF_NUMBER.test(value)) {
    return true;
  }
  const isWhole = SIGNED.test(value) || THREE_PARTS.test(value);
  return isWhole && value.replace(AFTER_SIGN, '').split(SEPARATOR).every(isOne);
}

/** What stands behind `==` in a list of requirements. */
export function isPinnedVersion(value: string): boolean {
  return value.length <= LONGEST && value.includes('.') && isVersion(value);
}

/** `sha512-…`, `sha256:…`: of a file that everybody may have. */
export function isFileDigest(value: string): boolean {
  return !isAllOf(value, KIND.alphanumeric) && DIGEST.test(value);
}

/** What of the versions of a package is meant: `"csrf-token": "latest"`. */
export function isPackageTag(value: string): boolean {
  return TAG.test(value);
}

/** Whether a list begins with the name and the version of a package. */
export function isPackageEdition(value: string): boolean {
  return EDITION.test(value);
}

function isOne(part: string): boolean {
  return part === '-' || isVersion(part);
}

/** Letters behind the numbers are those of an edition before or after the one of that number. */
function isVersion(text: string): boolean {
  if (!VERSION.test(text)) {
    return false;
  }
  const [numbers = ''] = text.split('(', 1);
  const tail = numbers.replace(SIGNS_BEFORE, '').replace(ANY_PART, '');
  const letter = tail.search(FIRST_LETTER);
  return letter < 0 || PRERELEASE.test(tail.slice(letter));
}

/** Members that say which file of a package is meant. */
const OF_FILE =
  /^(?:resolved|integrity|hash|hashes|sha\d{3}|locked|resolution|specifier|checksum|dependencies|requires)$/;

/** Whether the value of a row's field says something about a package of the field's name, in a list of packages. */
export function isOfPackage(value: Value, type: string): boolean {
  if (typeof value === 'string') {
    return canNamePackage(type) && isPackageVersion(value) && (type !== 'password' || !DIGEST.test(value));
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (isList(value)) {
    return typeof value[0] === 'string' && isPackageEdition(value[0]);
  }
  const { version } = value;
  return (
    typeof version === 'string' &&
    /^[=~^v]*\d{1,5}\.\d/.test(version) &&
    Object.keys(value).some((name) => OF_FILE.test(name))
  );
}

/** Quicker than a set: it is asked about every value that has to be hidden. */
function canNamePackage(type: string): boolean {
  switch (type) {
    case 'secret':
    case 'password':
    case 'cookie':
    case 'authorization':
    case 'passport':
      return true;
    default:
      return false;
  }
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

import { isEscapeLetter, isKind, KIND, runEnd, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';
import { MAX_LOCAL } from '../redactor/scanner.js';

const MIN_DOMAIN = 4;
const MAX_DOMAIN = 255;
const LONGEST_TOP_LEVEL = 24;
const INTERNATIONAL = /^[^.-].*\.\p{L}{2,24}$/u;
/** `foo@2x.png` names an image for dense screens. */
const DENSITY = /^\dx\.[a-z]{3,4}$/i;
/** Accounts of version control hosts, and words of programming languages that stand before an `@`. */
const NOT_PEOPLE = new Set(['git', 'hg', 'svn', 'this', 'super', 'return']);
const LONGEST_NOT_PERSON = 6;
const WITHOUT_WIDTH = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const TRAILING = '.-\u00ad\u200b\u200c\u200d\u2060\ufeff';

/** E-mail addresses, also internationalised, and with the `@` encoded as in URLs and HTML. */
export const email: Detector = {
  name: 'email',
  group: 'personal',
  validates: 'local part, labels of the domain, a top-level domain of letters',
  source: 'RFC 5321, RFC 6531',
  literals: ['@', '%40', '&#64;', '&commat;'],
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    const isBetween = isKind(text, start - 1, KIND.local) && (end === text.length || isKind(text, end, KIND.domain));
    if (start <= floor || !isBetween) {
      return undefined;
    }
    const stop = window.run(KIND.domain, end, end + MAX_DOMAIN + 1);
    if (stop - end > MAX_DOMAIN) {
      return undefined;
    }
    if (stop - end < MIN_DOMAIN && stop < text.length) {
      return undefined;
    }
    const local = localStart(text, start, floor);
    const isJoined = isBeforePlaceholder(text, stop, isFinal);
    if ((stop === text.length && !isFinal) || isJoined === undefined) {
      return undecided(local);
    }
    const domain = trimDomain(text, end, stop);
    const isAddress = local < start && isDomain(text, end, domain) && !isJoined && text.charAt(stop) !== '@';
    return isAddress && !isNotPerson(text.slice(local, start)) ? found(local, domain, 'email') : undefined;
  },
};

/** An address begins with a letter or a digit; in `\nbob@…` the `n` belongs to the escape. */
function localStart(text: string, end: number, floor: number): number {
  let start = runStart(text, KIND.local, end, Math.max(floor, end - MAX_LOCAL));
  if (isEscapeLetter(text, start, floor)) {
    start += 1;
  }
  for (let index = start; index < end; index += 1) {
    if (text.charCodeAt(index) === APOSTROPHE && !isApostrophe(text, index, start)) {
      start = index + 1;
    }
  }
  while (start < end && ".-+%'".includes(text.charAt(start))) {
    start += 1;
  }
  return start;
}

/** `o'brien`, but not `b'alice@…'`, which is a string in a program. */
function isApostrophe(text: string, index: number, start: number): boolean {
  const isInWord = isKind(text, index - 1, LETTER) && isKind(text, index + 1, LETTER) && index > start;
  return isInWord && !(index - 1 === start && 'bruf'.includes(text.charAt(start).toLowerCase()));
}

const LETTER = KIND.upper | KIND.lower;
const FULL_STOP = 0x2e;
const APOSTROPHE = 0x27;
const LAST_ASCII = 0x7f;

/** A full stop or a hyphen behind an address belongs to the sentence. */
function trimDomain(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && TRAILING.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** Labels without gaps, and letters behind the last full stop. */
function isDomain(text: string, start: number, end: number): boolean {
  let dot = start - 1;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code > LAST_ASCII) {
      return isInternationalDomain(text.slice(start, end));
    }
    if (code === FULL_STOP) {
      if (dot === index - 1) {
        return false;
      }
      dot = index;
    }
  }
  if (dot < start || text.charAt(start) === '-') {
    return false;
  }
  const length = end - dot - 1;
  const isWord = runEnd(text, LETTER, dot + 1, end) === end && length > 1 && length <= LONGEST_TOP_LEVEL;
  return (isWord || text.startsWith('xn--', dot + 1)) && !(dot === start + 2 && DENSITY.test(text.slice(start, end)));
}

function isInternationalDomain(domain: string): boolean {
  const visible = domain.replace(WITHOUT_WIDTH, '');
  return INTERNATIONAL.test(visible) && !visible.includes('..');
}

function isNotPerson(local: string): boolean {
  return local.length <= LONGEST_NOT_PERSON && NOT_PEOPLE.has(local.toLowerCase());
}

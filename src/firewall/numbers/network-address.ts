import { type Detector, found, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { FULL_STOP, HYPHEN, isKind, KIND, runStart, ZERO } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';

const IPV4 = pattern(/(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\d.]{0,8}\d)/);
/** Behind these words stands a version, not an address. */
const VERSION = /(?:^|[^a-z])(?:v|ver|version|release|build|rev|oid|section)[ :=".]{0,4}$/i;
const VERSION_LENGTH = 16;
const MAC = /^(?:[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}|(?:[\da-f]{4}\.){2}[\da-f]{4})$/i;
/** All zeros or ones; in groups of four also what could be any number. */
const NO_CARD = /^(?:00[:-]){5}|^(?:ff[:-]){5}|^(?:0000\.){2}|^(?:ffff\.){2}|^(?!00)[\d.]{14}$/i;
const IPV6_LONGEST = 45;
const HEXTET = /^[\da-f]{1,4}$/i;
/** `1::1` */
const SHORTEST = 4;
/** Stands behind the nine. */
const COLON = 0x3a;
const SMALL_A = 0x61;
const SMALL_F = 0x66;
/** Makes a letter lower case. */
const CASE = 0x20;

/** Addresses of machines: `192.0.2.1`. */
export const ipv4Address: Detector = {
  name: 'ipv4-address',
  group: 'network',
  isOptIn: true,
  validates: 'four bytes, no version and no longer chain of numbers; not 0.0.0.0 and 127.0.0.0/8',
  source: 'RFC 791',
  digitRuns: { lengths: [1, 2, 3], followedBy: '.', behindDigits: 'linked' },
  match: (window, start) => {
    const { text, floor } = window;
    const before = text.charAt(start - 1);
    if (start > floor && (isKind(text, start - 1, KIND.word) || before === '.' || before === '-')) {
      return undefined;
    }
    const address = IPV4.at(window, start)?.[0] ?? '';
    if (address === '') {
      return undefined;
    }
    const isOwn = address === '0.0.0.0' || address.startsWith('127.');
    const end = start + address.length;
    const isVersion = VERSION.test(text.slice(Math.max(floor, start - VERSION_LENGTH), start));
    const isJoined = isKind(text, end, KIND.word) || isPlaceholderAt(window, end);
    return isOwn || isVersion || isJoined ? undefined : found(start, end, 'ipv4');
  },
};

/** Addresses of machines: `2001:db8::1`. */
export const ipv6Address: Detector = {
  name: 'ipv6-address',
  group: 'network',
  isOptIn: true,
  validates: 'eight groups of hexadecimal digits, or fewer with one gap; not the machine itself',
  source: 'RFC 4291',
  literals: [':'],
  match: addressAround('ipv6', isIpv6),
};

/** Addresses of network cards. */
export const macAddress: Detector = {
  name: 'mac-address',
  group: 'network',
  isOptIn: true,
  validates: 'six pairs of hexadecimal digits, one separator; not all zeros or ones',
  source: 'IEEE 802',
  literals: [':', '-', '.'],
  match: addressAround('mac', (word) => MAC.test(word) && !NO_CARD.test(word)),
};

/** An address of hexadecimal digits and the signs between them, found at its first sign. */
function addressAround(type: string, isAddress: (word: string) => boolean): Detector['match'] {
  return (window, sign, signEnd) => {
    const word = wordAround(window, sign, signEnd);
    return word !== undefined && isAddress(word.text)
      ? found(word.start, word.start + word.text.length, type)
      : undefined;
  };
}

function wordAround(
  window: Window,
  sign: number,
  signEnd: number,
): { readonly text: string; readonly start: number } | undefined {
  const { text, floor } = window;
  const start = runStart(text, KIND.alphanumeric, sign, Math.max(floor, sign - 5));
  const before = start > floor ? text.charAt(start - 1) : '';
  if (sign - start > 4 || ':.-_'.includes(before || ' ')) {
    return undefined;
  }
  let end = signEnd;
  while (end < text.length && end - start <= IPV6_LONGEST && isOfAddress(text.charCodeAt(end))) {
    end += 1;
  }
  const isJoined = isPlaceholderAt(window, end, start) || isKind(text, end, KIND.word);
  if (end - start < SHORTEST) {
    return undefined;
  }
  const word = text.slice(start, end).replace(/[.:-]$/, (last) => (text.slice(start, end).endsWith('::') ? last : ''));
  return isJoined ? undefined : { text: word, start };
}

/** Hexadecimal digits, and the signs between them. */
function isOfAddress(code: number): boolean {
  const lower = code | CASE;
  return (
    (code >= ZERO && code <= COLON) || (lower >= SMALL_A && lower <= SMALL_F) || code === FULL_STOP || code === HYPHEN
  );
}

function isIpv6(word: string): boolean {
  const halves = word.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isFull = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isFull && groups.length > 1 && groups.every((group) => HEXTET.test(group));
}

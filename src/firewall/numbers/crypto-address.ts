import { type Detector, found, MANY_LETTERS, type Verdict, type Window } from '../lex/detector.js';
import { isDigit } from '../lex/digits.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { endsEscape, isKind, KIND, lettersBefore } from '../pattern/characters.js';
import { BASE58, readBase58Check } from './base58.js';
import { keccak256 } from './keccak.js';

const SHORTEST = 26;
const LONGEST = 100;
const HEX_LENGTH = 42;
const BITCOIN_BYTES = 21;
/** Version bytes of Bitcoin, its test network, Litecoin, Dogecoin and Tron. */
const VERSIONS = [0x00, 0x05, 0x6f, 0xc4, 0x32, 0x30, 0x1e, 0x41];
/** The first letters of those that begin with one; of Ripple's too. They are known by the first digit in them. */
const FIRST_LETTERS = 'TDLMr';
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
export const ANY_LETTERS = [1, 2, 3, 4, 5, 6, MANY_LETTERS];
const MONERO = /^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/;
const WORDS =
  'wallet walletaddress address addr eth ethereum ether btc bitcoin xmr monero contract account sender recipient payto';

/** Addresses of Bitcoin, Litecoin, Dogecoin, Tron, Ripple, Ethereum and Monero. */
export const cryptoAddress: Detector = {
  name: 'crypto-address',
  group: 'financial',
  validates: 'base58check, bech32 and bech32m, EIP-55; Ethereum in one case and Monero need a word before them',
  source: 'BIP 13, 173, 350; EIP-55',
  literals: ['bc1', 'tb1', 'ltc1'],
  digitRuns: [
    { lengths: [1, 2, 3, 4, 5], followedBy: 'A', mayMatch: mayBeAddress },
    { lengths: [1, 2, 3, 4, 5], followedBy: 'A', mayMatch: mayBeAddress, words: WORDS.split(' ') },
    ...ANY_LETTERS.map((letters) => ({ lengths: [1, 2, 3, 4, 5], letters, followedBy: 'A', mayMatch: mayBeLettered })),
  ],
  match: (window, start, end, isNamed) => {
    const isNumber = isDigit(window.text, start);
    const letters = isNumber ? Math.max(0, lettersBefore(window.text, start, window.floor, MANY_LETTERS)) : 0;
    return matchAddress(window, start - letters, isNumber ? end : -1, isNamed === true);
  },
};

/** Looked at from the second character on: words that are shorter than an address are seldom whole at all of these. */
const NEAR = 2;
const FAR = 8;

/** A cheap question: a first character that an address has, and a long word. */
function mayBeAddress(text: string, start: number, end: number): boolean {
  const first = text.charAt(start);
  const isHex = first === '0' && end - start === 1 && text.charAt(end) === 'x';
  const isFirst = isHex || first === '1' || first === '3' || first === '4' || first === '8';
  return isFirst && isWordAt(text, start + NEAR) && isWordAt(text, start + FAR) && isWordAt(text, start + SHORTEST - 1);
}

function mayBeLettered(text: string, digit: number, _end: number, floor: number): boolean {
  const start = digit - lettersBefore(text, digit, floor, MANY_LETTERS);
  return (
    FIRST_LETTERS.includes(text.charAt(start)) && isWordAt(text, start + FAR) && isWordAt(text, start + SHORTEST - 1)
  );
}

/** What is still to come may be anything. */
export function isWordAt(text: string, index: number): boolean {
  return index >= text.length || isKind(text, index, KIND.alphanumeric);
}

function matchAddress(window: Window, start: number, digitsEnd: number, isNamed: boolean): Verdict | undefined {
  const { text, floor } = window;
  if (start > floor && isKind(text, start - 1, KIND.word) && !endsEscape(text, start - 1, floor)) {
    return undefined;
  }
  const end = window.run(KIND.alphanumeric, start, start + LONGEST + 10);
  const isJoined = isPlaceholderAt(window, end, start);
  if (end - start < SHORTEST || end - start > LONGEST + 6 || isJoined || isKind(text, end, KIND.word)) {
    return undefined;
  }
  const word = text.slice(start, end);
  const isAddress = digitsEnd < 0 ? hasBech32Sum(word) : isNamed ? isNamedAddress(word) : isDigitAddress(word);
  return isAddress ? found(start, end, 'crypto_address') : undefined;
}

function isDigitAddress(word: string): boolean {
  if (word.startsWith('0')) {
    return word.length === HEX_LENGTH && isMixedCase(word) && hasEip55Sum(word.slice(2));
  }
  const text = word.startsWith('r') ? fromRipple(word) : word;
  const payload = word.length <= 35 ? readBase58Check(text) : undefined;
  return payload?.length === BITCOIN_BYTES && VERSIONS.includes(payload[0] ?? -1);
}

/** In the order of its own in which Ripple takes the signs of base58. */
function fromRipple(word: string): string {
  return Array.from(word, (sign) => BASE58.charAt(RIPPLE.indexOf(sign)) || '0').join('');
}

function isNamedAddress(word: string): boolean {
  return /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(word) || MONERO.test(word);
}

function isMixedCase(word: string): boolean {
  return /[a-f]/.test(word) && /[A-F]/.test(word) && /^0x[0-9a-fA-F]+$/.test(word);
}

/** A letter is a capital when the digit of the hash in its place is 8 or more. */
function hasEip55Sum(address: string): boolean {
  const hash = keccak256(address.toLowerCase());
  return Array.from(address).every((character, index) => {
    const isCapital = Number.parseInt(hash.charAt(index), 16) >= 8;
    return character === (isCapital ? character.toUpperCase() : character.toLowerCase());
  });
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the sum leaves: of bech32, and of bech32m. */
const REMAINDERS = [1, 0x2bc830a3];

/** Whether a text of one case, with its prefix and the `1` behind it, has a right checksum of either kind. */
export function hasBech32Sum(text: string): boolean {
  const lower = text.toLowerCase();
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || (text !== lower && text !== text.toUpperCase())) {
    return false;
  }
  const prefix = Array.from(lower.slice(0, separator), (character) => character.charCodeAt(0));
  const data = Array.from(lower.slice(separator + 1), (character) => ALPHABET.indexOf(character));
  const high = prefix.map((code) => code >> 5);
  const low = prefix.map((code) => code & 31);
  return !data.includes(-1) && REMAINDERS.includes(polymod([...high, 0, ...low, ...data]));
}

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, bit) => {
      check ^= (top >>> bit) & 1 ? generator : 0;
    });
  }
  return check;
}

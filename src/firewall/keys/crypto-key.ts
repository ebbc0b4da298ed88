import { type Detector, found, MANY_LETTERS, type Verdict, type Window } from '../lex/detector.js';
import { isDigit } from '../lex/digits.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { readBase58Check } from '../numbers/base58.js';
import { ANY_LETTERS, isWordAt } from '../numbers/crypto-address.js';
import { endsEscape, isKind, KIND, lettersBefore } from '../pattern/characters.js';

const EXTENDED_LENGTH = 111;
const EXTENDED_BYTES = 78;
const KEY_BYTES = [33, 34];
const KEY_VERSIONS = [0x80, 0xef];
const EXTENDED = /^[yzt]prv/;
const SHORTEST = 51;
/** How keys in the import format begin that begin with a digit, and with a letter: these are known by their first digit. */
const WITH_DIGIT = /^5[HJK]/;
const FIRST_LETTERS = 'KL';

/** Private keys of wallets: in the wallet import format, and extended keys beside `xprv`, which has a row of its own. */
export const cryptoKey: Detector = {
  name: 'crypto-key',
  group: 'secret',
  validates: 'version byte, length, base58check',
  source: 'en.bitcoin.it/wiki/Wallet_import_format, BIP 32',
  literals: ['yprv', 'zprv', 'tprv'],
  digitRuns: [
    { lengths: [1], followedBy: 'A', isZeroFirst: false, mayMatch: mayBeKey },
    ...ANY_LETTERS.map((letters) => ({ lengths: [1, 2, 3, 4, 5], letters, followedBy: 'A', mayMatch: mayBeLettered })),
  ],
  match: (window, start) => {
    const { text, floor } = window;
    return isDigit(text, start)
      ? matchKey(window, start - Math.max(0, lettersBefore(text, start, floor, MANY_LETTERS)), SHORTEST + 1)
      : matchKey(window, start, EXTENDED_LENGTH);
  },
};

function mayBeKey(text: string, start: number): boolean {
  return isWordAt(text, start + SHORTEST - 1) && WITH_DIGIT.test(text.slice(start, start + 2));
}

function mayBeLettered(text: string, digit: number, _end: number, floor: number): boolean {
  const start = digit - lettersBefore(text, digit, floor, MANY_LETTERS);
  return FIRST_LETTERS.includes(text.charAt(start)) && isWordAt(text, start + SHORTEST - 1);
}

function matchKey(window: Window, start: number, most: number): Verdict | undefined {
  const { text, floor } = window;
  if (start > floor && isKind(text, start - 1, KIND.word) && !endsEscape(text, start - 1, floor)) {
    return undefined;
  }
  const stop = window.run(KIND.alphanumeric, start, start + most + 1);
  const isJoined = isPlaceholderAt(window, stop, start);
  if (stop - start < SHORTEST || stop - start > most || isJoined || isKind(text, stop, KIND.word)) {
    return undefined;
  }
  return isKey(text.slice(start, stop)) ? found(start, stop, 'crypto_key') : undefined;
}

function isKey(word: string): boolean {
  const payload = readBase58Check(word);
  if (payload === undefined) {
    return false;
  }
  return EXTENDED.test(word)
    ? payload.length === EXTENDED_BYTES
    : KEY_BYTES.includes(payload.length) && KEY_VERSIONS.includes(payload[0] ?? 0);
}

import { readBase58Check } from '../redactor/base58.js';
import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

const EXTENDED_LENGTH = 111;
const EXTENDED_BYTES = 78;
const KEY_BYTES = [33, 34];
const KEY_VERSIONS = [0x80, 0xef];
const EXTENDED = /^[yzt]prv/;
const SHORTEST = 51;

/** Private keys of wallets: in the wallet import format, and extended keys beside `xprv`, which has a row of its own. */
export const cryptoKey: Detector = {
  name: 'crypto-key',
  group: 'secret',
  validates: 'version byte, length, base58check',
  source: 'en.bitcoin.it/wiki/Wallet_import_format, BIP 32',
  literals: ['yprv', 'zprv', 'tprv', 'kw', 'kx', 'ky', 'kz', 'l1', 'l2', 'l3', 'l4', 'l5', '5h', '5j', '5k'],
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    const first = text.charAt(start);
    const isExtended = end - start === 4;
    const most = isExtended ? EXTENDED_LENGTH : SHORTEST + 1;
    if ((!isExtended && !'KL5'.includes(first)) || (start > floor && isKind(text, start - 1, KIND.word))) {
      return undefined;
    }
    const stop = window.run(KIND.alphanumeric, start, start + most + 1);
    const isJoined = isBeforePlaceholder(text, stop, isFinal);
    if ((stop === text.length && !isFinal && stop - start <= most) || isJoined === undefined) {
      return undecided(start);
    }
    if (stop - start < SHORTEST || stop - start > most || isJoined || isKind(text, stop, KIND.word)) {
      return undefined;
    }
    return isKey(text.slice(start, stop)) ? found(start, stop, 'crypto_key') : undefined;
  },
};

function isKey(word: string): boolean {
  const payload = readBase58Check(word);
  if (payload === undefined) {
    return false;
  }
  return EXTENDED.test(word)
    ? payload.length === EXTENDED_BYTES
    : KEY_BYTES.includes(payload.length) && KEY_VERSIONS.includes(payload[0] ?? 0);
}

import { createHash } from 'node:crypto';

export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHECK_BYTES = 4;

/** The bytes of a text in base58 without the four of its checksum; nothing when that is wrong. */
export function readBase58Check(text: string): Uint8Array | undefined {
  const bytes = readBase58(text);
  if (bytes === undefined || bytes.length <= CHECK_BYTES) {
    return undefined;
  }
  const payload = bytes.subarray(0, -CHECK_BYTES);
  const digest = sha256(sha256(payload));
  const check = bytes.subarray(-CHECK_BYTES);
  return check.every((byte, index) => byte === digest[index]) ? payload : undefined;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Ones at the beginning are bytes of zero. */
function readBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) {
      return undefined;
    }
    value = value * 58n + BigInt(digit);
  }
  const zeros = text.length - text.replace(/^1+/, '').length;
  const hex = value === 0n ? '' : value.toString(16);
  const padded = hex.length % 2 === 0 ? hex : `0${hex}`;
  const bytes = new Uint8Array(zeros + padded.length / 2);
  for (let index = 0; index < padded.length; index += 2) {
    bytes[zeros + index / 2] = Number.parseInt(padded.slice(index, index + 2), 16);
  }
  return bytes;
}

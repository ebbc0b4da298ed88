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

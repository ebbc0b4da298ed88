import { DIGITS, HEX, LOWER, type Random, UPPER } from './random.js';

const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  a: LOWER + DIGITS,
  B: `${UPPER}${LOWER}${DIGITS}_-`,
  C: UPPER + LOWER,
  D: DIGITS,
  h: HEX,
  S: `${UPPER}${LOWER}${DIGITS}+/`,
  U: UPPER + DIGITS,
  X: HEX.toUpperCase(),
  l: LOWER,
  b: `${UPPER}234567`,
  z: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.toUpperCase(),
};

/**
 * Fills a template: `{h32}` is 32 lower-case hexadecimal digits, `{A20-30}` 20 to 30 letters and digits, `{uuid}` a
 * random UUID, `{id64}` a number of 17 to 19 digits in base64. `A` letters and digits, `a` lower ones, `B` base64url, `C`
 * letters, `D` digits, `S` base64, `U` upper letters and digits, `X` upper hexadecimal, `l` lower letters, `b` base32,
 * `z` bech32.
 */
export function fill(random: Random, template: string): string {
  return template.replace(
    /\{(uuid|id64|([A-Za-z])(\d+)(?:-(\d+))?)\}/g,
    (_, body: string, name = '', least = '', most = '') => {
      if (body === 'uuid') {
        return uuid(random);
      }
      if (body === 'id64') {
        return Buffer.from(`${random.between(1, 9)}${random.digits(random.between(16, 18))}`).toString('base64url');
      }
      const alphabet = ALPHABETS[String(name)];
      if (alphabet === undefined) {
        throw new Error(`no alphabet ${name}`);
      }
      const shortest = Number(least);
      return random.chars(alphabet, most === '' ? shortest : random.between(shortest, Number(most)));
    },
  );
}

/** A random UUID of version 4. */
export function uuid(random: Random): string {
  const part = (length: number): string => random.chars(HEX, length);
  return `${part(8)}-${part(4)}-4${part(3)}-${random.pick(['8', '9', 'a', 'b'])}${part(3)}-${part(12)}`;
}

/**
 * Pools of invented personal data and secrets. Whatever looks like a secret is put together when it is asked for, so
 * that none stands in the source; card and bank account numbers get their check digits by calculation.
 */

/** A well spread unsigned 32-bit number for each whole number; the same on every run. */
export function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `length` characters from the alphabet, told by the seed. */
export function letters(alphabet: string, length: number, seed: number): string {
  let text = '';
  let state = mix(seed + 1);
  for (let index = 0; index < length; index += 1) {
    state = mix(state + index + 1);
    text += alphabet.charAt(state % alphabet.length);
  }
  return text;
}

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Many values, told by a seed. Each is made when it is first picked: three rows need few of them. */
function createPool<Item>(size: number, make: (index: number) => Item): (seed: number) => Item {
  const made: Item[] = new Array(size);
  return (seed) => {
    const index = seed % size;
    made[index] ??= make(index);
    return made[index];
  };
}

const FIRST_NAMES = 'Ada Bruno Chloé Dmitri Elif Farah Grace Hugo Ines Jonas Kavya Liam Mei Noor Oskar Priya Zoë'.split(
  ' ',
);
const LAST_NAMES = 'Abbott Bergström Costa Dubois Eriksen Fischer Gupta Haddad Ivanov Jensen Kim Lopez Moreau Ng'.split(
  ' ',
);

export const pickPerson = createPool(FIRST_NAMES.length * LAST_NAMES.length, (index) => {
  const first = FIRST_NAMES[Math.floor(index / LAST_NAMES.length)] ?? '';
  const last = LAST_NAMES[index % LAST_NAMES.length] ?? '';
  return { name: `${first} ${last}`, mailbox: `${plain(first)}.${plain(last)}` };
});

export const PLACES = [
  { city: 'Berlin', country: 'DE', areaCode: '202' },
  { city: 'Lyon', country: 'FR', areaCode: '212' },
  { city: 'Porto', country: 'PT', areaCode: '303' },
  { city: 'Austin', country: 'US', areaCode: '512' },
  { city: 'Toronto', country: 'CA', areaCode: '416' },
  { city: 'Osaka', country: 'JP', areaCode: '206' },
  { city: 'Nairobi', country: 'KE', areaCode: '617' },
] as const;

/** The days of 2021 to 2024. */
export const pickDay = createPool(1461, (day) => new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10));

export const pickCard = createPool(499, makeCard);

export const pickIban = createPool(251, makeIban);

/** A test card number: a network's prefix, invented digits, Luhn check digit; plain, spaced or dashed. */
export function makeCard(index: number): string {
  const prefix = index % 2 === 0 ? '4' : '51';
  const body = prefix + letters('0123456789', 15 - prefix.length, index);
  return grouped(body + luhnDigit(body), ['', ' ', '-'][index % 3] ?? '');
}

/** A German bank account number with correct check digits (mod 97). */
export function makeIban(index: number): string {
  const account = letters('0123456789', 18, index + 7);
  // D = 13, E = 14: the country code moves to the end as digits, followed by 00.
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, '0')}${account}`;
}

/** Prose with personal data or a secret in the middle of it; one in five has none. */
export const NOTES: readonly ((mailbox: string, id: number) => string)[] = [
  (mailbox, id) => `Prefers e-mail: ${mailbox}.${id}@mail.example.org, mornings only.`,
  (_, id) => `Asked twice about invoice ${id}; paid by bank transfer, all settled.`,
  (_, id) => `Left the key ${apiKey(id)} in a support ticket, rotate it.`,
  (mailbox) => `Call back on (415) 555-0134 and ask for ${mailbox.split('.')[0]}.`,
  (mailbox, id) => `Signed up through https://${mailbox}:pw-${id}-${id % 97}@intranet.example.com/welcome by mistake.`,
];

/** Shaped like a cloud access key. */
export function accessKey(seed: number): string {
  return `${'AK'}${'IA'}${letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16, seed)}`;
}

/** Shaped like a payment provider's live key; taken from a small pool, because it is asked for often. */
export function apiKey(seed: number): string {
  return pickApiKey(seed);
}

const pickApiKey = createPool(127, (index) => `${'sk'}_${'live'}_${letters(ALPHANUMERIC, 24, index)}`);

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

function grouped(digits: string, separator: string): string {
  return [0, 4, 8, 12].map((start) => digits.slice(start, start + 4)).join(separator);
}

function luhnDigit(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) {
    const digit = Number(body[body.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return String((10 - (sum % 10)) % 10);
}

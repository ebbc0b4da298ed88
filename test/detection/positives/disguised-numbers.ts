import { type Form, type Positive, secret } from '../case.js';
import { ibanCheck } from '../checksums.js';
import { createRandom, type Random } from '../random.js';
import { cardNumber, grouped } from './financial.js';
import { ssn } from './personal.js';

const ROUNDS = 4;
const VISA = { name: 'visa', prefixes: ['4'], length: 16, groups: [4, 4, 4, 4] };
const HIDDEN = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'];
const SPACES = ['\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}', '\u{3000}'];
const HYPHENS = ['\u{2010}', '\u{2011}', '\u{2013}', '\u{2212}'];
const COLOURS = ['\u{1b}[32m', '\\u001b[1;31m', '\\x1b[0m', '\u{1b}[01;31m\u{1b}[K', '\u{1b}[38;5;12m'];

/** A number that stands alone, in groups that a space or hyphen parts. */
interface Kind {
  readonly name: string;
  /** What stands before it when it is not known without. */
  readonly label: string;
  make(random: Random): string;
}

const KINDS: readonly Kind[] = [
  { name: 'card', label: 'Card', make: (random) => grouped(cardNumber(random, VISA), VISA.groups, '-') },
  { name: 'ssn', label: 'SSN', make: ssn },
  {
    name: 'itin',
    label: 'ITIN',
    make: (random) => `9${random.digits(2)}-${random.between(70, 88)}-${random.digits(4)}`,
  },
  { name: 'ein', label: 'EIN', make: (random) => `${random.pick(['12', '45', '82'])}-${random.digits(7)}` },
  { name: 'iban', label: 'IBAN', make: iban },
  { name: 'phone', label: 'Phone', make: (random) => `+1-415-${random.between(201, 989)}-${random.digits(4)}` },
];

/** The numbers of `KINDS`, written in the ways in which programs and people hide them from a pattern. */
export function disguisedNumbers(): readonly Positive[] {
  const random = createRandom(73);
  return Array.from({ length: ROUNDS }, () => KINDS.flatMap((kind) => casesOf(kind, random))).flat();
}

function iban(random: Random): string {
  const account = random.digits(18);
  return grouped(`DE${ibanCheck('DE', account)}${account}`, [4, 4, 4, 4, 4, 2], '-');
}

function casesOf({ name, label, make }: Kind, random: Random): readonly Positive[] {
  const at = (variant: string, context: string, marked: string, form: Form = 'text'): Positive => ({
    kind: 'evasion',
    variant: `${variant} ${name}`,
    context,
    form,
    marked,
  });
  const parted = (separator: string): string => make(random).replaceAll('-', separator);
  const encoded = (separator: string): string => secret(parted(separator).replace(/^\+/, '%2B'));
  const colour = random.pick(COLOURS);
  return [
    at('spaces in', 'prose', `${label} ${secret(parted(random.pick(SPACES)))} was sent.\n`),
    at('hyphens in', 'prose', `${label}: ${secret(parted(random.pick(HYPHENS)))}\n`),
    at('hyphens in', 'rows', `{"note":"${label} ${secret(parted(random.pick(HYPHENS)))}"}`, 'rows'),
    at('zero width in', 'prose', `${label}: ${secret(sprinkled(make(random), random))} and more\n`),
    at('zero width in', 'rows', `{"note":"${label} ${secret(sprinkled(make(random), random))}"}`, 'rows'),
    at('zero width between', 'prose', `${label}: ${secret(parted(random.pick(HIDDEN)))}\n`),
    at('full width', 'prose', `${label}: ${secret(wide(parted('-')))}\n`),
    at('full width', 'prose', `${label} ${secret(wide(parted('')))} was sent\n`),
    at('behind %20', 'url', `GET /find?q=${label}%20${encoded('-')}%20now HTTP/1.1\n`),
    at('behind %22', 'url', `GET /find?${label}=%22${encoded('-')}%22&n=1 HTTP/1.1\n`),
    at('behind %3D', 'url', `next=%2Ffind%3F${label}%3D${encoded('-')}%26n%3D1\n`),
    at('behind %2522', 'url', `next=%252Ffind%253F${label}%253D%2522${secret(parted('-').replace('+', ''))}%2522\n`),
    at('%20 in', 'url', `GET /find?${label}=${encoded('%20')}&n=1 HTTP/1.1\n`),
    at('%2D in', 'url', `${label}=${encoded('%2D')}\n`),
    at('+ in', 'url', `${label}=${encoded('+')}&n=1\n`),
    at('coloured', 'log', `found ${label}: ${colour}${secret(make(random))}\u{1b}[0m here\n`),
    at('escaped space in', 'json', `{"note":"${label} ${secret(parted('\\u00a0'))}"}\n`),
    at('escaped hyphen in', 'json', `{"note":"${label} ${secret(parted('\\u2011'))}"}\n`),
    at('entity in', 'html', `<td>${label} ${secret(parted('&nbsp;'))}</td>\n`),
  ];
}

/** With characters without width at two places, never at the ends. */
function sprinkled(text: string, random: Random): string {
  const gap = random.pick(HIDDEN);
  const places = [random.between(1, 4), random.between(6, text.length - 1)];
  return [...text].map((character, index) => (places.includes(index) ? gap + character : character)).join('');
}

function wide(text: string): string {
  return text.replace(/[0-9A-Z]/g, (character) => String.fromCodePoint(0xfee0 + (character.codePointAt(0) ?? 0)));
}

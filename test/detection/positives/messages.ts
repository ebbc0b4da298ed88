import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';
import { cardNumber } from './financial.js';
import { ssn } from './personal.js';

const EACH = 6;
const PEOPLE = ['Ann Berg', 'Otto Lindqvist', 'Maria Ferreira', 'Jean Moreau', 'Karel van Dijk'];
const STREETS = ['14 Harbour Street', '7 Elm Road', '2305 Westlake Ave N', '88 Mill Lane', '19 Orchard Way'];
const NETWORKS = [
  { name: 'of 16', prefixes: ['4', '51', '55'], length: 16, groups: [16] },
  { name: 'of 15', prefixes: ['34', '37'], length: 15, groups: [15] },
];
const SERVICES = ['Acme', 'Northwind', 'Globex'];

/** What stands in messages: codes to sign in with, contact cards, recipients, addresses, and numbers in base64. */
export function messages(): readonly Positive[] {
  const random = createRandom(2311);
  return [...LINES, ...NUMBERS].flatMap(({ variant, context, write }) =>
    Array.from({ length: EACH }, (): Positive => {
      return { kind: 'message', variant, context, form: 'text', marked: `${write(random)}\n` };
    }),
  );
}

interface Line {
  readonly variant: string;
  readonly context: string;
  write(random: Random): string;
}

const code = (random: Random): string => secret(random.digits(random.pick([4, 6, 8])));
const person = (random: Random): string => secret(random.pick(PEOPLE));
const mail = (random: Random): string => secret(`${fill(random, '{l7}')}@vexmoor.org`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const LINES: readonly Line[] = [
  { variant: 'code', context: 'sms', write: (random) => `Your ${random.pick(SERVICES)} code is ${code(random)}.` },
  { variant: 'code', context: 'sms', write: (random) => `${code(random)} is your ${random.pick(SERVICES)} login code` },
  { variant: 'code', context: 'mail', write: (random) => `Hello,\n\nuse code ${code(random)} to sign in.` },
  { variant: 'code', context: 'mail', write: (random) => `Enter code ${code(random)} to verify your new device.` },
  { variant: 'code', context: 'log', write: (random) => `sent verification code: ${code(random)} via sms` },
  {
    variant: 'contact card',
    context: 'vcard',
    write: (random) => `BEGIN:VCARD\nVERSION:4.0\nFN:${person(random)}\nEMAIL:${mail(random)}\nEND:VCARD`,
  },
  {
    variant: 'recipients',
    context: 'header',
    write: (random) => `To: ${person(random)} <${mail(random)}>, ${person(random)} <${mail(random)}>`,
  },
  { variant: 'address', context: 'form', write: (random) => `Address line 1: ${secret(random.pick(STREETS))}` },
  { variant: 'address', context: 'form', write: (random) => `Billing address: ${secret(random.pick(STREETS))}` },
  { variant: 'address', context: 'prose', write: (random) => `She lives at ${secret(random.pick(STREETS))}.` },
];

const NUMBERS: readonly Line[] = [base64, base64url].flatMap((encode) => [
  {
    variant: 'base64 of card',
    context: 'json',
    write: (random) => `{"n":1,"v":"${secret(encode(cardNumber(random, random.pick(NETWORKS))))}"}`,
  },
  { variant: 'base64 of ssn', context: 'query', write: (random) => `GET /x?v=${secret(encode(ssn(random)))}&n=1` },
  { variant: 'base64 of ssn', context: 'log', write: (random) => `stored ${secret(encode(ssn(random)))} for row 3` },
]);

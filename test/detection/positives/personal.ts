import { type Form, type Positive, secret } from '../case.js';
import { CONTEXTS, contextsNamed } from '../contexts.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';
import { phones } from './phones.js';

const EMAIL_EACH = 6;
const FIELD_EACH = 2;

/** E-mail addresses, phone numbers, American numbers, and what only a name or a word beside it can tell. */
export function personal(): readonly Positive[] {
  const random = createRandom(61);
  return [...emails(random), ...phones(createRandom(67)), ...american(random), ...fields(random)];
}

const LOCALS = [
  'ann.berg',
  'j_doe',
  'otto+news',
  'x',
  "o'neil",
  'k.v.d.meer',
  '42north',
  'sales-de',
  'Marie.Curie',
  'a_b.c-d',
];
const DOMAINS = [
  'vexmoor.org',
  'mail.acme-tools.co.uk',
  'firma.de',
  'uni.example.edu',
  'gmail.com',
  'sub.a.firm.io',
  'xn--mnchen-3ya.de',
  'studio.photography',
];
const FOREIGN = [
  'jörg@müller.de',
  'δοκιμή@παράδειγμα.ελ',
  '用户@例子.中国',
  'почта@пример.рф',
  'renée@café.fr',
  'anna@bücher.example',
];

function emails(random: Random): readonly Positive[] {
  const one = (): string => `${random.pick(LOCALS)}@${random.pick(DOMAINS)}`;
  const at = (variant: string, context: string, marked: string, form: Form = 'text'): Positive => ({
    kind: 'email',
    variant,
    context,
    form,
    marked,
  });
  const plain = CONTEXTS.flatMap((context) =>
    Array.from({ length: EMAIL_EACH }, () =>
      at('plain', context.name, context.write(secret(one().replace("'", '')), random), context.form),
    ),
  );
  const apostrophes = contextsNamed('prose', 'rows').map((context) =>
    at('apostrophe', context.name, context.write(secret(`o'neil@${random.pick(DOMAINS)}`), random), context.form),
  );
  const foreign = contextsNamed('prose', 'json', 'rows', 'csv', 'log', 'html').flatMap((context) =>
    FOREIGN.map((value) => at('international', context.name, context.write(secret(value), random), context.form)),
  );
  const written = Array.from({ length: EMAIL_EACH }, () => [
    at('%40', 'url', `https://example.com/unsubscribe?to=${secret(one().replace("'", '').replace('@', '%40'))}&n=3\n`),
    at('%40', 'log', `GET /find?q=${secret(one().replace("'", '').replace('@', '%40'))} 200\n`),
    at('&#64;', 'html', `<p>Write to ${secret(one().replace("'", '').replace('@', '&#64;'))} today</p>\n`),
    at('mailto', 'html', `<a href="mailto:${secret(one().replace("'", ''))}?subject=hi">mail</a>\n`),
    at('angle brackets', 'header', `From: Ann Berg <${secret(one().replace("'", ''))}>\n`),
    at('object key', 'rows', `{"votes":{"${secret(one().replace("'", ''))}":3}}`, 'rows'),
    at(
      'list',
      'csv text',
      `${secret(one().replace("'", ''))};${secret(one().replace("'", ''))},${secret(one().replace("'", ''))}\n`,
    ),
  ]).flat();
  return [...plain, ...apostrophes, ...foreign, ...written];
}

export function ssn(random: Random): string {
  const area = random.pick([random.between(1, 665), random.between(667, 899)]);
  const part = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${part(area, 3)}-${part(random.between(1, 99), 2)}-${part(random.between(1, 9999), 4)}`;
}

function itin(random: Random): string {
  const group = random.pick([random.between(70, 88), random.between(90, 92), random.between(94, 99)]);
  return `9${random.digits(2)}-${group}-${random.digits(4)}`;
}

function american(random: Random): readonly Positive[] {
  const ein = (): string => `${random.pick(['12', '20', '36', '45', '82', '94'])}-${random.digits(7)}`;
  const of = (kind: string, make: () => string, label: string, name: string): readonly Positive[] =>
    Array.from({ length: 6 }, () => [
      at(kind, 'prose', `His ${label} is ${secret(make())} as the form says.\n`),
      at(kind, 'prose', `${label}: ${secret(make())}\n`),
      at(kind, 'rows', `{"id":3,"${name}":"${secret(make())}"}`, 'rows'),
      at(kind, 'json', `{"id":3,"${name}":"${secret(make())}","n":1}\n`),
      at(kind, 'csv', `id,${name},n\n3,${secret(make())},1\n`, 'csv'),
      at(kind, 'log', `INFO ${name}=${secret(make())} status=ok\n`),
    ]).flat();
  const at = (kind: string, context: string, marked: string, form: Form = 'text'): Positive => ({
    kind,
    variant: kind,
    context,
    form,
    marked,
  });
  const bare = contextsNamed('prose', 'json', 'rows', 'csv text', 'csv', 'log', 'html').flatMap((context) =>
    Array.from({ length: 4 }, () => at('ssn', context.name, context.write(secret(ssn(random)), random), context.form)),
  );
  const undashed = (): string => ssn(random).replaceAll('-', '');
  return [
    ...bare,
    ...of('ssn', () => ssn(random), 'SSN', 'ssn'),
    ...of('ssn without dashes', undashed, 'social security number', 'social_security_number'),
    ...of('itin', () => itin(random), 'ITIN', 'itin'),
    ...of('ein', ein, 'EIN', 'ein'),
  ];
}

const FIRST = ['Ann', 'Jörg', 'María', 'Chloé', 'Piotr', 'Yuki', 'Fatima', 'Sven', "D'Angelo", 'Li'];
const LAST = [
  'Berg',
  'Müller',
  'García López',
  'van der Meer',
  'Kowalski',
  'Sørensen',
  'Okafor',
  'Nguyễn',
  'Smith-Jones',
  'Wu',
];
const STREETS = [
  '12 Harbour Street',
  '221B Baker Street',
  'Lindenstraße 45',
  '7, rue de la Paix',
  'Calle Mayor 3, 2º',
  '1600 Oak Avenue, Apt 4',
  'Via Roma 10',
];

interface Field {
  readonly kind: string;
  readonly names: readonly string[];
  make(random: Random): string;
}

const date = (random: Random): string => {
  const [year, month, day] = [random.between(1940, 2007), random.between(1, 12), random.between(1, 28)].map((part) =>
    String(part).padStart(2, '0'),
  );
  return random.pick([`${year}-${month}-${day}`, `${month}/${day}/${year}`, `${day}.${month}.${year}`]);
};

const FIELDS: readonly Field[] = [
  { kind: 'name', names: ['first_name', 'firstName', 'given_name', 'forename'], make: (random) => random.pick(FIRST) },
  { kind: 'name', names: ['last_name', 'lastName', 'surname', 'family_name'], make: (random) => random.pick(LAST) },
  {
    kind: 'name',
    names: ['full_name', 'fullName', 'customer_name', 'patient_name', 'cardholder_name', 'contact_name'],
    make: (random) => `${random.pick(FIRST)} ${random.pick(LAST)}`,
  },
  {
    kind: 'birth date',
    names: ['date_of_birth', 'dateOfBirth', 'birth_date', 'dob', 'birthday', 'geburtsdatum'],
    make: date,
  },
  {
    kind: 'address',
    names: ['street_address', 'address_line_1', 'home_address', 'billing_address', 'postal_address', 'street'],
    make: (random) => random.pick(STREETS),
  },
  {
    kind: 'passport',
    names: ['passport_number', 'passportNo'],
    make: (random) => fill(random, random.pick(['{D9}', 'C{U8}', 'X{D8}'])),
  },
  {
    kind: 'driving licence',
    names: ['driver_license_number', 'driving_licence'],
    make: (random) => fill(random, random.pick(['D{D7}', '{U9}', '{D8}'])),
  },
  { kind: 'bank account', names: ['account_number', 'bank_account_number'], make: (random) => fill(random, '{D8-12}') },
  { kind: 'card check value', names: ['cvv', 'cvc', 'security_code'], make: (random) => random.digits(3) },
  {
    kind: 'phone',
    names: ['phone', 'phone_number', 'mobile', 'telephone', 'fax'],
    make: (random) => fill(random, random.pick(['0{D9}', '{D10}', '030 {D7}'])),
  },
  { kind: 'pin', names: ['pin', 'pin_code'], make: (random) => random.digits(random.pick([4, 6])) },
];

/** Data that only the name of its field gives away: as rows, as CSV and as JSON text. */
function fields(random: Random): readonly Positive[] {
  const at = (kind: string, variant: string, context: string, form: Form, marked: string): Positive => ({
    kind,
    variant,
    context,
    form,
    marked,
  });
  const named = FIELDS.flatMap(({ kind, names, make }) =>
    names.flatMap((name) =>
      Array.from({ length: FIELD_EACH }, () => [
        at(kind, name, 'rows', 'rows', `{"id":3,"${name}":"${secret(make(random))}","city_count":1}`),
        at(kind, name, 'rows', 'rows', `{"id":3,"person":{"${name}":"${secret(make(random))}"}}`),
        at(kind, name, 'csv', 'csv', `id,${name},n\n3,"${secret(make(random))}",1\n`),
      ]).flat(),
    ),
  );
  const born = Array.from({ length: 6 }, () => [
    at('birth date', 'context word', 'prose', 'text', `Date of birth: ${secret(date(random))}\n`),
    at(
      'birth date',
      'context word',
      'prose',
      'text',
      `The patient, born on ${secret(date(random))}, came back in May.\n`,
    ),
    at('birth date', 'context word', 'prose', 'text', `DOB ${secret(date(random))}, no allergies.\n`),
    at('birth date', 'context word', 'json', 'text', `{"date_of_birth":"${secret(date(random))}","n":1}\n`),
    at('name', 'context word', 'json', 'text', `{"first_name":"${secret(random.pick(FIRST))}","n":1}\n`),
  ]).flat();
  const whole = (): string => secret(`${random.pick(FIRST)} ${random.pick(LAST)}`);
  const labelled = Array.from({ length: 6 }, () => [
    at('address', 'context word', 'prose', 'text', `Address: ${secret(random.pick(STREETS))}\n`),
    at('address', 'context word', 'prose', 'text', `Ship it to my home address: ${secret(random.pick(STREETS))}\n`),
    at('name', 'context word', 'prose', 'text', `Full name: ${whole()}\n`),
    at('name', 'context word', 'prose', 'text', `Patient name: ${whole()}\nWard: 7\n`),
  ]).flat();
  return [...named, ...born, ...labelled];
}

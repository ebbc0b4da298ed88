import { type Form, type Positive, secret } from '../case.js';
import { createRandom, DIGITS, HEX, type Random, seedOf, UPPER } from '../random.js';
import { two } from './national-number.js';

const ROUNDS = 3;

/** What papers, patients and cars are known by: nothing without the word beside it. */
interface Document {
  readonly name: string;
  readonly pack?: 'uk' | 'in';
  readonly labels: readonly string[];
  readonly field: string;
  make(random: Random): string;
}

const letters = (random: Random, count: number): string => random.chars(UPPER.replace(/[IOQ]/g, ''), count);

const DOCUMENTS: readonly Document[] = [
  {
    name: 'US driver licence',
    labels: ["driver's license", 'Driver License No.', 'drivers license number'],
    field: 'drivers_license_number',
    make: (random) =>
      random.pick([
        letters(random, 1) + random.digits(7),
        `${letters(random, 1)}${random.digits(3)}-${random.digits(3)}-${random.digits(2)}-${random.digits(3)}-${random.digits(1)}`,
        `${letters(random, 1)}-${random.digits(3)}-${random.digits(3)}-${random.digits(3)}-${random.digits(3)}`,
        `${random.digits(2)}${letters(random, 3)}${random.digits(5)}`,
        `${letters(random, 1)}${random.digits(2)}-${random.digits(2)}-${random.digits(4)}`,
      ]),
  },
  {
    name: 'passport',
    labels: ['passport number', 'Passport No.', 'passport'],
    field: 'passport_number',
    make: (random) =>
      random.pick([
        `P${random.digits(7)}A`,
        `${letters(random, 2)}${random.digits(7)}`,
        `${letters(random, 1)}${random.digits(8)}`,
        `${letters(random, 1)}${random.digits(6)}`,
      ]),
  },
  {
    name: 'UK plate',
    pack: 'uk',
    labels: ['number plate', 'Car reg', 'vehicle registration'],
    field: 'number_plate',
    make: (random) => `${letters(random, 2)}${random.digits(2)}${random.pick([' ', ''])}${letters(random, 3)}`,
  },
  {
    name: 'IN plate',
    pack: 'in',
    labels: ['vehicle number', 'Vehicle No.', 'number plate'],
    field: 'vehicle_number',
    make: (random) =>
      [random.pick(['MH', 'DL', 'KA', 'TN']), two(random.between(1, 99)), letters(random, 2), random.digits(4)].join(
        random.pick([' ', '', '-']),
      ),
  },
  {
    name: 'ICD code',
    labels: ['ICD-10', 'ICD-10 code', 'diagnosis code'],
    field: 'icd10_code',
    make: (random) => `${random.chars('ABCEFGHIJKMNS', 1)}${random.digits(2)}.${random.digits(random.between(1, 2))}`,
  },
  {
    name: 'blood type',
    labels: ['blood type', 'Blood group', 'Blutgruppe'],
    field: 'blood_type',
    make: (random) => random.pick(['A', 'B', 'AB', 'O']) + random.pick(['+', '-', ' positive', ' negative', ' Rh+']),
  },
  {
    name: 'patient number',
    labels: ['MRN', 'medical record number'],
    field: 'mrn',
    make: (random) => String(random.between(1, 9)) + random.chars(DIGITS, random.between(6, 9)),
  },
  {
    name: 'UK postcode',
    labels: ['postcode', 'Postcode'],
    field: 'postcode',
    make: (random) =>
      `${random.pick(['SW1A', 'M1', 'EC2V', 'LS6'])} ${random.between(1, 9)}${random.pick(['AA', 'XY'])}`,
  },
];

/** Numbers of papers, codes of diseases, groups of blood, containers of keys, and what is printed beside a card's number. */
export function documents(): readonly Positive[] {
  const all = DOCUMENTS.flatMap((document) => {
    const random = createRandom(seedOf(document.name));
    return Array.from({ length: ROUNDS }, () => casesOf(document, random)).flat();
  });
  const random = createRandom(97);
  return [...all, ...Array.from({ length: ROUNDS }, () => [...containers(random), ...expiries(random)]).flat()];
}

function casesOf({ name, pack, labels, field, make }: Document, random: Random): readonly Positive[] {
  const value = (): string => secret(make(random));
  const at = (context: string, marked: string, form: Form = 'text'): Positive => ({
    kind: 'document',
    variant: name,
    context,
    form,
    marked,
    ...(pack === undefined ? {} : { pack }),
  });
  return [
    at('prose', `${random.pick(labels)}: ${value()}\n`),
    at('prose', `We have the ${random.pick(labels)} ${value()} on file, thank you.\n`),
    at('json', `{"id":5,"${field}":"${value()}","n":1}\n`),
    at('rows', `{"id":5,"${field}":"${value()}"}`, 'rows'),
    at('csv', `id,${field},n\n5,${value()},1\n`, 'csv'),
    at('csv table', `id,${field},n\n5,${value()},1\n6,${value()},2\n`),
  ];
}

/** The beginning of a PKCS#12 file of that length, and then bytes of no meaning. */
function containers(random: Random): readonly Positive[] {
  const bytes = random.between(900, 1800);
  const head = Buffer.from('308200000201033082000006092a864886f70d010701', 'hex');
  head.writeUInt16BE(bytes - 4, 2);
  const body = Buffer.concat([head, Buffer.from(random.chars(HEX, (bytes - head.length) * 2), 'hex')]);
  const value = secret(body.toString('base64'));
  const at = (context: string, form: Form, marked: string): Positive => {
    return { kind: 'private key', variant: 'PKCS#12', context, form, marked };
  };
  return [
    at('env', 'text', `SIGNING_PFX=${value}\nMODE=fast\n`),
    at('json', 'text', `{"p12":"${value}","n":1}\n`),
    at('rows', 'rows', `{"pfx_base64":"${value}"}`),
  ];
}

function expiries(random: Random): readonly Positive[] {
  const card = secret('4111111111111111');
  const month = two(random.between(1, 12));
  const year = String(random.between(26, 34));
  const slash = secret(`${month}/${year}`);
  const at = (context: string, form: Form, marked: string): Positive => {
    return { kind: 'card', variant: 'with its expiry', context, form, marked };
  };
  return [
    at('prose', 'text', `Card ${card}, exp ${slash}, CVV ${secret('927')}\n`),
    at('prose', 'text', `${card} valid thru ${slash}\n`),
    at('json', 'text', `{"number":"${card}","exp_month":${secret(month)},"exp_year":${secret(`20${year}`)},"n":1}\n`),
    at('rows', 'rows', `{"card_number":"${card}","expiry":"${slash}"}`),
    at(
      'csv table',
      'text',
      `card_number,expiry,cvv\n${card},${slash},${secret('927')}\n${card},${slash},${secret('311')}\n`,
    ),
  ];
}

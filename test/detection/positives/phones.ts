import { type Positive, secret } from '../case.js';
import { type Context, contextsNamed } from '../contexts.js';
import type { Random } from '../random.js';
import { fill } from '../template.js';

const INTERNATIONAL = [
  '+1 415 2{D2} {D4}',
  '+1-212-5{D2}-{D4}',
  '+1 (650) 3{D2}-{D4}',
  '+14082{D6}',
  '+44 20 7{D3} {D4}',
  '+44 7911 {D6}',
  '+447700{D6}',
  '+49 30 {D8}',
  '+49 171 {D7}',
  '+491522{D7}',
  '+33 6 {D2} {D2} {D2} {D2}',
  '+336{D8}',
  '+34 612 {D3} {D3}',
  '+39 347 {D7}',
  '+31 6 {D8}',
  '+48 512 {D3} {D3}',
  '+46 70 {D3} {D2} {D2}',
  '+358 40 {D7}',
  '+91 98{D3} {D5}',
  '+55 11 9{D4}-{D4}',
  '+61 4{D2} {D3} {D3}',
  '+81 90-{D4}-{D4}',
  '+90 532 {D3} {D2} {D2}',
  '+82 10-{D4}-{D4}',
  '+65 9{D3} {D4}',
  '+27 82 {D3} {D4}',
];

const NATIONAL = [
  '(415) 2{D2}-{D4}',
  '(212) 555-{D4}',
  '650-3{D2}-{D4}',
  '030 {D4}{D4}',
  '0171 {D7}',
  '020 7{D3} {D4}',
  '07911 {D6}',
  '06 {D2} {D2} {D2} {D2}',
  '612 {D3} {D3}',
  '347 {D3} {D4}',
];

const LABELS = ['Phone', 'Tel.', 'Mobile', 'call me at', 'Telefon', 'Tél', 'my phone number is', 'Fax'];

/** Phone numbers with a country code in every context, national ones with a word that tells. */
export function phones(random: Random): readonly Positive[] {
  const places = contextsNamed('prose', 'json', 'rows', 'csv text', 'csv', 'log', 'html', 'yaml');
  const international = INTERNATIONAL.flatMap((template, index) =>
    [index, index + 3, index + 5].flatMap((turn) =>
      places
        .slice(turn % places.length, (turn % places.length) + 1)
        .map((context) => inContext(random, template, context)),
    ),
  );
  const national = NATIONAL.flatMap((template) =>
    Array.from({ length: 4 }, (): readonly Positive[] => [
      labelled(random, template, 'prose', (label, value) => `${label}: ${value}\n`),
      labelled(random, template, 'prose', (label, value) => `You can reach us by day. ${label} ${value}, thank you.\n`),
      labelled(random, template, 'html', (label, value) => `<p>${label} <b>${value}</b></p>\n`),
    ]).flat(),
  );
  return [...international, ...national];
}

function inContext(random: Random, template: string, context: Context): Positive {
  const marked = context.write(secret(fill(random, template)), random);
  return { kind: 'phone', variant: 'international', context: context.name, form: context.form, marked };
}

function labelled(
  random: Random,
  template: string,
  context: string,
  write: (label: string, value: string) => string,
): Positive {
  const marked = write(random.pick(LABELS), secret(fill(random, template)));
  return { kind: 'phone', variant: 'national with a word', context, form: 'text', marked };
}

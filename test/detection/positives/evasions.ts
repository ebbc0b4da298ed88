import { type Form, type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';
import { cardNumber, grouped } from './financial.js';
import { ssn } from './personal.js';

const ROUNDS = 8;
const VISA = { name: 'visa', prefixes: ['4'], length: 16, groups: [4, 4, 4, 4] };
const ZERO_WIDTH = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'];
const SEPARATORS = ['\u{a0}', '\u{2009}', '\u{2013}', '.', '/', '  ', ' - ', '\u{2011}'];

/** The same secrets in disguise. */
export function evasions(): readonly Positive[] {
  const random = createRandom(71);
  return Array.from({ length: ROUNDS }, () => [
    ...fullWidth(random),
    ...zeroWidth(random),
    ...separators(random),
    ...keys(random),
    ...base64(random),
  ]).flat();
}

function at(variant: string, context: string, marked: string, form: Form = 'text'): Positive {
  return { kind: 'evasion', variant, context, form, marked };
}

function wide(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

const card = (random: Random, separator: string): string => grouped(cardNumber(random, VISA), VISA.groups, separator);

function fullWidth(random: Random): readonly Positive[] {
  return [
    at('full-width card', 'prose', `The card ${secret(wide(card(random, ' ')))} was sent.\n`),
    at('full-width card', 'rows', `{"note":"${secret(wide(card(random, '')))}"}`, 'rows'),
    at('full-width ssn', 'prose', `SSN ${secret(wide(ssn(random)))} was sent.\n`),
    at('full-width phone', 'prose', `Phone: ${secret(wide(fill(random, '+49 171 {D7}')))} at night.\n`),
    at('full-width at sign', 'prose', `Write to ${secret('ann.berg\u{ff20}vexmoor.org')} soon.\n`),
  ];
}

function zeroWidth(random: Random): readonly Positive[] {
  const sprinkle = (text: string): string => {
    const gap = random.pick(ZERO_WIDTH);
    const places = [random.between(1, 4), random.between(6, text.length - 1)];
    return [...text].map((character, index) => (places.includes(index) ? gap + character : character)).join('');
  };
  return [
    at('zero width in card', 'prose', `The card ${secret(sprinkle(card(random, '')))} was sent.\n`),
    at('zero width in card', 'rows', `{"note":"${secret(sprinkle(card(random, ' ')))}"}`, 'rows'),
    at('zero width in email', 'prose', `Write to ${secret(sprinkle('ann.berg@vexmoor.org'))} soon.\n`),
    at('zero width in key', 'prose', `It is ${secret(sprinkle(fill(random, 'ghp_{A36}')))}, I think.\n`),
    at('zero width in key', 'log', `note=${secret(sprinkle(fill(random, 'AKIA{b16}')))} ok\n`),
    at('zero width in ssn', 'prose', `SSN ${secret(sprinkle(ssn(random)))} was sent.\n`),
    at('zero width in name', 'text', `pass\u{200b}word=${secret(fill(random, '{C6}{D4}'))}\n`),
  ];
}

function separators(random: Random): readonly Positive[] {
  const mixed = (): string => {
    const digits = card(random, ' ').split(' ');
    return digits.reduce((before, group) => before + random.pick([' ', '-', '.', '\u{a0}']) + group);
  };
  const odd = random.pick(SEPARATORS);
  return [
    at('mixed separators in card', 'prose', `The card ${secret(mixed())} was sent.\n`),
    at('odd separators in card', 'prose', `The card ${secret(card(random, odd))} was sent.\n`),
    at('odd separators in card', 'rows', `{"card":"${secret(card(random, odd))}"}`, 'rows'),
    at(
      'odd separators in ssn',
      'prose',
      `SSN: ${secret(ssn(random).replaceAll('-', random.pick([' ', '.', '\u{2011}', '\u{2013}'])))}\n`,
    ),
    at(
      'odd separators in phone',
      'prose',
      `Phone: ${secret(fill(random, random.pick(['+49.171.{D7}', '+1.415.2{D2}.{D4}', '+33\u{a0}6\u{a0}{D2}\u{a0}{D2}\u{a0}{D2}\u{a0}{D2}'])))}\n`,
    ),
  ];
}

function keys(random: Random): readonly Positive[] {
  return [
    at('object key', 'rows', `{"by_card":{"${secret(card(random, ' '))}":2}}`, 'rows'),
    at('object key', 'rows', `{"by_key":{"${secret(fill(random, 'ghp_{A36}'))}":2}}`, 'rows'),
    at('object key', 'rows', `{"by_person":{"${secret(ssn(random))}":{"n":1}}}`, 'rows'),
    at('object key', 'json', `{"by_mail":{"${secret(`${fill(random, '{l6}')}@vexmoor.org`)}":1}}\n`),
  ];
}

function base64(random: Random): readonly Positive[] {
  const packed = (text: string): string => secret(Buffer.from(text).toString('base64'));
  const line = (word: string): string => `-----${word} PRIVATE KEY-----`;
  return [
    at('base64 of key', 'rows', `{"data":{"file":"${packed(fill(random, 'ghp_{A36}'))}"}}`, 'rows'),
    at('base64 of key', 'json', `{"n":1,"blob":"${packed(fill(random, 'sk-ant-api03-{B93}AA'))}","m":2}\n`),
    at(
      'base64 of pem',
      'yaml',
      `data:\n  tls.key: ${packed(`${line('BEGIN')}\nMII${fill(random, '{S300}')}\n${line('END')}\n`)}\n`,
    ),
    at(
      'base64 of url',
      'yaml',
      `data:\n  dsn: ${packed(fill(random, 'postgres://app:{A16}@db.internal:5432/main'))}\n`,
    ),
    at('base64 under password', 'yaml', `kind: Secret\ndata:\n  password: ${packed(fill(random, '{C6}{D4}'))}\n`),
    at('base64 of assignment', 'log', `payload=${packed(fill(random, 'user=app&password={A16}'))} ok\n`),
    at('base64 of email', 'rows', `{"subject":"${packed(`${fill(random, '{l8}')}@vexmoor.org`)}"}`, 'rows'),
  ];
}

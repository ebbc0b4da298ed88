import { type Form, type Positive, secret } from '../case.js';
import { contextsNamed } from '../contexts.js';
import { createRandom, type Random, seedOf } from '../random.js';
import { EUROPEAN_NUMBERS } from './european-numbers.js';
import { MORE_NUMBERS } from './more-numbers.js';
import type { NationalNumber } from './national-number.js';
import { OTHER_NUMBERS } from './other-numbers.js';

const ROUNDS = 3;

/** National numbers with a word or a field name beside them; alone only if nothing else looks like them. */
export function nationalNumbers(): readonly Positive[] {
  return [...EUROPEAN_NUMBERS, ...OTHER_NUMBERS, ...MORE_NUMBERS].flatMap((number) => {
    const random = createRandom(seedOf(number.name));
    return Array.from({ length: ROUNDS }, () => casesOf(number, random)).flat();
  });
}

function casesOf(number: NationalNumber, random: Random): readonly Positive[] {
  const { name, pack, field, labels } = number;
  const label = (): string => random.pick(labels);
  const value = (): string => secret(number.make(random));
  const at = (context: string, marked: string, form: Form = 'text'): Positive => ({
    kind: 'national number',
    variant: name,
    context,
    form,
    marked,
    pack,
  });
  const alone = contextsNamed('prose', 'json', 'rows', 'csv text', 'csv', 'log').map((context) =>
    at(`${context.name}, alone`, context.write(value(), random), context.form),
  );
  return [
    at('prose', `${label()}: ${value()}\n`),
    at('prose', `We have your ${label()} ${value()} on file, thank you.\n`),
    at('html', `<p>${label()}: <b>${value()}</b></p>\n`),
    at('json', `{"id":5,"${field}":"${value()}","n":1}\n`),
    at('rows', `{"id":5,"${field}":"${value()}"}`, 'rows'),
    at('csv', `id,${field},n\n5,${value()},1\n`, 'csv'),
    at('log', `INFO import ${field}=${value()} ok\n`),
    ...(number.isDistinct === true ? alone : []),
  ];
}

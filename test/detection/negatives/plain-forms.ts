import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';

const EACH = 6;
const NOUNS = ['password', 'passphrase', 'passwd'];
const MANY = ['eight', 'ten', 'twelve', 'sixteen'];

const noun = (random: Random): string => random.pick(NOUNS);

/** Sentences, source code and settings in the forms that secrets take elsewhere. */
const LINES: Readonly<Record<string, (random: Random) => string>> = {
  'rule for passwords': (random) =>
    `${noun(random)}: must be at least ${random.pick(MANY)} characters long\n${noun(random)}: choose something very secure`,
  'description of a field': (random) =>
    `  ${noun(random)}: plain text given by ${random.pick(['callers', 'clients'])}\n  ${noun(random)}: hashed before saving to disk`,
};

/** Texts without secrets that are written like those of `more-forms.ts`. */
export function plainForms(): readonly Negative[] {
  const random = createRandom(4027);
  return Object.entries(LINES).flatMap(([context, line]) =>
    Array.from(
      { length: EACH },
      (): Negative => ({ kind: 'plain form', context, form: 'text', text: `${line(random)}\n` }),
    ),
  );
}

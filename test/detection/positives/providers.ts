import { type Positive, secret } from '../case.js';
import { contextsNamed } from '../contexts.js';
import { createRandom, seedOf } from '../random.js';
import { fill } from '../template.js';
import { PLATFORM_FORMATS } from './provider-formats.js';
import { SERVICE_FORMATS } from './service-formats.js';

const FORMATS = [...PLATFORM_FORMATS, ...SERVICE_FORMATS];
const CONTEXTS = contextsNamed(
  'prose',
  'json',
  'rows',
  'csv text',
  'csv',
  'yaml',
  'env',
  'log',
  'html',
  'markdown',
  'code',
);
const URL = contextsNamed('url');
const CONTEXTS_EACH = 5;

/** Every format in five contexts, and in a query string if it needs no escaping there. */
export function providerKeys(): readonly Positive[] {
  return FORMATS.flatMap(([variant, template], index) => {
    const random = createRandom(seedOf(variant));
    const turns = Array.from({ length: CONTEXTS_EACH }, (_, turn) => (index + turn * 2) % CONTEXTS.length);
    const places = turns.flatMap((turn) => CONTEXTS.slice(turn, turn + 1));
    const inUrl = /[^\w{}.~-]/.test(template) ? [] : URL;
    return [...places, ...inUrl].map((context): Positive => {
      const value = markedPart(fill(random, template));
      const marked = context.write(value, random);
      return { kind: 'provider key', variant, context: context.name, form: context.form, marked };
    });
  });
}

function markedPart(value: string): string {
  return value.includes('<') ? value.replace(/<(.*)>/, (_, inner: string) => secret(inner)) : secret(value);
}

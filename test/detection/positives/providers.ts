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

/** What a manifest or a message holds of a key: all of it, and the end of its line, in base64. */
export function encodedProviderKeys(): readonly Positive[] {
  return FORMATS.filter(([, template]) => !template.includes('<')).flatMap(([variant, template]) => {
    const random = createRandom(seedOf(`base64 ${variant}`));
    const encode = (text: string): string => secret(Buffer.from(text).toString('base64'));
    const [inYaml, inJson] = [encode(`${fill(random, template)}\n`), encode(fill(random, template))];
    return [
      { kind: 'evasion', variant, context: 'base64 yaml', form: 'text', marked: `data:\n  value: ${inYaml}\n` },
      { kind: 'evasion', variant, context: 'base64 json', form: 'text', marked: `{"n":1,"value":"${inJson}"}\n` },
    ] satisfies readonly Positive[];
  });
}

function markedPart(value: string): string {
  return value.includes('<') ? value.replace(/<(.*)>/, (_, inner: string) => secret(inner)) : secret(value);
}

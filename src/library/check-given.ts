import type * as z from 'zod';
import { moreMistakes } from '../config/mistakes.js';
import { schemaMistakes, type Wording } from '../config/schema-mistakes.js';
import { KernelError } from '../contract/errors.js';
import { firstWrong } from '../contract/library-schemas/first-wrong.js';
import { pathText } from '../contract/path-text.js';

const MOST_TOLD = 5;
const WORDING: Wording = { unknown: 'unknown member', hint: (path) => `correct ${path}` };

/**
 * What was given to a public function, as its schema has it. Throws USAGE with the path of every mistake, which begins
 * with the name of the function: `expand.fliter: unknown member, did you mean filter?`
 */
export function checkGiven<Output>(schema: z.ZodType<Output>, value: unknown, place: string): Output {
  const parsed = parse(schema, value, place);
  if (parsed.success) {
    return parsed.data;
  }
  const mistakes = schemaMistakes(parsed.error, schema, { steps: place.split('.'), wording: WORDING });
  const told = mistakes.slice(0, MOST_TOLD).map(({ path, message, hint = '' }) => {
    const isUnknown = message === WORDING.unknown && hint !== '';
    return `${printable(path)}: ${message}${isUnknown ? `, ${hint}` : ''}`;
  });
  throw new KernelError('USAGE', `${told.join('; ')}${moreMistakes(mistakes.length - told.length)}`, {
    hint: mistakes[0]?.hint ?? `correct what is given to ${place}`,
    details: { mistakes: mistakes.map(({ path, message }) => ({ path: printable(path), message })) },
  });
}

/** What throws when it is looked at is a mistake like any other. */
function parse<Output>(schema: z.ZodType<Output>, value: unknown, place: string) {
  try {
    return schema.safeParse(value, { reportInput: true });
  } catch {
    const path = printable(pathText([...place.split('.'), ...(firstWrong(value, 'anything') ?? [])]));
    throw new KernelError('USAGE', `${path}: cannot be read`, { hint: `correct ${path}` });
  }
}

/** Names of members may be anybody's. */
function printable(path: string): string {
  return path.slice(0, 200).replace(/[^\w.[\]-]/g, '?');
}

import type * as z from 'zod';
import { nearestName } from '../contract/did-you-mean.js';
import { pathText } from '../contract/path-text.js';
import type { LocatedMistake } from './mistakes.js';

/** How mistakes are told to those who made them. */
export interface Wording {
  readonly unknown: string;
  readonly hint: (path: string) => string;
}

const OF_CONFIG: Wording = {
  unknown: 'is not a setting',
  hint: (path) => `correct ${path}; see akernel config schema`,
};

/** What other programs call a setting. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  address: 'url',
  arguments: 'args',
  cmd: 'command',
  endpoint: 'url',
  environment: 'env',
  executable: 'command',
  program: 'command',
  uri: 'url',
  working_directory: 'cwd',
};

/** What zod found wrong, as mistakes with a hint each; `steps` leads to where the schema begins. */
export function schemaMistakes(
  error: z.ZodError,
  schema: z.ZodType,
  { steps = [], wording = OF_CONFIG }: { readonly steps?: readonly PropertyKey[]; readonly wording?: Wording } = {},
): readonly LocatedMistake[] {
  return error.issues.flatMap((issue) => describe(issue, schema, { steps, wording }));
}

function describe(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  above: { readonly steps: readonly PropertyKey[]; readonly wording: Wording },
): readonly LocatedMistake[] {
  const steps = [...above.steps, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path, issue.input);
    return issue.keys.map((key) => {
      const other = OTHER_NAMES[key.toLowerCase()];
      const near = other !== undefined && known.includes(other) ? other : nearestName(key, known);
      const list = known.length === 0 ? 'there are none here' : `known are ${known.join(', ')}`;
      const hint = near === undefined ? list : `did you mean ${near}?`;
      return located([...steps, key], above.wording.unknown, hint);
    });
  }
  const message = messageOf(issue);
  const own = issue.code === 'custom' ? issue.params?.['hint'] : likelyValue(issue);
  return [located(steps, message, typeof own === 'string' ? own : above.wording.hint(pathText(steps)))];
}

/** The one of several words that was probably meant. */
function likelyValue(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') {
    return undefined;
  }
  const near = nearestName(
    issue.input,
    issue.values.filter((value) => typeof value === 'string'),
  );
  return near === undefined ? undefined : `did you mean ${near}?`;
}

/** An issue has its input when the check was asked to report it. */
function messageOf(issue: z.core.$ZodIssue): string {
  const message = inWords(issue.message.replace(/^Invalid (?:input|option): /, ''));
  const isMissing = issue.code.startsWith('invalid_') && 'input' in issue && issue.input === undefined;
  return isMissing ? `is missing, ${message}` : message;
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'nothing',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** zod's words as people say them: `expected number, received string` is `expected a number, not text`. */
const IN_WORDS: readonly (readonly [pattern: RegExp, say: (...parts: readonly string[]) => string])[] = [
  [/^expected (\w+)(?:, received (\w+))?$/, (wanted, given) => `expected ${typeName(wanted)}${notGiven(given)}`],
  [
    /^Too (?:small|big): expected \w+ to (?:be|have) (\D*?)(-?\d.*)$/,
    (sign, amount) => `expected ${LIMITS[sign ?? ''] ?? sign}${amount}`,
  ],
  [
    /^expected one of ("[^"]*"(?:\|"[^"]*")*)$/,
    (list = '') => `expected one of ${list.slice(1, -1).split('"|"').join(', ')}`,
  ],
  [
    /^Invalid discriminator value\. Expected (.+)$/,
    (list = '') => `expected one of ${list.replaceAll("'", '').split(' | ').join(', ')}`,
  ],
  [/^Invalid (?:string|number): (.+)$/, (rule) => `${rule}`],
  [/^Invalid key in \w+$/, () => 'has a name that is not valid'],
  [/^Invalid value in \w+$/, () => 'has a value that is not valid'],
  [/^Invalid input$/, () => 'is not valid'],
  [/^Invalid (.+)$/, (what) => `is not a valid ${what}`],
];

const LIMITS: Readonly<Record<string, string>> = {
  '>=': 'at least ',
  '<=': 'at most ',
  '>': 'more than ',
  '<': 'less than ',
};

function typeName(name = ''): string {
  return TYPES[name] ?? name;
}

function notGiven(given: string | undefined): string {
  return given === undefined || given === 'undefined' ? '' : `, not ${typeName(given)}`;
}

function inWords(message: string): string {
  for (const [pattern, say] of IN_WORDS) {
    const found = pattern.exec(message);
    if (found !== null) {
      return say(...found.slice(1));
    }
  }
  return message;
}

export function located(steps: readonly PropertyKey[], message: string, hint: string): LocatedMistake {
  return { steps, path: pathText(steps), message, hint };
}

/** The names that the object of the schema knows which was given there. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[], given: unknown): readonly string[] {
  const at = unwrap(path.reduce<unknown>((above, step) => stepInto(unwrap(above), step), schema));
  const members = member(kinds(at).find((kind) => isKindOf(kind, at, given)) ?? at, 'shape');
  return typeof members === 'object' && members !== null ? Object.keys(members) : [];
}

/** Of a choice between objects, those it is between. */
function kinds(at: unknown): readonly unknown[] {
  const options = member(member(at, 'def'), 'options');
  return Array.isArray(options) ? options : [];
}

function isKindOf(kind: unknown, choice: unknown, given: unknown): boolean {
  const name = member(member(choice, 'def'), 'discriminator');
  const values = typeof name === 'string' ? member(member(member(member(kind, 'shape'), name), 'def'), 'values') : [];
  return typeof name === 'string' && Array.isArray(values) && values.includes(member(given, name));
}

function stepInto(at: unknown, step: PropertyKey): unknown {
  for (const kind of [at, ...kinds(at)]) {
    const found = member(member(kind, 'shape'), String(step));
    if (found !== undefined) {
      return found;
    }
  }
  const definition = member(at, 'def');
  return member(definition, 'element') ?? member(definition, 'valueType');
}

/** The schema inside optional ones and ones with a default. */
function unwrap(at: unknown): unknown {
  const inner = member(member(at, 'def'), 'innerType');
  return inner === undefined ? at : unwrap(inner);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

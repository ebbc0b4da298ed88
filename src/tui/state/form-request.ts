import { MINIMUM_BUDGET } from '../../contract/budget.js';
import { RESPONSE_MODES, type ResponseMode } from '../../contract/frame.js';
import type { Plan } from '../../contract/kernel.js';
import { isRecord } from '../text/cells.js';
import type { Form, FormProblems, FormValue } from './form.js';
import { type FormField, fieldKey, OTHER_ARGUMENTS } from './form-fields.js';
import { thrownError } from './thrown-error.js';

/** Arguments from `key=value` texts, typed as the schema says; throws when a text is no such value. */
export type CoerceArguments = (
  params: Readonly<Record<string, unknown>>,
  pairs: Readonly<Record<string, string>>,
) => Readonly<Record<string, unknown>>;

/** What a filled-in form asks for. */
export interface FormRequest {
  readonly args: Readonly<Record<string, unknown>>;
  /** Undefined: as a stream. */
  readonly mode?: ResponseMode;
  readonly maxTokens?: number;
  readonly sessionId?: string;
  readonly justification?: string;
  /** What the texts themselves are wrong in, before any schema is asked. */
  readonly problems: ReadonlyMap<string, string>;
}

export const RUN_FIELDS = { mode: 'run as', budget: 'budget', session: 'session', why: 'justification' } as const;

/** Fields for the run itself. A justification is asked for where policy wants one. */
export function runFields(options: {
  readonly sessions: readonly string[];
  readonly wantsWhy: boolean;
  readonly isAdmin: boolean;
}): readonly FormField[] {
  const { sessions, wantsWhy, isAdmin } = options;
  const modes = RESPONSE_MODES.filter((mode) => mode !== 'raw' || isAdmin);
  const field = { group: 'run', isRequired: false, choices: [] } as const;
  return [
    ...(wantsWhy
      ? [
          {
            ...field,
            name: RUN_FIELDS.why,
            kind: 'text',
            wanted: 'text',
            description: 'Why, for policy and trace.',
          } as const,
        ]
      : []),
    {
      ...field,
      name: RUN_FIELDS.mode,
      kind: 'choice',
      wanted: 'choice',
      isRequired: true,
      description: 'A stream arrives as it is made; the others give one frame at the end.',
      choices: ['stream', ...modes],
    },
    {
      ...field,
      name: RUN_FIELDS.budget,
      kind: 'number',
      wanted: 'whole number',
      description: `Model tokens that may be shown, ${MINIMUM_BUDGET} or more.`,
    },
    {
      ...field,
      name: RUN_FIELDS.session,
      kind: 'choice',
      wanted: 'choice',
      description: sessions.length === 0 ? 'There are none; view 2 makes one.' : 'Whose ledger pays for it.',
      choices: sessions,
    },
  ];
}

/** What the form asks for as it stands. */
export function formRequest(
  { fields, values }: Pick<Form, 'fields' | 'values'>,
  params: Readonly<Record<string, unknown>>,
  coerce: CoerceArguments,
): FormRequest {
  const args: [string, unknown][] = [];
  const problems = new Map<string, string>();
  const run: { mode?: ResponseMode; maxTokens?: number; sessionId?: string; justification?: string } = {};
  for (const [index, field] of fields.entries()) {
    const read = readField(field, values[index], { params, coerce });
    if (read.problem !== undefined) {
      problems.set(fieldKey(field), read.problem);
    } else if (field.group === 'run') {
      Object.assign(run, read.value === undefined ? {} : runMember(field.name, read.value));
    } else if (field.name === OTHER_ARGUMENTS) {
      args.push(...Object.entries(isRecord(read.value) ? read.value : {}));
    } else if (read.value !== undefined) {
      args.push([field.name, read.value]);
    }
  }
  return { args: Object.fromEntries(args), ...run, problems };
}

interface Reading {
  readonly params: Readonly<Record<string, unknown>>;
  readonly coerce: CoerceArguments;
}

interface Read {
  readonly value?: unknown;
  readonly problem?: string;
}

function readField(field: FormField, value: FormValue | undefined, reading: Reading): Read {
  if (field.kind === 'choice') {
    return { value: field.choices[value?.choice ?? -1] };
  }
  const text = value?.input.text ?? '';
  if (text === '') {
    return {};
  }
  if (field.name === OTHER_ARGUMENTS && field.group === 'argument') {
    return readOthers(text);
  }
  if (field.group === 'run') {
    return field.kind === 'number' ? readBudget(text) : { value: text };
  }
  try {
    return { value: reading.coerce(reading.params, { [field.name]: text })[field.name] };
  } catch (error) {
    return { problem: thrownError(error).message };
  }
}

function readOthers(text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value } : { problem: 'must be a JSON object such as {"a":1}' };
  } catch {
    return { problem: 'must be a JSON object such as {"a":1}' };
  }
}

function readBudget(text: string): Read {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= MINIMUM_BUDGET
    ? { value }
    : { problem: `must be a whole number of ${MINIMUM_BUDGET} or more` };
}

function runMember(name: string, value: unknown): Partial<FormRequest> {
  switch (name) {
    case RUN_FIELDS.mode: {
      const mode = RESPONSE_MODES.find((known) => known === value);
      return mode === undefined ? {} : { mode };
    }
    case RUN_FIELDS.budget:
      return typeof value === 'number' ? { maxTokens: value } : {};
    case RUN_FIELDS.session:
      return typeof value === 'string' ? { sessionId: value } : {};
    default:
      return typeof value === 'string' ? { justification: value } : {};
  }
}

const NAMED_ARGUMENT = /^(?:the argument|there is no argument) "([^"]*)"/;

/** What the texts and the kernel found wrong, each with its field as far as it has one. */
export function problemsOf(
  fields: readonly FormField[],
  request: Pick<FormRequest, 'problems'>,
  plan: Pick<Plan, 'args_errors'>,
): FormProblems {
  const byField = new Map(request.problems);
  const other: string[] = [];
  for (const sentence of plan.args_errors) {
    const path = NAMED_ARGUMENT.exec(sentence)?.[1] ?? '';
    const field = fields.find(({ group, name }) => group === 'argument' && isPathIn(path, name));
    if (field === undefined) {
      other.push(sentence);
    } else if (!byField.has(fieldKey(field))) {
      byField.set(fieldKey(field), sentence);
    }
  }
  return { byField, other };
}

function isPathIn(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

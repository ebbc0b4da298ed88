import { KernelError } from '../contract/errors.js';
import type { Filter, FilterCondition, FilterOperator } from '../contract/expansion.js';
import { type FilterPart, filterError, scanFilter } from './filter-scanner.js';
import { conditionsOf } from './filter-terms.js';

export const FILTER_OPERATORS = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '~',
  'in',
  'exists',
] as const satisfies FilterOperator[];

const MAX_LENGTH = 16 * 1024;
const MAX_CONDITIONS = 64;
const OPERATOR_HINT = `the operators are ${FILTER_OPERATORS.join(' ')}`;
const EXAMPLE = 'for example: status = "paid" and amount >= 10, id in [1,2], notes exists';

/**
 * Reads conditions such as `status = paid and amount >= 10`. `and` binds closest, then `or`, and a comma last: what
 * stands on each of its sides must hold. Bare words are strings, JSON
 * literals keep their type, quoted text is always a string. Throws USAGE for anything else.
 */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) {
    throw new KernelError('USAGE', 'the filter is too long', { hint: `keep it below ${MAX_LENGTH / 1024} KiB` });
  }
  const reader = createReader(scanFilter(text), text.length);
  if (reader.peek() === undefined) {
    throw new KernelError('USAGE', 'the filter is empty', { hint: EXAMPLE });
  }
  const groups: FilterCondition[][][] = [[[readCondition(reader)]]];
  while (reader.peek() !== undefined) {
    const joint = readJoint(reader);
    const condition = readCondition(reader);
    const group = groups.at(-1);
    if (joint === 'and') {
      group?.at(-1)?.push(condition);
    } else if (joint === 'or') {
      group?.push([condition]);
    } else {
      groups.push([[condition]]);
    }
  }
  const filter = groups.flatMap((group): Filter => (group.length === 1 ? group.flat() : [{ any: group }]));
  if (conditionsOf(filter).length > MAX_CONDITIONS) {
    throw new KernelError('USAGE', `a filter has at most ${MAX_CONDITIONS} conditions`, { hint: 'use in [...]' });
  }
  return filter;
}

interface Reader {
  readonly peek: () => FilterPart | undefined;
  /** The next part; throws when there is none. */
  readonly take: (expected: string) => FilterPart;
}

function createReader(parts: readonly FilterPart[], end: number): Reader {
  let next = 0;
  return {
    peek: () => parts[next],
    take: (expected) => {
      const part = parts[next];
      if (part === undefined) {
        throw filterError(`ends where ${expected} was expected`, end, EXAMPLE);
      }
      next += 1;
      return part;
    },
  };
}

function isWord(part: FilterPart | undefined, word: string): boolean {
  return part?.kind === 'word' && part.text.toLowerCase() === word;
}

function isSign(part: FilterPart | undefined, sign: string): boolean {
  return part?.kind === 'sign' && part.text === sign;
}

function readJoint(reader: Reader): 'and' | 'or' | ',' {
  const part = reader.take('and');
  const word = (['and', 'or'] as const).find((each) => isWord(part, each));
  if (word === undefined && !isSign(part, ',')) {
    throw filterError(
      'has something else where and, or or a comma was expected',
      part.at,
      `quote texts with spaces; ${EXAMPLE}`,
    );
  }
  return word ?? ',';
}

function readCondition(reader: Reader): FilterCondition {
  const name = reader.take('a field');
  if (name.kind === 'sign' || name.text === '') {
    throw filterError('has no field name where one was expected', name.at, EXAMPLE);
  }
  const operator = readOperator(reader);
  if (operator === 'in') {
    return { field: name.text, operator, value: readList(reader) };
  }
  return { field: name.text, operator, value: operator === 'exists' ? readExists(reader) : readValue(reader) };
}

function readOperator(reader: Reader): FilterOperator {
  const part = reader.take('an operator');
  const spelled = part.kind === 'word' ? part.text.toLowerCase() : part.text;
  const operator = part.kind === 'quoted' ? undefined : FILTER_OPERATORS.find((known) => known === spelled);
  if (operator === undefined) {
    throw filterError('has an unknown operator', part.at, OPERATOR_HINT);
  }
  return operator;
}

/** `exists` alone means that the field is there. */
function readExists(reader: Reader): boolean {
  const isFalse = isWord(reader.peek(), 'false');
  if (isFalse || isWord(reader.peek(), 'true')) {
    reader.take('true or false');
  }
  return !isFalse;
}

function readList(reader: Reader): readonly unknown[] {
  const open = reader.take('a list');
  if (!isSign(open, '[')) {
    throw filterError('has no list after in', open.at, 'write in ["a","b"]');
  }
  const values: unknown[] = [];
  while (!isSign(reader.peek(), ']')) {
    if (values.length > 0) {
      const comma = reader.take('a comma or ]');
      if (!isSign(comma, ',')) {
        throw filterError('has a list without commas', comma.at, 'write in ["a","b"]');
      }
    }
    values.push(readValue(reader));
  }
  reader.take(']');
  return values;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function readValue(reader: Reader): unknown {
  const part = reader.take('a value');
  if (part.kind === 'sign') {
    throw filterError('has no value where one was expected', part.at, `quote a value that has signs in it; ${EXAMPLE}`);
  }
  if (part.kind === 'word' && CONSTANTS.has(part.text)) {
    return CONSTANTS.get(part.text);
  }
  return part.kind === 'word' && NUMBER.test(part.text) ? Number(part.text) : part.text;
}

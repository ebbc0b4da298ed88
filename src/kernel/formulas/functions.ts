import type { Value } from '../../contract/row.js';
import { isList } from '../../firewall/rows/field-paths.js';

/** What a formula may call. `undefined`: the value is missing, as it is of values that the function is not made for. */
export interface FormulaFunction {
  /** How many values it takes: at least, and at most. */
  readonly takes: readonly [number, number];
  readonly of: (...given: readonly (Value | undefined)[]) => Value | undefined;
}

export const FORMULA_FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  left: {
    takes: [2, 2],
    of: (text, count) =>
      ofText(text, (known) => (isCount(count) ? (uncut(known) ?? known.slice(0, count)) : undefined)),
  },
  right: {
    takes: [2, 2],
    of: (text, count) =>
      ofText(text, (known) =>
        isCount(count) ? (uncut(known) ?? known.slice(Math.max(0, known.length - count))) : undefined,
      ),
  },
  split: { takes: [3, 3], of: (text, by, part) => ofText(text, (known) => uncut(known) ?? partOf(known, by, part)) },
  lower: { takes: [1, 1], of: (text) => ofText(text, (known) => uncut(known) ?? known.toLowerCase()) },
  upper: { takes: [1, 1], of: (text) => ofText(text, (known) => uncut(known) ?? known.toUpperCase()) },
  length: {
    takes: [1, 1],
    of: (value) => (typeof value === 'string' || (value !== undefined && isList(value)) ? value.length : undefined),
  },
  round: { takes: [1, 2], of: (value, digits = 0) => rounded(value, digits) },
  number: { takes: [1, 1], of: (text) => (typeof text === 'number' ? text : ofText(text, numberIn)) },
  seconds: { takes: [1, 1], of: (time) => ofText(time, secondsOf) },
};

function ofText(value: Value | undefined, make: (text: string) => Value | undefined): Value | undefined {
  return typeof value === 'string' ? make(value) : undefined;
}

/** What was replaced stays whole: a part of its placeholder would be taken for a value. */
function uncut(text: string): string | undefined {
  return text.includes('[REDACTED:') ? text : undefined;
}

function isCount(value: Value | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The parts count from 1, or from -1 backwards. */
function partOf(text: string, by: Value | undefined, part: Value | undefined): string | undefined {
  if (typeof by !== 'string' || by === '' || typeof part !== 'number' || !Number.isSafeInteger(part) || part === 0) {
    return undefined;
  }
  const parts = text.split(by);
  return parts.at(part > 0 ? part - 1 : part);
}

const MOST_DIGITS = 12;

function rounded(value: Value | undefined, digits: Value | undefined): number | undefined {
  return typeof value === 'number' && isCount(digits) && digits <= MOST_DIGITS
    ? Number(value.toFixed(digits))
    : undefined;
}

const NUMBER = /^[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;

function numberIn(text: string): number | undefined {
  const found = NUMBER.exec(text.trim());
  return found === null ? undefined : Number(found[0]);
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;
const SECOND_MS = 1000;

/** Since 1970, in UTC where no zone stands there. */
function secondsOf(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  const ms = Date.parse(`${day}T${time}${zone}`);
  return day === undefined || Number.isNaN(ms) ? undefined : ms / SECOND_MS;
}

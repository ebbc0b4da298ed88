import { nearestName } from '../../contract/did-you-mean.js';
import type { Row, Value } from '../../contract/row.js';
import { readField } from '../../firewall/rows/field-paths.js';
import { FORMULA_FUNCTIONS, type FormulaFunction } from './functions.js';
import { FORMULA_EXAMPLE, type FormulaPart, formulaError, scanFormula } from './scan-formula.js';

/** A field that is made of others of its row. */
export interface Formula {
  readonly name: string;
  /** The fields that it asks for, dotted paths among them. */
  readonly fields: readonly string[];
  readonly of: (row: Row) => Value | undefined;
}

type Term = Formula['of'];

const LONGEST = 500;
const DEEPEST = 20;
const NAME = /^\p{L}[\p{L}\p{N}_]{0,39}$/u;

/** Reads `total = price * quantity`. Throws USAGE for anything else. */
export function parseFormula(text: string): Formula {
  if (text.length > LONGEST) {
    throw formulaError('is too long', LONGEST, `keep it below ${LONGEST} characters`);
  }
  const reader = createReader(scanFormula(text), text.length);
  const name = reader.take('a name');
  if (name.kind !== 'name' || !NAME.test(name.text)) {
    throw formulaError('needs a name of letters, digits and _ for what it makes', name.at);
  }
  if (!reader.takesSign('=')) {
    throw formulaError('has no = after the name', reader.at());
  }
  const of = readSum(reader, 0);
  if (!reader.isAtEnd()) {
    throw formulaError('has something else where an operator was expected', reader.at());
  }
  return { name: name.text, fields: reader.fields(), of };
}

interface Reader {
  readonly take: (expected: string) => FormulaPart;
  /** Whether this sign stands here; then it is passed. */
  readonly takesSign: (...signs: readonly string[]) => string | undefined;
  readonly isAtEnd: () => boolean;
  readonly at: () => number;
  readonly meets: (field: string) => void;
  readonly fields: () => readonly string[];
}

function createReader(parts: readonly FormulaPart[], end: number): Reader {
  const fields = new Set<string>();
  let next = 0;
  return {
    take(expected) {
      const part = parts[next];
      if (part === undefined) {
        throw formulaError(`ends where ${expected} was expected`, end);
      }
      next += 1;
      return part;
    },
    takesSign(...signs) {
      const part = parts[next];
      if (part?.kind !== 'sign' || !signs.includes(part.text)) {
        return undefined;
      }
      next += 1;
      return part.text;
    },
    isAtEnd: () => next >= parts.length,
    at: () => parts[next]?.at ?? end,
    meets: (field) => fields.add(field),
    fields: () => [...fields],
  };
}

function readSum(reader: Reader, depth: number): Term {
  let left = readProduct(reader, depth);
  for (let sign = reader.takesSign('+', '-'); sign !== undefined; sign = reader.takesSign('+', '-')) {
    left = arithmetic(sign, left, readProduct(reader, depth));
  }
  return left;
}

function readProduct(reader: Reader, depth: number): Term {
  let left = readTerm(reader, depth);
  for (let sign = reader.takesSign('*', '/', '%'); sign !== undefined; sign = reader.takesSign('*', '/', '%')) {
    left = arithmetic(sign, left, readTerm(reader, depth));
  }
  return left;
}

function readTerm(reader: Reader, depth: number): Term {
  if (depth >= DEEPEST) {
    throw formulaError('is nested too deep', reader.at());
  }
  if (reader.takesSign('-') !== undefined) {
    return arithmetic('-', () => 0, readTerm(reader, depth + 1));
  }
  if (reader.takesSign('(') !== undefined) {
    const inner = readSum(reader, depth + 1);
    close(reader);
    return inner;
  }
  return readValue(reader, depth);
}

function readValue(reader: Reader, depth: number): Term {
  const part = reader.take('a value');
  switch (part.kind) {
    case 'number': {
      const value = Number(part.text);
      return () => value;
    }
    case 'text':
      return () => part.text;
    case 'name':
      return reader.takesSign('(') === undefined ? field(reader, part.text) : readCall(reader, part, depth);
    case 'sign':
      throw formulaError('has no value where one was expected', part.at);
  }
}

function field(reader: Reader, name: string): Term {
  reader.meets(name);
  return (row) => readField(row, name);
}

function readCall(reader: Reader, { text, at }: FormulaPart, depth: number): Term {
  const called = calledBy(text, at);
  const given: Term[] = [];
  if (reader.takesSign(')') === undefined) {
    do {
      given.push(readSum(reader, depth + 1));
    } while (reader.takesSign(',') !== undefined);
    close(reader);
  }
  const [least, most] = called.takes;
  if (given.length < least || given.length > most) {
    const takes = least === most ? String(least) : `${least} or ${most}`;
    throw formulaError(`gives ${text} ${given.length} values, and it takes ${takes}`, at, FORMULA_EXAMPLE);
  }
  return (row) => called.of(...given.map((term) => term(row)));
}

function calledBy(name: string, at: number): FormulaFunction {
  const known = Object.keys(FORMULA_FUNCTIONS);
  const called = known.includes(name) ? FORMULA_FUNCTIONS[name] : undefined;
  if (called === undefined) {
    const near = nearestName(name, known);
    const hint = near === undefined ? `the functions are ${known.join(', ')}` : `did you mean ${near}?`;
    throw formulaError('calls a function that there is not', at, hint);
  }
  return called;
}

function close(reader: Reader): void {
  if (reader.takesSign(')') === undefined) {
    throw formulaError('has no ) where one was expected', reader.at());
  }
}

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

/** Between numbers only; texts are never joined, since two halves of a secret could stand in two fields. */
function arithmetic(sign: string, left: Term, right: Term): Term {
  const operation = OPERATIONS[sign];
  return (row) => {
    const [a, b] = [left(row), right(row)];
    return operation !== undefined && typeof a === 'number' && typeof b === 'number'
      ? plain(operation(a, b))
      : undefined;
  };
}

const EXACT_DIGITS = 15;

/** 0.1 + 0.2 is 0.3 to a reader. What is no number, as after a division by zero, is missing. */
function plain(value: number): number | undefined {
  if (!Number.isFinite(value)) {
    return undefined;
  }
  return Number.isInteger(value) ? value + 0 : Number(value.toPrecision(EXACT_DIGITS));
}

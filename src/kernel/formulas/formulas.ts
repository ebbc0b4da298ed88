import { KernelError } from '../../contract/errors.js';
import type { Row, Value } from '../../contract/row.js';
import { isMembers } from '../../streams/members.js';
import { type Formula, parseFormula } from './parse-formula.js';

/** Fields that are made of others, one after the other: a later one may use those before it. */
export interface Formulas {
  readonly makes: (name: string) => boolean;
  /** The stored fields that are needed for these, in their place. */
  readonly sources: (names: readonly string[]) => readonly string[];
  /** A redacted row with what is made of it. */
  readonly add: (row: Row) => Row;
}

export const MOST_FORMULAS = 16;

/** Throws USAGE for one that makes no sense, or makes again what another makes. */
export function readFormulas(texts: readonly string[]): Formulas {
  if (texts.length > MOST_FORMULAS) {
    throw usage(`at most ${MOST_FORMULAS} formulas may be given`, 'leave out some');
  }
  const formulas = texts.map(parseFormula);
  const names = formulas.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw usage('two formulas make a field of one name', 'give each its own name');
  }
  return {
    makes: (name) => names.includes(name),
    sources: (wanted) => [...new Set(sourcesOf(formulas, wanted))],
    add: (row) => (isRecord(row) ? withMade(formulas, row) : row),
  };
}

/** Backwards: what a formula needs may be made by one before it, and never by itself. */
function sourcesOf(formulas: readonly Formula[], names: readonly string[]): readonly string[] {
  const last = formulas.at(-1);
  if (last === undefined) {
    return names;
  }
  const wanted = names.flatMap((name) => (name === last.name ? last.fields : [name]));
  return sourcesOf(formulas.slice(0, -1), wanted);
}

function withMade(formulas: readonly Formula[], row: Readonly<Record<string, Value>>): Row {
  const made: Record<string, Value> = { ...row };
  for (const { name, of } of formulas) {
    const value = of(made);
    if (value === undefined) {
      delete made[name];
    } else {
      made[name] = value;
    }
  }
  return made;
}

function isRecord(row: Row): row is Readonly<Record<string, Value>> {
  return isMembers(row);
}

function usage(message: string, hint: string): KernelError {
  return new KernelError('USAGE', message, { hint });
}

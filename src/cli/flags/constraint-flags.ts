import type { Command } from 'commander';
import type { ArgConstraints, GrantConstraints } from '../../contract/grant.js';
import { collect, parseCount, parseList, quote, usage } from './values.js';

/** The flags that narrow a grant or a capability token. */
export interface ConstraintFlags {
  readonly maxRows?: number;
  readonly maxCalls?: number;
  readonly fields?: readonly string[];
  readonly argKeys?: readonly string[];
  readonly pin?: readonly string[];
  readonly prefix?: readonly string[];
  readonly session?: string;
}

export function addConstraintFlags(command: Command): Command {
  return command
    .option('--max-rows <n>', 'rows of one table or page', parseCount('--max-rows'))
    .option('--max-calls <n>', 'calls in all', parseCount('--max-calls'))
    .option('--fields <a,b>', 'only these fields', parseList('--fields'))
    .option('--arg-keys <a,b>', 'only these arguments may be given', parseList('--arg-keys'))
    .option('--pin <key=value>', 'an argument that must have this value (JSON, or text); may be repeated', collect)
    .option(
      '--prefix <key=text>',
      'an argument that must begin so, as a file or URL below it; may be repeated',
      collect,
    )
    .option('--session <id>', 'only in this session');
}

export function constraintsOf(flags: ConstraintFlags): GrantConstraints {
  const args = argConstraints(flags);
  return {
    ...(flags.maxRows === undefined ? {} : { max_rows: flags.maxRows }),
    ...(flags.maxCalls === undefined ? {} : { max_calls: flags.maxCalls }),
    ...(flags.fields === undefined ? {} : { allowed_fields: flags.fields }),
    ...(flags.session === undefined ? {} : { session_id: flags.session }),
    ...(args === undefined ? {} : { args }),
  };
}

/** The same as caveats, one for each restriction. */
export function caveatsOf(flags: ConstraintFlags): readonly Readonly<Record<string, unknown>>[] {
  const { session_id: session, ...rest } = constraintsOf(flags);
  return Object.entries({ ...rest, ...(session === undefined ? {} : { session }) }).map(([name, value]) => ({
    [name]: value,
  }));
}

function argConstraints({ argKeys, pin, prefix }: ConstraintFlags): ArgConstraints | undefined {
  if (argKeys === undefined && pin === undefined && prefix === undefined) {
    return undefined;
  }
  return {
    ...(argKeys === undefined ? {} : { allowed_keys: argKeys }),
    ...(pin === undefined ? {} : { pinned: members('--pin', pin, jsonOrText) }),
    ...(prefix === undefined ? {} : { prefix: members('--prefix', prefix, (text) => text) }),
  };
}

function members<Value>(
  flag: string,
  words: readonly string[],
  read: (text: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at <= 0) {
        throw usage(`${flag} ${quote(word)} is not of the form key=value`, `write ${flag} path=docs`);
      }
      return [word.slice(0, at), read(word.slice(at + 1))];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

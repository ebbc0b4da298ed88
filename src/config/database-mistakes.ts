import type { DriverBinding } from '../contract/capability.js';
import { nearestName } from '../contract/did-you-mean.js';
import { parseStatement } from '../contract/driver-options/sql-statement.js';
import type { Config } from './config.js';
import type { LocatedMistake } from './mistakes.js';
import { located } from './schema-mistakes.js';
import { bindingsOf } from './used-bindings.js';

/** Capabilities whose database is not in the config, and statements that its engine does not take. */
export function databaseMistakes(config: Config): readonly LocatedMistake[] {
  return bindingsOf(config, 'sql').flatMap(({ binding, steps }) => bindingMistakes(binding, config.databases, steps));
}

function bindingMistakes(
  { options = {} }: DriverBinding,
  databases: Config['databases'],
  steps: readonly PropertyKey[],
): readonly LocatedMistake[] {
  const name = String(options['database']);
  const database = Object.hasOwn(databases, name) ? databases[name] : undefined;
  if (database === undefined) {
    const near = nearestName(name, Object.keys(databases));
    const hint = near === undefined ? `add databases.${name}` : `did you mean ${near}?`;
    return [located([...steps, 'database'], 'is not among the databases of the config', hint)];
  }
  const dialect = database.file === undefined ? 'postgres' : 'sqlite';
  const read = parseStatement(String(options['statement']), dialect);
  return 'mistake' in read ? [located([...steps, 'statement'], read.mistake, read.hint)] : [];
}

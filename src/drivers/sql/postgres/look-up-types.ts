import type { PgConnection } from './connection.js';
import { isUnknownType } from './value-json.js';

/** Asks the catalogue, once for each, which of the types are arrays, and of what; a domain counts as what it is of. */
export async function lookUpTypes(
  connection: PgConnection,
  types: readonly number[],
  elementTypes: Map<number, number>,
): Promise<void> {
  const unknown = [...new Set(types)].filter((type) => isUnknownType(type) && !elementTypes.has(type));
  if (unknown.length === 0) {
    return;
  }
  const rows = await connection.simple(
    'select a.oid, case when e.typbasetype = 0 then e.oid else e.typbasetype end from pg_catalog.pg_type a ' +
      `join pg_catalog.pg_type e on e.oid = a.typelem where a.typcategory = 'A' and a.oid in (${unknown.join(', ')})`,
  );
  for (const [array, element] of rows) {
    elementTypes.set(Number(array), Number(element));
  }
}

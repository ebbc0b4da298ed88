import { isCut } from '../pattern/coming-text.js';
import { createHeldSecrets, HOLDER, LONGEST_HOLDER } from './held-secret.js';
import { createJsonSecret } from './json-secret.js';
import { createJsonTable } from './json-table.js';
import { behindHead, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { createMarkupTable } from './markup-table.js';
import { createSecretManifest } from './secret-manifest.js';
import { createStatementTable } from './statement-table.js';
import { CREATE, createTableDefinition } from './table-definition.js';

/** Readers by how the text begins at a mark, as `tables/table-mark.ts` has them; the first that fits. */
const READERS: readonly (readonly [begins: RegExp, create: (options: MarkedTableOptions) => MarkedTable])[] = [
  [/^</, createMarkupTable],
  [/^"[ksa]/i, createJsonSecret],
  [/^["'[]/, createJsonTable],
  [CREATE, createTableDefinition],
  [HOLDER, createHeldSecrets],
  [/^[ksaSA]/, createSecretManifest],
  [/^/, createStatementTable],
];

/** Reads the table that may begin at a mark. */
export function openMarkedTable(options: MarkedTableOptions): MarkedTable {
  return behindHead((coming, at) => {
    if (isCut(coming, at, LONGEST_HOLDER)) {
      return WAIT;
    }
    const begun = coming.text.slice(at, at + LONGEST_HOLDER);
    const create = READERS.find(([begins]) => begins.test(begun))?.[1];
    return create === undefined ? undefined : { at, reader: create(options) };
  });
}

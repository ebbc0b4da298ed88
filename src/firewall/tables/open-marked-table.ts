import { isCut } from '../pattern/coming-text.js';
import { HOLDER, LONGEST_HOLDER } from './held-secret.js';
import { createHeldSecrets } from './held-secret-reader.js';
import { createJsonSecret } from './json-secret.js';
import { createJsonTable } from './json-table.js';
import { type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { createMarkupTable } from './markup-table.js';
import { createSecretManifest } from './secret-manifest.js';
import { createStatementTable } from './statement-table.js';
import { CREATE, createTableDefinition } from './table-definition.js';

/** The reader of the table that may begin at a mark: by the first character there, as `tables/table-mark.ts` and `holder-mark.ts` have them. */
export function openMarkedTable(text: string, mark: number, options: MarkedTableOptions): MarkedTable {
  switch (text.charAt(mark)) {
    case '<':
      return createMarkupTable(options);
    case '"':
      return createMember(options);
    case "'":
    case '[':
      return createJsonTable(options);
    case 'k':
    case 's':
    case 'a':
    case 'S':
    case 'A':
    case 'p':
    case 'P':
    case 'c':
    case 'C':
      return createNamed(options);
    default:
      return createStatementTable(options);
  }
}

/** A Secret of Kubernetes, the name of what holds secrets, or the definition of a table. */
function createNamed(options: MarkedTableOptions): MarkedTable {
  let table: MarkedTable | undefined;
  return {
    step: (coming, at) => {
      if (table !== undefined) {
        return table.step(coming, at);
      }
      if (isCut(coming, at, LONGEST_HOLDER)) {
        return WAIT;
      }
      table = openNamed(coming.text.slice(at, at + LONGEST_HOLDER), options);
      return at;
    },
    isOver: () => table?.isOver() === true,
    yields: () => table?.yields?.(),
  };
}

function openNamed(name: string, options: MarkedTableOptions): MarkedTable {
  if (CREATE.test(name)) {
    return createTableDefinition(options);
  }
  return HOLDER.test(name) ? createHeldSecrets(options) : createSecretManifest(options);
}

/** The second letter tells `"kind"`, `"stringData"` and `"apiVersion"` from the names of columns. */
const SECRET = /^"[ksa]/i;
const LONGEST_SIGN = 2;

function createMember(options: MarkedTableOptions): MarkedTable {
  let table: MarkedTable | undefined;
  return {
    step: (coming, at) => {
      if (table === undefined && isCut(coming, at, LONGEST_SIGN)) {
        return WAIT;
      }
      const sign = coming.text.slice(at, at + LONGEST_SIGN);
      table ??= SECRET.test(sign) ? createJsonSecret(options) : createJsonTable(options);
      return table.step(coming, at);
    },
    isOver: () => table?.isOver() === true,
  };
}

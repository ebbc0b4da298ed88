import { createJsonTable } from './json-table.js';
import type { MarkedTable, MarkedTableOptions } from './marked-table.js';
import { createMarkupTable } from './markup-table.js';
import { createStatementTable } from './statement-table.js';

/** The reader of the table that may begin at a mark: by the first character there, as `detectors/table-mark.ts` has them. */
export function openMarkedTable(text: string, mark: number, options: MarkedTableOptions): MarkedTable {
  switch (text.charAt(mark)) {
    case '<':
      return createMarkupTable(options);
    case '"':
    case "'":
    case '[':
      return createJsonTable(options);
    default:
      return createStatementTable(options);
  }
}

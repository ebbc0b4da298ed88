import type { Row } from '../../contract/row.js';
import { type Formulas, readFormulas } from '../../kernel/formulas/formulas.js';

/** Makes the columns that a person added, here of rows that are shown, and in the kernel of those that are looked for. */
export function createMaking(formulas: () => readonly string[]): {
  readonly add: (row: Row | undefined) => Row | undefined;
  /** What the kernel is to make for a question. */
  readonly asked: () => { readonly formulas?: readonly string[] };
} {
  let read: { readonly texts: readonly string[]; readonly made: Formulas } | undefined;
  return {
    add(row) {
      const texts = formulas();
      if (row === undefined || texts.length === 0) {
        return row;
      }
      if (read?.texts !== texts) {
        read = { texts, made: readFormulas(texts) };
      }
      return read.made.add(row);
    },
    asked: () => (formulas().length === 0 ? {} : { formulas: formulas() }),
  };
}

import type { Places } from '../lex/places.js';
import { type ComingText, comingUpTo, isCut } from '../pattern/coming-text.js';
import { createHeldSecrets, HOLDER, LONGEST_HOLDER } from './held-secret.js';
import { createJsonTable } from './json-table.js';
import { behindHead, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { createMarkupTable } from './markup-table.js';
import { createJsonSecret, createSecretManifest } from './secret-manifest.js';
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

/** Where a reader has come to, and whether it has ended there. */
export interface Reached {
  readonly next: number;
  readonly isOver: boolean;
}

/**
 * Lets a reader of values go on by a line, and ends it where the mark of a table stands in what it would read: the table
 * is read instead. A value that is withheld is left before.
 */
export function goOnBeside(reader: MarkedTable, coming: ComingText, at: number, marks: Places): Reached {
  const { text } = coming;
  const isOpen = (mark: number): boolean => isCut(coming, mark, LONGEST_HOLDER);
  const isTable = (mark: number): boolean => isOpen(mark) || !HOLDER.test(text.slice(mark, mark + LONGEST_HOLDER));
  const yields = reader.yields?.() === true;
  marks.from(at);
  const readUpTo = (to: number): number => (to > at ? reader.step(comingUpTo(coming, to), at) : WAIT);
  let end = at;
  while (end < text.length) {
    end = behindLine(text, end);
    const mark = yields ? marks.within(at, end, isTable) : undefined;
    const next = readUpTo(mark ?? end);
    if (next !== WAIT) {
      return { next, isOver: reader.isOver() };
    }
    if (mark !== undefined && reader.yields?.() === true) {
      return { next: isOpen(mark) ? WAIT : mark, isOver: !isOpen(mark) };
    }
  }
  return { next: WAIT, isOver: false };
}

function behindLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

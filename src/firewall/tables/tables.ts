import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import type { Labeller } from '../lex/placeholder.js';
import { createPlaces, type Hints } from '../lex/places.js';
import type { RedactedText } from '../lex/redacted-text.js';
import { comingText } from '../pattern/coming-text.js';
import { readBesideTables } from './beside-tables.js';
import { createCellHiding } from './cell-hiding.js';
import { type Cursor, hasCome, type Reading, SAMPLE } from './cursor.js';
import { readDelimitedTable } from './delimited-table.js';
import { createHeaderSearch, type Found } from './header-search.js';
import { LONGEST_MARK, markedTableAt } from './marked-tables.js';
import { createRedactedBuffer } from './redacted-buffer.js';
import type { Table } from './table-header.js';

export interface TablesOptions {
  readonly ruleFor: RuleFor;
  readonly isHidden: (rule: FieldRule, value: string) => boolean;
  readonly label: Labeller;
}

/**
 * Hides the cells below sensitive names in tables of delimited text. It reads what the detectors have left, in which a
 * placeholder is as good as the value was; so what it does depends on that text alone, however it came in pieces.
 */
export interface Tables {
  /** Takes the next piece, and gives what may leave. */
  readonly push: (piece: RedactedText, hints: Hints, isLast: boolean) => RedactedText;
  readonly held: () => number;
  readonly reset: () => void;
}

const NOTHING = comingText('', false);

export function createTables({ ruleFor, isHidden, label }: TablesOptions): Tables {
  const buffer = createRedactedBuffer();
  const headers = createHeaderSearch(ruleFor);
  const hiding = createCellHiding({ buffer, label, isHidden, ruleFor });
  const notes = createPlaces();
  const marks = createPlaces();
  // The table that is read.
  let reading: Reading | undefined;

  const cursor: Cursor = {
    coming: NOTHING,
    at: 0,
    isInside: false,
    ruleFor,
    definitions: new Map(),
    hideCell: (rule, cell) => hiding.hideCell(cursor.coming.text, rule, cell),
    hideUpTo: (to, rule) => {
      const { at } = cursor;
      if (rule === undefined) {
        buffer.drop(to);
      } else {
        buffer.pass(at);
        buffer.hide(to, rule.type, label(rule.type, cursor.coming.text, at, at + SAMPLE));
      }
    },
  };

  const seekNames = (from: number, to: number): Found | undefined =>
    headers.seek(cursor.coming.text, from, to, notes.before(to));

  function* readRows(table: Table): Reading {
    headers.restart(yield* readDelimitedTable(cursor, table, hiding));
  }

  function* readMarked(): Reading {
    yield* hasCome(cursor, LONGEST_MARK);
    const marked = markedTableAt(cursor.coming.text, cursor.at);
    if (marked?.holdsTables === true) {
      const found = yield* readBesideTables(cursor, marked.read(cursor), { marks, seek: seekNames });
      if (found !== undefined) {
        cursor.at = found.at;
        yield* readRows(found.table);
      }
      return;
    }
    if (marked !== undefined) {
      yield* marked.read(cursor);
    }
    headers.restart();
    // What is left of the line is no line of names.
    headers.remember('<');
  }

  /** Goes on to the first row of a table, or to the end of the text. */
  const seek = (): void => {
    const { text } = cursor.coming;
    const mark = marks.from(cursor.at) ?? text.length;
    const found = seekNames(cursor.at, mark);
    cursor.at = found?.at ?? mark;
    if (found !== undefined) {
      reading = readRows(found.table);
    } else if (mark < text.length) {
      reading = readMarked();
      marks.use();
    }
  };

  const run = (): void => {
    while (cursor.at < cursor.coming.text.length) {
      if (reading === undefined) {
        seek();
      } else if (reading.next().done === true) {
        reading = undefined;
      } else {
        break;
      }
    }
    buffer.pass(cursor.at);
  };

  /** Text without a table leaves as it is; most text has none. */
  const begin = (): void => {
    if (notes.isEmpty() && marks.isEmpty() && !headers.isWaiting()) {
      headers.remember(cursor.coming.text);
    } else {
      seek();
    }
  };

  return {
    push: (piece, hints, isLast) => {
      const waiting = buffer.text().length;
      notes.add(hints.notes, waiting);
      marks.add(hints.marks, waiting);
      cursor.at = 0;
      if (reading === undefined) {
        cursor.coming = comingText(piece.text, isLast);
        begin();
      }
      if (reading === undefined) {
        notes.clear();
        marks.clear();
        return piece;
      }
      buffer.append(piece);
      cursor.coming = comingText(buffer.text(), isLast);
      run();
      const left = buffer.takeOut();
      const gone = cursor.coming.text.length - buffer.text().length;
      notes.shift(gone);
      marks.shift(gone);
      return left;
    },
    held: buffer.held,
    reset: () => {
      buffer.reset();
      headers.restart();
      notes.clear();
      marks.clear();
      reading = undefined;
      cursor.coming = NOTHING;
      cursor.isInside = false;
      cursor.definitions.clear();
      hiding.reset();
    },
  };
}

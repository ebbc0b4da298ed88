import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { type Labeller, placeholderEnd } from '../lex/placeholder.js';
import { CELL_END, cellAt, countOf, createCellWalk, isRowEnd, type TableRow } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { type MarkedTableOptions, SAMPLE, WAIT } from './marked-table.js';
import type { RedactedBuffer } from './redacted-buffer.js';
import type { Table } from './table-header.js';

/** A value too long to be held: hidden from where it begins, or shown, to where a swallow says that it ends. */
export interface LongValue {
  /** Begins one, of which a part was read; without a rule it is shown. */
  readonly begin: (rule: FieldRule | undefined, read: Read, swallow: Swallow) => number;
  /** Goes on to its end, or as far as it has come. */
  readonly goOn: (coming: ComingText, at: number) => number;
  readonly isInside: () => boolean;
  /** It is hidden. */
  readonly isHiding: () => boolean;
}

interface Read {
  readonly start: number;
  readonly reached: number;
}

export function createLongValue({ hideFrom, buffer }: Pick<MarkedTableOptions, 'hideFrom' | 'buffer'>): LongValue {
  let rest: Swallow | undefined;
  let isHidden = false;
  return {
    begin: (rule, { start, reached }, swallow) => {
      rest = swallow;
      isHidden = rule !== undefined;
      if (rule !== undefined) {
        hideFrom(rule, start);
        buffer.drop(reached);
      }
      return reached;
    },
    goOn: (coming, at) => {
      const { length } = coming.text;
      const { upTo, isDone } = rest?.(coming, at) ?? { upTo: at, isDone: true };
      const to = isDone || isCut(coming, length) ? upTo : length;
      if (isHidden) {
        buffer.drop(to);
      }
      if (isDone) {
        rest = undefined;
      }
      return isDone || to > at ? to : WAIT;
    },
    isInside: () => rest !== undefined,
    isHiding: () => rest !== undefined && isHidden,
  };
}

/**
 * Goes on through a row that is too long to be held. Its first cells are shown; from the first sensitive one on it is
 * withheld, as it is not known how much of it belongs there. It returns the end of the row, or -1 when that has not come.
 */
export type LongRow = (coming: ComingText, from: number) => number;

export interface LongRowOptions {
  readonly table: Table;
  readonly buffer: RedactedBuffer;
  readonly label: Labeller;
  /** The row ended before a sensitive cell. */
  readonly onTooShort: () => void;
}

/** Whether a row is what is left of one too long to be held. */
export function wasWithheld(text: string, row: TableRow, { columns }: Table): boolean {
  const last = countOf(row) - 1;
  const { start, end } = cellAt(row, last);
  return columns[0]?.index === last && placeholderEnd(text, start) === end;
}

export function createLongRow({ table, buffer, label, onTooShort }: LongRowOptions): LongRow {
  const walk = createCellWalk(table.shape);
  const first = table.columns[0]?.index ?? 0;
  const type = table.columns[0]?.rule.type ?? '';
  let cells = 0;
  let isWithheld = false;
  let isHiding = false;
  let hasEnded = false;

  /** To the first sensitive cell, or to the end of the row or of the text. */
  const pass = (text: string, from: number): number => {
    let at = from;
    while (cells < first && at < text.length) {
      const code = text.charCodeAt(at);
      const met = walk(code);
      if (isRowEnd(met, code)) {
        // The row ends before there is anything to withhold.
        isWithheld = true;
        hasEnded = true;
        break;
      }
      cells += met === CELL_END ? 1 : 0;
      at += 1;
    }
    buffer.pass(at);
    return at;
  };

  const hide = (text: string, at: number): void => {
    isWithheld = true;
    const end = Math.max(at, placeholderEnd(text, at));
    // Nothing is hidden of an empty cell, and of what was withheld before.
    isHiding = end < text.length && text.charAt(end) !== '\n';
    if (isHiding) {
      buffer.hide(at, type, label(type, text, at, Math.min(text.length, at + SAMPLE)));
    }
  };

  /** To the end of the row or of the text. */
  const finish = (text: string, from: number): number => {
    let at = from;
    while (!hasEnded && at < text.length) {
      const code = text.charCodeAt(at);
      hasEnded = isRowEnd(walk(code), code);
      at += hasEnded ? 0 : 1;
    }
    if (isHiding) {
      buffer.drop(at);
    } else {
      buffer.pass(at);
    }
    return at;
  };

  return (coming, from) => {
    const { text } = coming;
    const start = isWithheld ? from : pass(text, from);
    if (!isWithheld && isCut(coming, start, SAMPLE)) {
      return -1;
    }
    if (!isWithheld && cells === first) {
      hide(text, start);
    }
    const end = finish(text, start);
    if (isCut(coming, end)) {
      return -1;
    }
    if (cells < first) {
      onTooShort();
    }
    return end;
  };
}

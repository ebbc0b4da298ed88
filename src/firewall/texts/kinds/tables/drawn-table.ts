import type { Value } from '../../../../contract/row.js';
import { type KindReader, share, type TextKind } from '../kind.js';
import { cellsOf, cellValue, isRuler, recordNumber } from './drawn-lines.js';
import { createTableRows, valuesOf } from './table-rows.js';

const HEADER_WEIGHT = 400;
const ODD_WEIGHT = 150;
/** A page with a small table in it is a page. */
const FEWEST_PERCENT = 70;
const HAS_CELLS = /[|│║┼╪]|-\+-|^-\[ RECORD /;
const MOST_COLUMNS = 40;
/** Tables with a line below their header (psql, Markdown, boxes), and records of psql that stand below each other. */
export const TABLE: TextKind = {
  kind_id: 'table',
  matches: (sample) =>
    share(sample, HAS_CELLS) >= FEWEST_PERCENT && sample.some((text, index) => isStart(sample[index - 1], text)),
  create: createTableReader,
};

function isStart(before: string | undefined, text: string): boolean {
  return recordNumber(text) !== undefined || isHeader(before, text);
}

function isHeader(text: string | undefined, next: string): boolean {
  return (
    text !== undefined && isRuler(next) && cellsOf(text).length >= 2 && cellsOf(text).length === cellsOf(next).length
  );
}

function firstRows(sample: readonly string[]): readonly (readonly Value[])[] {
  const headerAt = sample.findIndex((text, index) => isHeader(text, sample[index + 1] ?? ''));
  const columns = headerAt < 0 ? [] : cellsOf(sample[headerAt] ?? '').slice(0, MOST_COLUMNS);
  return sample
    .slice(headerAt + 1)
    .filter((text) => !isRuler(text))
    .map(cellsOf)
    .filter((cells) => cells.length === columns.length)
    .map((cells) => valuesOf(columns, cells.map(cellValue)));
}

function createTableReader(sample: readonly string[]): KindReader {
  const rows = createTableRows(firstRows(sample));
  let columns: readonly string[] | undefined;
  let before: string | undefined;
  /** Of records that stand below each other, the members of the one that is open. */
  let open: Record<string, Value> | undefined;
  let openRow = 0;

  function closeRecord(): void {
    if (open !== undefined) {
      rows.addRecord(open, openRow);
    }
    open = undefined;
  }

  function weighCells(text: string, row: number): number {
    const cells = cellsOf(text);
    if (columns === undefined || cells.length !== columns.length) {
      if (columns !== undefined && cells.length > 1) {
        rows.addUnlike();
      }
      return 0;
    }
    if (cells.every((cell, index) => cell === columns?.[index])) {
      return 0;
    }
    return rows.add(columns, cells.map(cellValue), row) ? ODD_WEIGHT : 0;
  }

  function weighMember(text: string): number {
    const [name = '', ...value] = cellsOf(text);
    if (open !== undefined && name !== '' && Object.keys(open).length < MOST_COLUMNS) {
      open = { ...open, [name]: cellValue(value.join(' | ')) };
    }
    return 0;
  }

  return {
    isCounted: true,
    weigh(text, row) {
      const last = before;
      before = text;
      if (recordNumber(text) !== undefined) {
        closeRecord();
        open = {};
        openRow = row;
        return 0;
      }
      if (open !== undefined) {
        return weighMember(text);
      }
      if (columns === undefined && isHeader(last, text)) {
        columns = cellsOf(last ?? '').slice(0, MOST_COLUMNS);
        return HEADER_WEIGHT;
      }
      return isRuler(text) ? 0 : weighCells(text, row);
    },
    facts() {
      closeRecord();
      return rows.facts('table');
    },
  };
}

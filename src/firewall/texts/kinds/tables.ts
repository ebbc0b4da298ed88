import type { Value } from '../../../contract/row.js';
import { describeField } from '../../facts/field-fact.js';
import { cut, plural, valueText } from '../../facts/format.js';
import type { Judgement } from '../../facts/judgement.js';
import { addRows, createRecords } from '../../facts/records.js';
import { type KindReader, share, type TextKind } from './kind.js';
import { createOddCells } from './odd-cells.js';
import { cellsOf, cellValue, isRuler, recordNumber } from './table-lines.js';

const HEADER_WEIGHT = 400;
const ODD_WEIGHT = 150;
/** A page with a small table in it is a page. */
const FEWEST_PERCENT = 70;
const HAS_CELLS = /[|│║┼╪]|-\+-|^-\[ RECORD /;
const MOST_FACT_CHARS = 220;
const MOST_COLUMNS = 40;
/** Says little of a column. */
const UNTOLD = /^about \d+ distinct/;
/** The text was redacted before. */
const AS_IT_IS: Judgement = {
  redact: (text) => text,
  placeholder: (type) => `[REDACTED:${type}]`,
  member: () => undefined,
};

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

function createTableReader(): KindReader {
  const records = createRecords(AS_IT_IS);
  const odd = createOddCells();
  let columns: readonly string[] | undefined;
  let before: string | undefined;
  /** Lines with another number of cells: of another table, or with a bar in a cell. */
  let unlike = 0;
  /** Of records that stand below each other, the members of the one that is open. */
  let open: Record<string, Value> | undefined;
  let openRow = 0;

  function count(record: Record<string, Value>, row: number): void {
    records.place = row;
    addRows(records, [record]);
  }

  function closeRecord(): void {
    if (open !== undefined) {
      count(open, openRow);
    }
    open = undefined;
  }

  function weighCells(text: string, row: number): number {
    const cells = cellsOf(text);
    if (columns === undefined || cells.length !== columns.length) {
      unlike += columns !== undefined && cells.length > 1 ? 1 : 0;
      return 0;
    }
    if (cells.every((cell, index) => cell === columns?.[index])) {
      return 0;
    }
    const values = cells.map(cellValue);
    count(Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null])), row);
    return odd.see(values) ? ODD_WEIGHT : 0;
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
      const { fields, objects } = records;
      const told = fields.map((field) => {
        const words = describeField(field, {
          missing: objects - field.present,
          judgement: AS_IT_IS,
          redact: AS_IT_IS.redact,
        });
        return UNTOLD.test(words) ? '' : cut(`${valueText(field.name)}: ${words}`, MOST_FACT_CHARS);
      });
      const others = unlike === 0 ? '' : `, and ${plural(unlike, 'line')} with other cells`;
      return [`rows of the table: ${records.rows}${others}`, ...told.filter((fact) => fact !== '')];
    },
  };
}

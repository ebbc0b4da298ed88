import type { Value } from '../../../../contract/row.js';
import { describeField } from '../../../facts/field-fact.js';
import { cut, plural, valueText } from '../../../facts/format.js';
import type { Judgement } from '../../../facts/judgement.js';
import { addRows, createRecords } from '../../../facts/records.js';
import { createOddCells } from './odd-cells.js';

/** The rows of a table in text, told like rows of records. */
export interface TableRows {
  /** Whether the row is not like those before it. */
  readonly add: (columns: readonly string[], values: readonly Value[], row: number) => boolean;
  readonly addRecord: (record: Readonly<Record<string, Value>>, row: number) => void;
  /** A line with cells that are not those of the table: of another one, or with a bar in a cell. */
  readonly addUnlike: () => void;
  readonly count: () => number;
  readonly facts: (name: string) => readonly string[];
}

const MOST_FACT_CHARS = 220;
/** Says little of a column. */
const UNTOLD = /\babout [\d.e+]{1,20} distinct(?!.*, most often )|^0 to 0,/;
/** In a table of so many rows, values that came once each are no facts. */
const MANY = 12;
const PERCENT = /^(?:0|[1-9]\d{0,3})(?:\.\d{1,4})?%$/;
/** The text was redacted before. */
const AS_IT_IS: Judgement = {
  redact: (text) => text,
  placeholder: (type) => `[REDACTED:${type}]`,
  member: () => undefined,
};

/** `first`: the first rows, where they are known before they are added. */
export function createTableRows(first: readonly (readonly Value[])[] = []): TableRows {
  const records = createRecords(AS_IT_IS);
  const odd = createOddCells(first);
  let unlike = 0;

  function addRecord(record: Readonly<Record<string, Value>>, row: number): void {
    records.place = row;
    addRows(records, [record]);
  }

  return {
    add(columns, cells, row) {
      const values = valuesOf(columns, cells);
      addRecord(Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null])), row);
      return odd.see(values);
    },
    addRecord,
    addUnlike() {
      unlike += 1;
    },
    count: () => records.rows,
    facts(name) {
      const { fields, objects } = records.members;
      const told = fields.map((field) => {
        const words = describeField(field, {
          missing: objects - field.present,
          judgement: AS_IT_IS,
          redact: AS_IT_IS.redact,
          isOnly: false,
        });
        return UNTOLD.test(words) || (records.rows >= MANY && isAllDifferent(words))
          ? ''
          : cut(`${valueText(field.name)}: ${words}`, MOST_FACT_CHARS);
      });
      const others = unlike === 0 ? '' : `, and ${plural(unlike, 'line')} with other cells`;
      return [`rows of the ${name}: ${records.rows}${others}`, ...told.filter((fact) => fact !== '')];
    },
  };
}

/** What is in the cells of a row. */
export function valuesOf(columns: readonly string[], cells: readonly Value[]): readonly Value[] {
  return columns.map((name, index) => inPercent(name, cells[index] ?? null));
}

/** `97%` below `Use%` is a number of what the header says. */
function inPercent(name: string, value: Value): Value {
  return typeof value === 'string' && name.includes('%') && PERCENT.test(value) ? Number.parseFloat(value) : value;
}

function isAllDifferent(words: string): boolean {
  return !words.endsWith('null') && /=1\b/.test(words) && !/=(?:[2-9]|[1-9]\d)/.test(words);
}

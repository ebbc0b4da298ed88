import type { Chunk } from '../contract/chunk.js';
import type { Row, Value } from '../contract/row.js';
import { createDelimiterSniffer } from './csv-delimiter.js';
import { createFieldNames, type FieldNames } from './csv-names.js';
import { createRecordCutter, type RecordCutter, splitFields } from './csv-records.js';
import { setMember } from './members.js';
import { createRowBatch, type RowBatch } from './row-batch.js';
import { compose, type Stage } from './stage.js';
import { createUnicodeDecoder } from './unicode.js';
import { createWarningTally, WARNINGS, type WarningTally } from './warnings.js';

export interface CsvOptions {
  /** Found out from the header line when absent: a comma, semicolon, tab or bar. */
  readonly delimiter?: string;
  /** A longer record is skipped and counted; 1 Mi characters when absent. */
  readonly maxRecordChars?: number;
}

const MAX_RECORD_CHARS = 1024 * 1024;
const MAX_LINES_CHARS = 128 * 1024;
/** So many lines within quotes, all like records, are hardly the text of a field. */
const FEWEST_LINES = 3;

/**
 * Reads CSV whose first record names the fields. Cells are strings, except those that are written exactly as JSON
 * would write the number, which are numbers. Missing fields are absent; fields beyond the header are kept as
 * `column_N` and counted.
 */
export function createCsvDecoder(options: CsvOptions = {}): Stage<Uint8Array, Chunk> {
  const warnings = createWarningTally();
  const decoder = createUnicodeDecoder({ onInvalid: (count) => warnings.add(WARNINGS.badBytes, count) });
  return compose(decoder, createRowStage(options, warnings));
}

function createRowStage(options: CsvOptions, warnings: WarningTally): Stage<string, Chunk> {
  const sniffer = createDelimiterSniffer();
  const batch = createRowBatch({ maxChars: MAX_LINES_CHARS });
  /** Text of the header line, while the delimiter is not known. */
  let head = '';
  let cutter: RecordCutter | undefined = options.delimiter === undefined ? undefined : createCutter(options.delimiter);

  function createCutter(delimiter: string): RecordCutter {
    const maker = createRowMaker(delimiter, { warnings, batch });
    return createRecordCutter({
      delimiter,
      maxRecordChars: options.maxRecordChars ?? MAX_RECORD_CHARS,
      onRecord: maker.add,
      isPlausible: maker.isPlausible,
      onLost: (bytes) => warnings.lose(WARNINGS.overLimit, bytes),
      onOpenQuote: () => warnings.add(WARNINGS.openQuote),
    });
  }

  const taken = (): Chunk[] => [...batch.take(), ...warnings.drain()];

  return {
    transform(text) {
      if (cutter !== undefined) {
        cutter.cut(text);
        return taken();
      }
      head += text;
      const delimiter = sniffer.feed(text);
      if (delimiter !== undefined) {
        cutter = createCutter(delimiter);
        cutter.cut(head);
        head = '';
      }
      return taken();
    },
    final() {
      const last = cutter ?? createCutter(sniffer.end());
      last.cut(head);
      last.end();
      return taken();
    },
  };
}

interface RowMaker {
  /** The first record is the header. */
  readonly add: (record: string, next?: string) => void;
  /** Whether it has as many fields as the header; before that any line may be a record. */
  readonly isPlausible: (line: string) => boolean;
}

function createRowMaker(
  delimiter: string,
  { warnings, batch }: { readonly warnings: WarningTally; readonly batch: RowBatch },
): RowMaker {
  let header: FieldNames | undefined;

  const toRow = (record: string, names: FieldNames): Row => {
    const fields = splitFields(record, delimiter);
    if (fields.length > names.count) {
      warnings.add(WARNINGS.extraFields);
    }
    const row: Record<string, Value> = {};
    for (let index = 0; index < fields.length; index += 1) {
      const cell = fields[index] ?? '';
      setMember(row, names.at(index), isExactNumber(cell) ? Number(cell) : cell);
    }
    return row;
  };

  /** Also where a quote is not closed. */
  const hasFields = (line: string, count: number): boolean =>
    splitFields(line, delimiter).length === count || line.split(delimiter).length === count;

  /** All lines behind the first look like records: a quote may have been closed much too late. */
  const holdsRecords = (record: string, count: number): boolean => {
    const lines = record.split('\n').slice(1);
    return count > 1 && lines.length >= FEWEST_LINES && lines.every((line) => hasFields(line, count));
  };

  return {
    add(record, next) {
      if (header === undefined) {
        header = createFieldNames(headerFields(record, next, delimiter));
        return;
      }
      if (record.includes('\n') && holdsRecords(record, header.count)) {
        warnings.add(WARNINGS.linesInQuotes);
      }
      const row = toRow(record, header);
      batch.add(row, JSON.stringify(row));
    },
    isPlausible: (line) => header === undefined || hasFields(line, header.count),
  };
}

/** Where a quote of the header was not closed, it is no quote if so the header has as many fields as the record behind it. */
function headerFields(header: string, next: string | undefined, delimiter: string): readonly string[] {
  const quoted = splitFields(header, delimiter);
  if (next === undefined) {
    return quoted;
  }
  const count = splitFields(next, delimiter).length;
  const plain = header.replaceAll('"', '').split(delimiter);
  return quoted.length !== count && plain.length === count ? plain : quoted;
}

const SAFE_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** A cell that JSON would write just so: `007`, `1.50` and 20 digits are not, and stay as they are written. */
function isExactNumber(cell: string): boolean {
  const first = cell.charCodeAt(0);
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  if (!mayBeNumber || cell.length > 25) {
    return false;
  }
  if (SAFE_INTEGER.test(cell)) {
    return true;
  }
  const number = Number(cell);
  return Number.isFinite(number) && String(number) === cell;
}

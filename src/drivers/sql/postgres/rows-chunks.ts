import type { Chunk, RecordsChunk } from '../../../contract/chunk.js';
import { createFieldNames } from '../../../streams/csv-names.js';
import { MAX_RECORD_BYTES } from '../../../streams/ndjson.js';
import { WARNINGS } from '../../../streams/warnings.js';
import type { ToJson } from './array-text.js';
import type { TextRow } from './exchange.js';

export interface Column {
  readonly name: string;
  readonly toJson: ToJson;
}

const MAX_ROWS = 256;
const MAX_CHARS = 64 * 1024;

/**
 * Rows as chunks of at most 256 of them, or of a few that fill 64 Ki characters. A row longer than other sources may
 * give is left out and counted.
 */
export function createChunkMaker(columns: readonly Column[]): (rows: readonly TextRow[]) => Iterable<Chunk> {
  const lineOf = createLineMaker(columns);
  return function* chunks(rows) {
    let lines: string[] = [];
    let chars = 0;
    let tooLong = 0;
    let tooLongBytes = 0;
    for (const row of rows) {
      const line = lineOf(row);
      if (line.length > MAX_RECORD_BYTES) {
        tooLong += 1;
        tooLongBytes += Buffer.byteLength(line);
        continue;
      }
      if (lines.length === MAX_ROWS || (chars + line.length > MAX_CHARS && lines.length > 0)) {
        yield toChunk(lines);
        lines = [];
        chars = 0;
      }
      lines.push(line);
      chars += line.length;
    }
    if (lines.length > 0) {
      yield toChunk(lines);
    }
    if (tooLong > 0) {
      yield { type: 'warning', message: WARNINGS.overLimit, count: tooLong, lost_bytes: tooLongBytes };
    }
  };
}

function createLineMaker(columns: readonly Column[]): (row: TextRow) => string {
  const names = createFieldNames(columns.map(({ name }) => name));
  const keys = columns.map((_, index) => `${index === 0 ? '' : ','}${JSON.stringify(names.at(index))}:`);
  return (row) => {
    let line = '{';
    for (let index = 0; index < columns.length; index += 1) {
      const text = row[index];
      const json = text === null || text === undefined ? 'null' : columns[index]?.toJson(text);
      line += `${keys[index]}${json}`;
    }
    return `${line}}`;
  };
}

function toChunk(lines: readonly string[]): RecordsChunk {
  const text = lines.join('\n');
  return { type: 'records', rows: JSON.parse(`[${lines.join(',')}]`), lines: Buffer.from(`${text}\n`) };
}

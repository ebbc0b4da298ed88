import type { HandleRecord } from '../contract/handle.js';
import type { RedactedRow } from '../firewall/text-row-redactor.js';
import { visibleRows } from '../firewall/visible-rows.js';
import { compileFilter } from './handle-filter.js';
import type { PageQuery } from './page-query.js';
import type { KernelPorts } from './ports.js';

/** Kept text is redacted from this many rows before the page on, so that a secret that began earlier is seen whole. */
const TEXT_ROWS_BEFORE = 1000;

/** The rows of a handle from row `from` on as a reader may see them: allowed, redacted, filtered, projected. */
export async function* keptRows(
  ports: KernelPorts,
  record: HandleRecord,
  query: PageQuery,
  from: number,
): AsyncGenerator<readonly RedactedRow[]> {
  const start = record.kind === 'text' ? await textStart(ports, record, from) : from;
  const { allowed_fields: allowedFields } = record.constraints;
  const { filter, fields } = query;
  const options = {
    redaction: ports.settings.redaction,
    ...(allowedFields === undefined ? {} : { allowedFields }),
    ...(filter.length === 0 ? {} : { matches: compileFilter(filter) }),
    ...(fields === undefined ? {} : { fields }),
  };
  for await (const rows of visibleRows(ports.stores.handles.read(record.handle_id, start), options)) {
    yield start < from ? rows.filter((row) => row.index >= from) : rows;
  }
}

/** Far enough before the row, and at the first piece of a line: a long line is one text. */
async function textStart(ports: KernelPorts, record: HandleRecord, from: number): Promise<number> {
  const wanted = Math.max(0, from - TEXT_ROWS_BEFORE);
  for await (const { lines } of ports.stores.handles.read(record.handle_id, wanted)) {
    return Math.max(0, wanted - pieceOfFirstRow(lines));
  }
  return wanted;
}

function pieceOfFirstRow(lines: Uint8Array): number {
  const line = Buffer.from(lines.subarray(0, lines.indexOf(10))).toString('utf8');
  const row: unknown = JSON.parse(line);
  const piece = typeof row === 'object' && row !== null && 'piece' in row ? row.piece : 0;
  return typeof piece === 'number' ? piece : 0;
}

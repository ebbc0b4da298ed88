import type { Row } from '../../contract/row.js';
import { compileProjection } from '../../firewall/projection.js';
import { createRowReader } from '../../firewall/row-reader.js';
import type { KernelPorts } from '../ports.js';
import type { OpenReference } from './open.js';

const ROWS_AT_ONCE = 256;

/** The kept rows that a reference names, with the fields that the grant of the handle allows. */
export async function* readRows(ports: KernelPorts, reference: OpenReference): AsyncGenerator<readonly Row[]> {
  const { record } = reference;
  const { from, to } = rangeOf(reference);
  const { allowed_fields: allowed } = record.constraints;
  const project = allowed === undefined ? (row: Row) => row : compileProjection(allowed);
  let next = from;
  for await (const piece of ports.stores.handles.read(record.handle_id, from)) {
    const take = createRowReader(piece.lines);
    for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
      yield rows
        .slice(0, to - next)
        .map(project)
        .filter((row) => row !== undefined);
      next += rows.length;
      if (next >= to) {
        return;
      }
    }
  }
}

function rangeOf({ path }: OpenReference): { readonly from: number; readonly to: number } {
  if (path.part === 'row') {
    return { from: path.row, to: path.row + 1 };
  }
  const { from, to = Number.POSITIVE_INFINITY } = path.part === 'rows' ? path : { from: 0 };
  return { from, to: Math.max(from, to) };
}

import type { Row, Value } from '../../contract/row.js';
import { compileProjection } from '../../firewall/rows/projection.js';
import { createRowReader } from '../../firewall/rows/row-reader.js';
import type { KernelPorts } from '../ports.js';
import type { OpenReference } from './open.js';

const ROWS_AT_ONCE = 256;

/** The kept rows that a reference names, whole: what is hidden of a row is judged on all of it. */
export async function* readRows(ports: KernelPorts, reference: OpenReference): AsyncGenerator<readonly Row[]> {
  const { record } = reference;
  const { from, to } = rangeOf(reference);
  let next = from;
  for await (const piece of ports.stores.handles.read(record.handle_id, from)) {
    const take = createRowReader(piece.lines);
    for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
      yield rows.slice(0, to - next);
      next += rows.length;
      if (next >= to) {
        return;
      }
    }
  }
}

/** Gives of a row what the grant of the handle allows, which is all that may be handed on. */
export function allowedPart({ record }: OpenReference): (row: Row) => Value | undefined {
  const { allowed_fields: allowed } = record.constraints;
  return allowed === undefined ? (row) => row : compileProjection(allowed);
}

function rangeOf({ path }: OpenReference): { readonly from: number; readonly to: number } {
  if (path.part === 'row') {
    return { from: path.row, to: path.row + 1 };
  }
  const { from, to = Number.POSITIVE_INFINITY } = path.part === 'rows' ? path : { from: 0 };
  return { from, to: Math.max(from, to) };
}

import { KernelError } from '../contract/errors.js';
import type { ExpandValueRequest } from '../contract/expansion.js';
import type { Frame } from '../contract/frame.js';
import type { Value } from '../contract/row.js';
import { readField } from '../firewall/rows/field-paths.js';
import { createExpansion } from './expansion.js';
import { keptRows } from './kept-rows.js';
import type { KernelPorts } from './ports.js';
import { safeError } from './safe-error.js';

/** A stretch of one value of one kept row, after redaction, counted in UTF-16 units. One trace. */
export async function expandValue(ports: KernelPorts, request: ExpandValueRequest): Promise<Frame> {
  const { row, field } = request;
  const expansion = createExpansion(ports, { ...request, offset: row, limit: 1, fields: [field] });
  let failure: KernelError | undefined;
  try {
    const { record, pager } = await expansion.open();
    const from = checked('start', request.from ?? 0);
    const to = checked('end', request.to ?? Number.MAX_SAFE_INTEGER);
    for await (const [first] of keptRows(ports, record, { filter: [] }, row)) {
      if (first !== undefined) {
        const withheld = field === 'text' ? (first.withheld ?? 0) : 0;
        return await pager.value(textOf(readField(first.value, field)), { row, field, from, to, withheld });
      }
    }
    throw new KernelError('USAGE', `the handle has no row ${row}`, {
      hint:
        row < record.total_rows && record.state === 'open'
          ? 'the row may not be whole yet: ask again later'
          : `it has ${record.total_rows} rows, from 0`,
    });
  } catch (error) {
    failure = safeError(error, ports.settings.redaction);
    throw failure;
  } finally {
    await expansion.settle(failure);
  }
}

function checked(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new KernelError('USAGE', `the ${name} of the characters must be a whole number of 0 or more`, {
      hint: 'for example --chars 0:8000',
    });
  }
  return value;
}

function textOf(value: Value | undefined): string {
  if (value === undefined) {
    throw new KernelError('USAGE', 'the row has no such field', { hint: 'akernel expand shows its fields' });
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { KernelError } from '../../contract/errors.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { OpenedMap } from '../../contract/in-clear.js';
import type { Principal } from '../../contract/principal.js';
import type { Row } from '../../contract/row.js';
import { putBack } from '../../firewall/find/put-back.js';
import { createRowReader } from '../../firewall/rows/row-reader.js';
import { isMembers } from '../../streams/members.js';
import { ownHandle } from '../handle-access.js';
import type { KernelPorts } from '../ports.js';
import { beginClearAction, type ClearDraft } from './clear-action.js';

interface MapRequest {
  readonly handleId: string;
  readonly principal: Principal;
}

const ROWS_AT_ONCE = 256;

/** Opens a map for its own principal. One trace for all texts that are restored with it, or for the refusal. */
export async function openMap(ports: KernelPorts, { handleId, principal }: MapRequest): Promise<OpenedMap> {
  const action = beginClearAction(ports);
  const draft: ClearDraft = { event: 'expand', principal_id: principal.principal_id, handle_id: handleId };
  const counts = { restored: 0, unknown: 0 };
  try {
    const record = await ownHandle(ports, handleId, principal);
    if (record.kind !== 'map') {
      throw noMap();
    }
    const about = { ...draft, capability_id: record.capability_id };
    const { values, failure: damage } = await readMap(ports, record);
    await action.hold({ ...about, args: { restores: true } });
    return {
      values: values.size,
      damage,
      async *restore(source) {
        for await (const piece of putBack(source, (placeholder) => values.get(placeholder))) {
          counts.restored += piece.restored;
          counts.unknown += piece.unknown;
          yield piece;
        }
      },
      async end(files, failure) {
        await action.end({ ...about, args: { ...counts, ...files } }, failure ?? damage);
      },
    };
  } catch (error) {
    throw await action.end(draft, error);
  }
}

export function noMap(): KernelError {
  return new KernelError('USAGE', 'the handle is a stored result, and no map of placeholders', {
    hint: 'akernel handles list tells which kind each is; akernel redact --keep-map makes a map',
  });
}

/** What is intact of it, and what became of the rest. Throws when nothing is. */
async function readMap(
  ports: KernelPorts,
  { handle_id }: HandleRecord,
): Promise<{ readonly values: ReadonlyMap<string, string>; readonly failure?: KernelError }> {
  const values = new Map<string, string>();
  try {
    for await (const { lines } of ports.stores.handles.read(handle_id, 0)) {
      const take = createRowReader(lines);
      for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
        for (const row of rows) {
          addEntry(values, row);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof KernelError) || error.code !== 'STORE_FAILED') {
      throw error;
    }
    const failure = damaged(handle_id, error);
    if (values.size === 0) {
      throw failure;
    }
    return { values, failure };
  }
  return { values };
}

function addEntry(values: Map<string, string>, row: Row): void {
  const { placeholder, value } = isMembers(row) ? row : {};
  if (typeof placeholder === 'string' && typeof value === 'string') {
    values.set(placeholder, value);
  }
}

function damaged(handleId: string, cause: KernelError): KernelError {
  return new KernelError('STORE_FAILED', `the map ${handleId} is damaged: not all of its values can be put back`, {
    hint: 'placeholders whose values are lost stay as they are',
    cause,
  });
}

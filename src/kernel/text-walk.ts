import type { HandleRecord } from '../contract/handle.js';
import type { StoredRows } from '../contract/stores.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import { visibleRows } from '../firewall/frames/visible-rows.js';
import type { KernelPorts } from './ports.js';
import { resultRedaction } from './result-redaction.js';

/** Goes through the kept rows once; at the end of an open handle it waits for more and says so. */
export interface TextWalk {
  /** The next redacted rows; undefined when there are none now. */
  readonly next: () => Promise<readonly RedactedRow[] | undefined>;
  readonly reopen: (record: HandleRecord) => void;
  readonly close: () => Promise<void>;
}

export function createTextWalk(ports: KernelPorts, handleId: string): TextWalk {
  let record: HandleRecord | undefined;
  let isClosed = false;
  let goOn = (): void => undefined;
  let isDry = false;
  let tellDry = (): void => undefined;
  let rows: AsyncGenerator<readonly RedactedRow[]> | undefined;
  let pending: Promise<IteratorResult<readonly RedactedRow[]>> | undefined;

  async function* stored(): AsyncGenerator<StoredRows> {
    for (let from = 0; !isClosed; ) {
      // What the handle is, is asked before what it holds: a complete one holds all.
      const isComplete = record?.state !== 'open';
      for await (const piece of ports.stores.handles.read(handleId, from)) {
        from = piece.first_row + piece.rows;
        yield piece;
      }
      if (isComplete) {
        return;
      }
      isDry = true;
      tellDry();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }

  function opened(now: HandleRecord): AsyncGenerator<readonly RedactedRow[]> {
    const { allowed_fields: allowedFields } = now.constraints;
    return visibleRows(stored(), {
      redaction: resultRedaction(ports, now),
      state: () => record?.state ?? now.state,
      ...(allowedFields === undefined ? {} : { allowedFields }),
    });
  }

  return {
    async next() {
      if (record === undefined || isDry) {
        return undefined;
      }
      rows ??= opened(record);
      pending ??= rows.next();
      // A promise of its own for each step: one that lived on would hold on to all the rows that won against it.
      const dry = new Promise<void>((resolve) => {
        tellDry = resolve;
      });
      const result = await Promise.race([pending, dry]);
      if (result === undefined) {
        return undefined;
      }
      pending = undefined;
      return result.done === true ? undefined : result.value;
    },
    reopen(now) {
      record = now;
      isDry = false;
      goOn();
    },
    async close() {
      isClosed = true;
      goOn();
      await pending?.catch(() => undefined);
      await rows?.return(undefined);
    },
  };
}

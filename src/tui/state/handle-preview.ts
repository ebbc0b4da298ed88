import type { HandleRecord } from '../../contract/handle.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { Terminal } from '../terminal/terminal.js';
import { type ShownError, thrownError } from './thrown-error.js';

/** The first rows of one kept result, as they are known now. */
export interface HandlePreview {
  readonly rows: readonly unknown[];
  readonly isRead: boolean;
  readonly error?: ShownError;
}

/** Reads a little of the selected handle, and nothing of those one moves past. */
export interface HandlePreviews {
  /** What is known of this handle; so many rows of it are read when the selection stays on it. */
  readonly look: (handle: HandleRecord, rows: number) => HandlePreview;
  /** What was read may have changed. */
  readonly forget: () => void;
  /** Nobody looks: what is being read is given up. */
  readonly leave: () => void;
}

interface Ports {
  readonly kernel: Pick<Kernel, 'openReading'>;
  readonly principal: Principal;
  readonly after: Terminal['after'];
  readonly refresh: () => void;
}

interface Look {
  readonly handle: HandleRecord;
  readonly rows: number;
}

/** The selection stays: each look is an action of its own, with a trace. */
const REST_MS = 250;
const MOST_ROWS = 40;
/** Of handles that were looked at, so that moving to and fro reads nothing again. */
const MOST_KEPT = 20;
const NOTHING: HandlePreview = { rows: [], isRead: false };

export function createHandlePreviews({ kernel, principal, after, refresh }: Ports): HandlePreviews {
  const known = new Map<string, HandlePreview>();
  let current: { readonly key: string; readonly stop: () => void } | undefined;

  async function read({ handle, rows: wanted }: Look, signal: AbortSignal): Promise<HandlePreview> {
    // What stands in a map is shown to nobody: there is nothing to ask for.
    const most = handle.kind === 'map' ? 0 : handle.total_rows;
    const count = Math.max(0, Math.min(MOST_ROWS, wanted, most));
    if (count === 0) {
      return { rows: [], isRead: true };
    }
    const reading = kernel.openReading({ handleId: handle.handle_id, principal });
    try {
      const rows = Array.from({ length: count }, (_, index) => index);
      const frame = await reading.expand({ rows, signal, maxTokens: Number.POSITIVE_INFINITY });
      return { rows: frame.rows ?? [], isRead: true };
    } finally {
      await reading.close();
    }
  }

  function start(look: Look, key: string): void {
    const controller = new AbortController();
    const stopWaiting = after(REST_MS, () => {
      read(look, controller.signal)
        .catch((error: unknown): HandlePreview => ({ rows: [], isRead: true, error: thrownError(error) }))
        .then((preview) => keep(key, preview, controller.signal));
    });
    current = {
      key,
      stop() {
        stopWaiting();
        controller.abort();
      },
    };
  }

  function keep(key: string, preview: HandlePreview, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    known.set(key, preview);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KEPT) {
        break;
      }
      known.delete(oldest);
    }
    refresh();
  }

  function leave(): void {
    current?.stop();
    current = undefined;
  }

  return {
    look(handle, rows) {
      const key = keyOf(handle);
      const preview = known.get(key);
      if (current?.key !== key) {
        leave();
        if (preview === undefined) {
          start({ handle, rows }, key);
        }
      }
      return preview ?? NOTHING;
    },
    forget() {
      leave();
      known.clear();
    },
    leave,
  };
}

/** Of an open handle there is more later, as long as there is less than what is read. */
function keyOf({ handle_id: id, total_rows: rows, state }: HandleRecord): string {
  return `${id} ${Math.min(rows, MOST_ROWS)} ${state}`;
}

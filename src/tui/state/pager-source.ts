import type { ReadingPage } from '../../contract/expansion.js';
import type { HandleInfo } from '../../contract/frame.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { createMaking } from './pager-making.js';
import type { ReadRows } from './pager-reader.js';
import type { FindRows } from './pager-scan.js';
import { rememberFinds } from './remembered-finds.js';

/** What the pager asks a kernel for. Everything it shows came this way. */
export type PagerKernel = Pick<Kernel, 'openReading'> & { readonly handles: Pick<Kernel['handles'], 'get'> };

export interface PagerSource {
  readonly open: () => Promise<HandleRecord>;
  readonly read: ReadRows;
  readonly find: FindRows;
  readonly close: () => void;
}

export interface SourceOptions {
  readonly kernel: PagerKernel;
  readonly principal: Principal;
  readonly handleId: string;
  readonly sessionId?: string | undefined;
  /** Columns that were added, each made of others of its row. */
  readonly formulas: () => readonly string[];
  readonly onInfo: (info: HandleInfo) => void;
  /** A read is on its way through text that it has to pass. */
  readonly onProgress: (row: number) => void;
}

/** A session pays for what is read; of its allowance no more is set aside than one read could need. */
const SESSION_TOKENS = 100_000;

export function createPagerSource({
  kernel,
  principal,
  handleId,
  sessionId,
  formulas,
  onInfo,
  onProgress,
}: SourceOptions): PagerSource {
  const paid =
    sessionId === undefined ? { maxTokens: Number.POSITIVE_INFINITY } : { maxTokens: SESSION_TOKENS, sessionId };

  const whoPays = sessionId === undefined ? {} : { sessionId };
  const reading = kernel.openReading({ handleId, principal });
  const made = createMaking(formulas);
  const find = rememberFinds(
    (question) => reading.find({ ...question, ...(question.count === undefined ? {} : whoPays) }),
    () => !isGrowing,
  );
  let isGrowing = true;

  async function readPart(rows: readonly number[], signal: AbortSignal, found: Map<number, unknown>) {
    const request: ReadingPage = { rows, signal, onProgress, ...paid };
    const { rows: values = [], page, handle } = await reading.expand(request);
    for (const [index, row] of (page?.rows ?? []).entries()) {
      found.set(row, made.add(values[index]));
    }
    if (handle !== undefined) {
      onInfo(handle);
    }
    const next = page?.next_offset;
    return next === undefined || page?.returned === 0 ? [] : rows.filter((row) => row >= next);
  }

  return {
    async open() {
      const record = await kernel.handles.get(handleId, principal);
      isGrowing = record.state === 'open';
      return record;
    },
    async read(rows, signal) {
      const found = new Map<number, unknown>();
      // A view may stand in another order; the kernel reads rows in theirs.
      for (let left: readonly number[] = rows.toSorted((a, b) => a - b); left.length > 0; ) {
        left = await readPart(left, signal, found);
      }
      return found;
    },
    find: (question) => find({ ...question, ...made.asked() }),
    close() {
      // The kernel waits for it when it is closed itself.
      reading.close().catch(() => undefined);
    },
  };
}

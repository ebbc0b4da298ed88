import { setTimeout as sleep } from 'node:timers/promises';
import type { RunPiece, SharedRuns } from '../../../contract/shared-runs.js';
import type { LogKeeping } from './run-log.js';

export interface RunToKeep {
  readonly runId: string;
  readonly owner: string;
  /** What is known of it from its beginning on. */
  readonly head: string;
  readonly keeping: () => LogKeeping;
  /** Somebody else has told its end. */
  readonly onLost: () => void;
}

export interface RunKeeper {
  /** What the log of a run calls at each event, and what ends its keeping. */
  readonly follow: (run: RunToKeep) => { readonly onUnkept: () => void; readonly forget: () => void };
  /** Resolves when nothing is left to be kept. */
  readonly flushed: () => Promise<void>;
}

interface Kept extends RunToKeep {
  isBegun: boolean;
  isOver: boolean;
}

/** Of so many runs events are written at once, and of each run about so many characters. */
const MOST_RUNS = 32;
const PIECE_CHARS = 64 * 1024;
/** So long events wait for a store that does not answer before they are sent all the same. */
const HOLD_MS = 5000;
const RETRY_MS = 500;

/**
 * Writes the events of the runs of this process where other servers can read them. While one write is under way the next one
 * gathers: no event waits for a clock, and however many come, there is one way to the store at a time.
 */
export function createRunKeeper(shared: Pick<SharedRuns, 'append'>): RunKeeper {
  const unkept = new Set<Kept>();
  let writing: Promise<void> | undefined;
  let isAway = false;

  const goAway = (): void => {
    isAway = true;
    for (const { keeping } of unkept) {
      keeping().giveUp();
    }
  };
  const settle = (run: Kept, piece: RunPiece, isKept: boolean): void => {
    unkept.delete(run);
    if (!isKept) {
      run.isOver = true;
      run.onLost();
      return;
    }
    run.isBegun = true;
    run.keeping().kept(piece.last_seq);
    if (!run.isOver && run.keeping().next(1) !== undefined) {
      unkept.add(run);
    }
  };
  const writeSome = async (): Promise<void> => {
    const pieces = new Map<Kept, RunPiece>();
    for (const run of [...unkept].slice(0, MOST_RUNS)) {
      const piece = pieceOf(run);
      if (piece === undefined) {
        unkept.delete(run);
      } else {
        pieces.set(run, piece);
      }
    }
    if (pieces.size === 0) {
      return;
    }
    const patience = setTimeout(goAway, HOLD_MS).unref();
    try {
      const kept = await shared.append([...pieces.values()]);
      isAway = false;
      for (const [run, piece] of pieces) {
        settle(run, piece, kept.has(run.runId));
      }
    } catch {
      goAway();
      await sleep(RETRY_MS, undefined, { ref: false });
    } finally {
      clearTimeout(patience);
    }
  };
  const writeAll = async (): Promise<void> => {
    // What comes in one go is written in one piece.
    await Promise.resolve();
    while (unkept.size > 0) {
      await writeSome();
    }
    writing = undefined;
  };

  return {
    follow(given) {
      const run: Kept = { ...given, isBegun: false, isOver: false };
      return {
        onUnkept() {
          if (!run.isOver) {
            unkept.add(run);
            if (isAway) {
              run.keeping().giveUp();
            }
            writing ??= writeAll();
          }
        },
        forget() {
          run.isOver = true;
          unkept.delete(run);
        },
      };
    },
    flushed: async () => writing,
  };
}

function pieceOf({ runId, owner, head, isBegun, keeping }: Kept): RunPiece | undefined {
  const next = keeping().next(PIECE_CHARS);
  return next && { run_id: runId, owner, ...(isBegun ? {} : { head }), ...next };
}

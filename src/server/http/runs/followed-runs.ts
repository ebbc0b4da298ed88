import type { AskedOfRun, SharedRuns } from '../../../contract/shared-runs.js';
import { refusal } from '../problem.js';
import { endOfDead } from './dead-run.js';

/** Runs of other servers that are read here: told of what is new, by a notification or at the next look. */
export interface FollowedRuns {
  readonly begin: () => void;
  readonly join: (runId: string) => () => void;
  readonly more: (runId: string, waiting: Waiting) => Promise<'more' | 'late'>;
  /** Notes what a reading has seen, so that older news wakes nobody. */
  readonly seen: <Read extends { readonly last_seq: number } | undefined>(
    runId: string,
    read: () => Promise<Read>,
  ) => Promise<Read>;
  readonly readers: () => number;
  readonly end: () => void;
}

export interface ElsewherePorts {
  readonly shared: SharedRuns;
  readonly now: () => number;
  /** How many runs go on here. */
  readonly goingOn: () => number;
  readonly obey: (runId: string, what: AskedOfRun) => void;
}

interface Waiting {
  readonly behind: number;
  readonly waitMs: number;
  readonly leaving: AbortSignal;
}

interface Followed {
  readers: number;
  /** As far as it is said to have come; it may be wrong until somebody has looked. */
  heard: number;
  readonly wakes: Set<() => void>;
}

export const MOST_READERS = 4;
const LOOK_MS = 1000;
const SWEEP_MS = 10_000;

export function createFollowedRuns(ports: ElsewherePorts): FollowedRuns {
  const { shared, goingOn, obey, now } = ports;
  const followed = new Map<string, Followed>();
  let end: (() => void) | undefined;

  const wake = (runId: string, seq: number): void => {
    const run = followed.get(runId);
    if (run !== undefined && seq > run.heard) {
      run.heard = seq;
      for (const each of run.wakes) {
        each();
      }
    }
  };
  const hear = inTurn(async () => {
    for (const { run_id: runId, what } of await shared.asked()) {
      obey(runId, what);
    }
  });
  const look = inTurn(async () => {
    const ids = [...followed.keys()];
    if (ids.length > 0) {
      await shared.settle(endOfDead(now));
      const found = await shared.reading(ids);
      for (const id of ids) {
        // Whoever waits for one that is gone is to look.
        wake(id, found.get(id)?.last_seq ?? Number.POSITIVE_INFINITY);
      }
    }
    if (goingOn() > 0) {
      await hear();
    }
  });
  /** Whoever is there clears away, and ends what dead servers left, whether somebody reads it or not. */
  const sweep = inTurn(async () => {
    await shared.settle(endOfDead(now));
    await shared.prune();
  });
  const begin = (): void => {
    if (end === undefined) {
      const unlisten = shared.listen((runId, seq) => (seq === 0 ? void hear() : wake(runId, seq)));
      const timers = [setInterval(look, LOOK_MS).unref(), setInterval(sweep, SWEEP_MS).unref()];
      end = () => {
        for (const timer of timers) {
          clearInterval(timer);
        }
        unlisten();
      };
    }
  };

  return {
    begin,
    join(runId) {
      begin();
      const run = followed.get(runId) ?? { readers: 0, heard: 0, wakes: new Set() };
      if (run.readers >= MOST_READERS) {
        throw refusal(429, 'LIMIT_REACHED', `${MOST_READERS} connections read this run already`);
      }
      followed.set(runId, run);
      run.readers += 1;
      // Its server shall not take it for left, however short the visit is.
      shared.reading([runId]).catch(() => undefined);
      let isLeft = false;
      return () => {
        run.readers -= isLeft ? 0 : 1;
        isLeft = true;
        if (run.readers === 0 && followed.get(runId) === run) {
          followed.delete(runId);
        }
      };
    },
    more: (runId, { behind, waitMs, leaving }) =>
      new Promise((resolve) => {
        const run = followed.get(runId);
        if (run === undefined || run.heard > behind) {
          resolve('more');
          return;
        }
        const settle = (how: 'more' | 'late') => {
          clearTimeout(timer);
          leaving.removeEventListener('abort', woken);
          run.wakes.delete(woken);
          resolve(how);
        };
        const woken = () => settle('more');
        const timer = setTimeout(() => settle('late'), waitMs);
        run.wakes.add(woken);
        leaving.addEventListener('abort', woken);
      }),
    async seen(runId, read) {
      const run = followed.get(runId);
      const before = run?.heard;
      const found = await read();
      if (run !== undefined && run.heard === before) {
        run.heard = found?.last_seq ?? 0;
      }
      return found;
    },
    readers: () => [...followed.values()].reduce((sum, { readers }) => sum + readers, 0),
    end: () => end?.(),
  };
}

/** Work of which one is done at a time, and once more when it was asked for meanwhile. What fails is done the next time. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | undefined;
  let isWanted = false;
  const all = async (): Promise<void> => {
    do {
      isWanted = false;
      await work().catch(() => undefined);
    } while (isWanted);
    going = undefined;
  };
  return () => {
    isWanted = true;
    going ??= all();
    return going;
  };
}

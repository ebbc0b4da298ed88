import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedOfRun, SharedRuns } from '../../../contract/shared-runs.js';
import type { RunResult } from '../../../contract/stream-run.js';
import { END_REASONS } from '../../access/token-watch.js';
import type { Metrics } from '../metrics.js';
import { refusal } from '../problem.js';
import type { KeptRun, NewRun } from './kept-run.js';
import { type OwnRun, openOwnRun } from './own-run.js';
import { createRunKeeper } from './run-keeper.js';
import { createRunsElsewhere } from './runs-elsewhere.js';

export interface RunBook {
  readonly open: <Part, Result extends RunResult>(run: NewRun<Part, Result>) => KeptRun;
  /** Also one of another server on the same store. Throws RUN_NOT_FOUND, also for those of others. */
  readonly get: (runId: string, owner: string) => Promise<KeptRun>;
  readonly list: (owner: string) => Promise<readonly KeptRun[]>;
  /** Throws when no further run can be begun now. */
  readonly refuseWhenFull: () => void;
  readonly counts: () => {
    readonly active: number;
    readonly kept: number;
    readonly bytes: number;
    readonly readers: number;
  };
  /** Cancels what still runs; resolves when each has its terminal event and nobody reads any more, or after the time. */
  readonly end: (withinMs: number) => Promise<void>;
}

export interface RunBookOptions {
  readonly metrics: Metrics;
  /** Where other servers can read the runs of this one. */
  readonly shared?: SharedRuns | undefined;
  /** Tells times; how long something is kept goes by the other one, which never goes back. */
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly mostActive?: number;
  readonly graceMs?: number;
}

const MOST_ACTIVE = 1000;
/** Events of all runs that have ended that are kept. */
const ENDED_BYTES = 32 * 1024 * 1024;
const MOST_ENDED = 2000;
const KEPT_MS = 5 * 60_000;
const SWEEP_MS = 10_000;
/** How long a run may be without readers before it is taken for left. */
const GRACE_MS = 3000;

export function createRunBook(options: RunBookOptions): RunBook {
  const { metrics, now, monotonic, shared, mostActive = MOST_ACTIVE, graceMs = GRACE_MS } = options;
  const entries = new Map<string, OwnRun>();
  const active = () => [...entries.values()].filter(({ endedAt }) => endedAt === undefined);
  let running = 0;
  const obey = (runId: string, what: AskedOfRun) => void entries.get(runId)?.[what]('its client cancelled it');
  const elsewhere = shared && createRunsElsewhere({ shared, now, goingOn: () => running, obey });
  const keeper = shared && createRunKeeper(shared);
  const sweep = () => forgetEnded(entries, monotonic());
  setInterval(sweep, SWEEP_MS).unref();

  return {
    open(run) {
      elsewhere?.begin();
      const entry = openOwnRun(run, { ...options, graceMs, keeper, elsewhere, drop });
      entries.set(entry.runId, entry);
      running += 1;
      const stopWatching = cancelWhenRevoked(entry, run.caller);
      void entry.ended.then((status) => {
        running -= 1;
        stopWatching();
        metrics.runEnded(run.kind, status);
        sweep();
      });
      return entry;
    },
    async get(runId, owner) {
      const entry = entries.get(runId);
      const found = entry === undefined ? await elsewhere?.find(runId, owner) : entry;
      if (found === undefined || (entry !== undefined && entry.owner !== owner)) {
        throw refusal(404, 'RUN_NOT_FOUND', 'there is no such run', {
          hint: 'events of a run are kept for a few minutes after its end; its handle and its trace stay',
        });
      }
      return found;
    },
    async list(owner) {
      const here = [...entries.values()].filter((entry) => entry.owner === owner);
      const all = (await elsewhere?.list(owner)) ?? [];
      return [...here, ...all.filter(({ runId }) => !entries.has(runId))];
    },
    refuseWhenFull() {
      if (running >= mostActive) {
        throw refusal(429, 'LIMIT_REACHED', `${mostActive} runs go on already`, {
          hint: 'try again when some have ended',
        });
      }
    },
    counts: () => {
      const all = [...entries.values()];
      const sum = (of: (entry: OwnRun) => number) => all.reduce((total, entry) => total + of(entry), 0);
      return {
        active: running,
        kept: all.length,
        bytes: sum(({ log }) => log.bytes()),
        readers: sum(({ readers }) => readers) + (elsewhere?.readers() ?? 0),
      };
    },
    async end(withinMs) {
      const left = active();
      for (const entry of left) {
        void entry.cancel('the server was ended');
      }
      // Timers that hold the process: it would end with whatever else it has to wait for.
      const startedAt = performance.now();
      const isDone = new AbortController();
      const late = sleep(withinMs, undefined, { signal: isDone.signal }).catch(() => undefined);
      const told = Promise.all(left.map(({ ended }) => ended)).then(() => keeper?.flushed());
      await Promise.race([told, late]);
      isDone.abort();
      while (performance.now() - startedAt < withinMs && [...entries.values()].some(({ readers }) => readers > 0)) {
        await sleep(20);
      }
      elsewhere?.end();
    },
  };

  function drop(runId: string): void {
    const entry = entries.get(runId);
    entries.delete(runId);
    void entry?.cancel('another server told its end');
  }
}

/** One that was begun with a token for its capability alone is ended by the kernel. */
function cancelWhenRevoked(entry: OwnRun, { only, watch }: NewRun<unknown, RunResult>['caller']): () => void {
  return watch((how) => {
    if (how !== 'expired' && only === undefined) {
      void entry.cancel(END_REASONS[how]);
    }
  });
}

/** The oldest go first. One that is being read stays. */
function forgetEnded(entries: Map<string, OwnRun>, now: number): void {
  const ended = [...entries.values()].filter(({ endedAt, readers }) => endedAt !== undefined && readers === 0);
  let bytes = ended.reduce((sum, { log }) => sum + log.bytes(), 0);
  let count = ended.length;
  for (const { runId, log, forget, endedAt = now } of ended) {
    if (endedAt + KEPT_MS > now && bytes <= ENDED_BYTES && count <= MOST_ENDED) {
      return;
    }
    entries.delete(runId);
    forget();
    bytes -= log.bytes();
    count -= 1;
  }
}

import type { RunResult } from '../../../contract/stream-run.js';
import type { Metrics } from '../metrics.js';
import { refusal } from '../problem.js';
import { followRun, type RunEnd, runHead } from './follow-run.js';
import type { KeptRun, NewRun } from './kept-run.js';
import { createRunLog, type RunLog } from './run-log.js';

export interface RunBook {
  readonly open: <Part, Result extends RunResult>(run: NewRun<Part, Result>) => KeptRun;
  /** Throws RUN_NOT_FOUND, also for those of others. */
  readonly get: (runId: string, owner: string) => KeptRun;
  readonly list: (owner: string) => readonly KeptRun[];
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
  readonly now: () => number;
  readonly mostActive?: number;
  readonly graceMs?: number;
}

interface Working {
  readonly cancel: (reason: string) => unknown;
  readonly stop?: () => void;
}

interface Entry extends KeptRun {
  readonly owner: string;
  readonly ended: Promise<string>;
  endedAt: number | undefined;
  readers: number;
}

const MOST_ACTIVE = 1000;
/** Events of one run, and of all runs that have ended, that are kept. */
const RUN_BYTES = 1024 * 1024;
const ENDED_BYTES = 32 * 1024 * 1024;
const MOST_ENDED = 2000;
const KEPT_MS = 5 * 60_000;
const SWEEP_MS = 10_000;
/** How long a run may be without readers before it is taken for left. */
const GRACE_MS = 3000;
const MOST_READERS = 4;

export function createRunBook(options: RunBookOptions): RunBook {
  const { metrics, now, mostActive = MOST_ACTIVE, graceMs = GRACE_MS } = options;
  const entries = new Map<string, Entry>();
  const active = () => [...entries.values()].filter(({ endedAt }) => endedAt === undefined);
  const sweep = () => forgetEnded(entries, now());
  setInterval(sweep, SWEEP_MS).unref();
  let running = 0;

  return {
    open(run) {
      const log = createRunLog({ runId: run.source.run_id, mostBytes: RUN_BYTES, onEvent: metrics.eventMade });
      running += 1;
      const entry = openEntry(run, log, { now, graceMs });
      entries.set(entry.runId, entry);
      const stopWatching = cancelWhenRevoked(entry, run.caller);
      void entry.ended.then((status) => {
        running -= 1;
        stopWatching();
        metrics.runEnded(run.kind, status);
        sweep();
      });
      return entry;
    },
    get(runId, owner) {
      const entry = entries.get(runId);
      if (entry === undefined || entry.owner !== owner) {
        throw refusal(404, 'RUN_NOT_FOUND', 'there is no such run', {
          hint: 'events of a run are kept for a few minutes after its end; its handle and its trace stay',
        });
      }
      return entry;
    },
    list: (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
    refuseWhenFull() {
      if (running >= mostActive) {
        throw refusal(429, 'LIMIT_REACHED', `${mostActive} runs go on already`, {
          hint: 'try again when some have ended',
        });
      }
    },
    counts: () => {
      const all = [...entries.values()];
      const sum = (of: (entry: Entry) => number) => all.reduce((total, entry) => total + of(entry), 0);
      return {
        active: running,
        kept: all.length,
        bytes: sum(({ log }) => log.bytes()),
        readers: sum(({ readers }) => readers),
      };
    },
    async end(withinMs) {
      const left = active();
      for (const entry of left) {
        entry.cancel('the server was ended');
      }
      const deadline = now() + withinMs;
      await Promise.race([Promise.all(left.map(({ ended }) => ended)), sleep(withinMs)]);
      while (now() < deadline && [...entries.values()].some(({ readers }) => readers > 0)) {
        await sleep(20);
      }
    },
  };
}

function openEntry<Part, Result extends RunResult>(
  run: NewRun<Part, Result>,
  log: RunLog,
  { now, graceMs }: { readonly now: () => number; readonly graceMs: number },
): Entry {
  const head = runHead(run, now());
  log.add('run.started', JSON.stringify({ seq: 1, ...head }));
  const cancelAfterMs = run.onDisconnect === 'cancel' ? graceMs : undefined;
  // What is kept of a run that has ended holds its events alone: its work is large.
  let working: Working | undefined = { cancel: run.source.cancel, ...(run.stop && { stop: run.stop }) };
  let end: Partial<RunEnd> = {};
  const entry: Entry = {
    runId: head.run_id,
    owner: run.caller.owner,
    log,
    state: () => ({ ...head, status: 'running', ...end, last_seq: log.lastSeq() }),
    endedAt: undefined,
    readers: 0,
    join: () => join(entry, cancelAfterMs),
    cancel: (reason) => void working?.cancel(reason),
    stop: (reason) => void (working?.stop ?? working?.cancel)?.(reason),
    ended: followRun(run, log, now).then((told) => {
      working = undefined;
      end = told;
      entry.endedAt = now();
      return told.status;
    }),
  };
  return entry;
}

/** One that was begun with a token for its capability alone is ended by the kernel. */
function cancelWhenRevoked(entry: Entry, { only, watch }: NewRun<unknown, RunResult>['caller']): () => void {
  return watch((how) => {
    if (how === 'revoked' && only === undefined) {
      entry.cancel('its capability token was revoked');
    }
  });
}

function join(entry: Entry, cancelAfterMs: number | undefined): () => void {
  if (entry.readers >= MOST_READERS) {
    throw refusal(429, 'LIMIT_REACHED', `${MOST_READERS} connections read this run already`);
  }
  entry.readers += 1;
  let isLeft = false;
  return () => {
    if (isLeft) {
      return;
    }
    isLeft = true;
    entry.readers -= 1;
    if (cancelAfterMs !== undefined && entry.readers === 0 && entry.endedAt === undefined) {
      setTimeout(() => {
        if (entry.readers === 0) {
          entry.cancel('its client has gone');
        }
      }, cancelAfterMs).unref();
    }
  };
}

/** The oldest go first. One that is being read stays. */
function forgetEnded(entries: Map<string, Entry>, now: number): void {
  const ended = [...entries.values()].filter(({ endedAt, readers }) => endedAt !== undefined && readers === 0);
  let bytes = ended.reduce((sum, { log }) => sum + log.bytes(), 0);
  let count = ended.length;
  for (const { runId, log, endedAt = now } of ended) {
    if (endedAt + KEPT_MS > now && bytes <= ENDED_BYTES && count <= MOST_ENDED) {
      return;
    }
    entries.delete(runId);
    bytes -= log.bytes();
    count -= 1;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

import type { RunResult } from '../../../contract/stream-run.js';
import type { Metrics } from '../metrics.js';
import { refusal } from '../problem.js';
import { followRun, type RunEnd, runHead } from './follow-run.js';
import { MOST_READERS } from './followed-runs.js';
import type { KeptRun, NewRun } from './kept-run.js';
import type { RunKeeper } from './run-keeper.js';
import { createRunLog, type RunLog } from './run-log.js';
import type { RunsElsewhere } from './runs-elsewhere.js';

/** A run of this process. */
export interface OwnRun extends KeptRun {
  readonly owner: string;
  readonly log: RunLog;
  readonly ended: Promise<string>;
  /** Ends its keeping elsewhere. */
  readonly forget: () => void;
  endedAt: number | undefined;
  readers: number;
  /** Readers that there ever were. */
  visits: number;
}

interface Working {
  readonly cancel: (reason: string) => unknown;
  readonly stop?: () => void;
}

/** Events of one run that are kept. */
const RUN_BYTES = 1024 * 1024;
const BEGUN = Promise.resolve();
const LONGEST_BEGIN_MS = 30_000;

interface OwnRunPorts {
  readonly metrics: Pick<Metrics, 'eventMade'>;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly graceMs: number;
  readonly keeper: RunKeeper | undefined;
  readonly elsewhere: RunsElsewhere | undefined;
  readonly drop: (runId: string) => void;
}

export function openOwnRun<Part, Result extends RunResult>(run: NewRun<Part, Result>, ports: OwnRunPorts): OwnRun {
  const { now, monotonic, metrics, keeper, elsewhere, graceMs, drop } = ports;
  const head = runHead(run, now());
  const { owner } = run.caller;
  const kept = keeper?.follow({
    runId: head.run_id,
    owner,
    head: JSON.stringify(head),
    keeping: () => log.keeping,
    onLost() {
      log.keeping.abandon();
      drop(head.run_id);
    },
  });
  const log = createRunLog({
    runId: head.run_id,
    mostBytes: RUN_BYTES,
    onEvent: metrics.eventMade,
    onUnkept: kept?.onUnkept,
  });
  log.add('run.started', JSON.stringify({ seq: 1, ...head }));
  // What is kept of a run that has ended holds its events alone: its work is large.
  let working: Working | undefined = { cancel: run.source.cancel, ...(run.stop && { stop: run.stop }) };
  let end: Partial<RunEnd> = {};
  const isReadElsewhere = async () => (await elsewhere?.isRead(head.run_id)) === true;
  // Nothing that outlives the run may refer to it, or its work would be kept as long as its events.
  const leaving = run.onDisconnect === 'cancel' ? { graceMs, isReadElsewhere } : undefined;
  const entry: OwnRun = {
    runId: head.run_id,
    owner,
    log,
    begun:
      kept === undefined ? BEGUN : log.more(0, LONGEST_BEGIN_MS, new AbortController().signal).then(() => undefined),
    state: () => ({ ...head, status: 'running', ...end, last_seq: log.lastSeq() }),
    endedAt: undefined,
    readers: 0,
    visits: 0,
    forget: () => kept?.forget(),
    join: () => join(entry, leaving),
    cancel: (reason) => void working?.cancel(reason),
    stop: (reason) => void (working?.stop ?? working?.cancel)?.(reason),
    ended: followRun(run, log, now).then((told) => {
      working = undefined;
      end = told;
      entry.endedAt = monotonic();
      return told.status;
    }),
  };
  return entry;
}

interface Leaving {
  readonly graceMs: number;
  readonly isReadElsewhere: () => Promise<boolean>;
}

function join(entry: OwnRun, leaving: Leaving | undefined): () => void {
  if (entry.readers >= MOST_READERS) {
    throw refusal(429, 'LIMIT_REACHED', `${MOST_READERS} connections read this run already`);
  }
  entry.readers += 1;
  entry.visits += 1;
  let hasLeft = false;
  return () => {
    if (hasLeft) {
      return;
    }
    hasLeft = true;
    entry.readers -= 1;
    if (leaving !== undefined) {
      cancelWhenLeft(entry, leaving);
    }
  };
}

/** Whoever comes meanwhile, and leaves again, has the whole time anew. */
function cancelWhenLeft(entry: OwnRun, leaving: Leaving): void {
  if (entry.readers > 0 || entry.endedAt !== undefined) {
    return;
  }
  const { visits } = entry;
  setTimeout(async () => {
    const isElsewhere = entry.visits === visits && (await leaving.isReadElsewhere());
    if (entry.visits !== visits) {
      return;
    }
    if (isElsewhere) {
      cancelWhenLeft(entry, leaving);
    } else {
      void entry.cancel('its client has gone');
    }
  }, leaving.graceMs).unref();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedOfRun, OwnedRun, SharedRun, SharedRuns } from '../../../contract/shared-runs.js';
import { endOfDead } from './dead-run.js';
import { createFollowedRuns, type ElsewherePorts, type FollowedRuns } from './followed-runs.js';
import type { KeptRun } from './kept-run.js';
import { type EventLog, gapText } from './run-log.js';

/** Runs of other servers on the same store. */
export interface RunsElsewhere {
  readonly find: (runId: string, owner: string) => Promise<KeptRun | undefined>;
  readonly list: (owner: string) => Promise<readonly KeptRun[]>;
  /** Begins to listen to what others ask of the runs of this process. */
  readonly begin: () => void;
  /** Whether another server has readers of a run of this one. */
  readonly isRead: (runId: string) => Promise<boolean>;
  readonly readers: () => number;
  readonly end: () => void;
}

export function createRunsElsewhere(ports: ElsewherePorts): RunsElsewhere {
  const { shared } = ports;
  const followed = createFollowedRuns(ports);
  /** One whose server died has its end told before it is shown. */
  const settled = async (runs: readonly SharedRun[]): Promise<boolean> => {
    if (runs.every((run) => run.is_ended)) {
      return false;
    }
    await shared.settle(endOfDead(ports.now));
    return true;
  };
  return {
    async find(runId, owner) {
      const run = { run_id: runId, owner };
      const found = await shared.find(run);
      const isAgain = found !== undefined && (await settled([found]));
      const last = isAgain ? await shared.find(run) : found;
      return last && runElsewhere(last, run, { shared, followed });
    },
    async list(owner) {
      const found = await shared.list(owner);
      const all = (await settled(found)) ? await shared.list(owner) : found;
      return all.map((run) => runElsewhere(run, { run_id: run.run_id, owner }, { shared, followed }));
    },
    begin: followed.begin,
    isRead: async (runId) => shared.isRead(runId).catch(() => false),
    readers: followed.readers,
    end: followed.end,
  };
}

interface Parts {
  readonly shared: SharedRuns;
  readonly followed: FollowedRuns;
}

function runElsewhere(found: SharedRun, run: OwnedRun, { shared, followed }: Parts): KeptRun {
  const log = logElsewhere(found, run, { shared, followed });
  const ask = async (what: AskedOfRun): Promise<void> => {
    await shared.ask(run, what);
  };
  return {
    runId: run.run_id,
    begun: Promise.resolve(),
    log,
    state: () => ({
      ...JSON.parse(found.head),
      status: 'running',
      ...(found.end === undefined ? {} : JSON.parse(found.end)),
      last_seq: found.last_seq,
    }),
    join: () => followed.join(run.run_id),
    cancel: () => ask('cancel'),
    stop: () => ask('stop'),
  };
}

const PAUSE_MS = 1000;

/** What stands in the store, as far as this reader has seen it. */
function logElsewhere(found: SharedRun, run: OwnedRun, { shared, followed }: Parts): EventLog {
  let { last_seq: last, is_ended: isEnded } = found;
  return {
    lastSeq: () => last,
    isEnded: () => isEnded,
    more: (behind, waitMs, leaving) =>
      last > behind || isEnded || leaving.aborted
        ? Promise.resolve('more')
        : followed.more(run.run_id, { behind, waitMs, leaving }),
    async after(seq, mostChars) {
      try {
        const read = await followed.seen(run.run_id, () => shared.read(run, seq, mostChars));
        // One that is gone can only be left.
        ({ last_seq: last, is_ended: isEnded } = read ?? { last_seq: seq, is_ended: true });
        return joinPieces(run.run_id, seq, read?.pieces ?? []);
      } catch {
        await sleep(PAUSE_MS, undefined, { ref: false });
        return { text: ': the store does not answer\n\n', seq };
      }
    },
  };
}

/** Pieces may begin before the reader's place, and end where the next one has begun. */
function joinPieces(
  runId: string,
  behind: number,
  pieces: readonly { readonly first_seq: number; readonly last_seq: number; readonly text: string }[],
) {
  let text = '';
  let seq = behind;
  for (const piece of pieces) {
    if (piece.first_seq > seq + 1) {
      text += gapText(runId, { from: seq + 1, to: piece.first_seq - 1 });
    }
    text += withoutFirst(piece.text, Math.max(0, seq + 1 - piece.first_seq));
    seq = piece.last_seq;
  }
  return { text, seq };
}

/** Each event ends with an empty line, and has none within. */
function withoutFirst(text: string, events: number): string {
  let start = 0;
  for (let passed = 0; passed < events; passed += 1) {
    start = text.indexOf('\n\n', start) + 2;
  }
  return text.slice(start);
}

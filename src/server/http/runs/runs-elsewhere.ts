import type { AskedOfRun, OwnedRun, SharedRun, SharedRuns } from '../../../contract/shared-runs.js';
import { endOfDamaged, endOfDead } from './dead-run.js';
import { createFollowedRuns, type ElsewherePorts, type FollowedRuns } from './followed-runs.js';
import type { KeptRun } from './kept-run.js';
import { logElsewhere } from './log-elsewhere.js';

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
  const end = found.is_damaged ? endOfDamaged() : found.end;
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
      ...(end === undefined ? {} : JSON.parse(end)),
      last_seq: found.last_seq,
    }),
    join: () => followed.join(run.run_id),
    cancel: () => ask('cancel'),
    stop: () => ask('stop'),
  };
}

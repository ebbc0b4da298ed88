import type { Liveness } from '../liveness.js';
import type { ProcessLiveness } from '../process-liveness.js';
import { type Database, first } from '../sql/database.js';

interface Ports {
  readonly database: Database;
  /** Judges processes of this machine, which need no lease to be seen. */
  readonly here: ProcessLiveness;
  readonly newId: () => string;
}

export interface LeaseLiveness extends Liveness {
  readonly close: () => Promise<void>;
}

const RENEW_MS = 5000;
const LEASE = "interval '20 seconds'";
const KEPT = "interval '1 day'";

/**
 * A process that writes has a lease in the database, by the clock of the database, and renews it: processes of other
 * machines believe in it as long as it runs. An owner is `lease/<id>/<owner as on its machine>`.
 */
export function createLeaseLiveness({ database, here, newId }: Ports): LeaseLiveness {
  const id = newId();
  const self = `lease/${id}/${here.self}`;
  let begun: Promise<string> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const renew = () => database.runAgain(RENEW, [self]);
  const begin = async (): Promise<string> => {
    await renew();
    await database.runAgain(FORGET);
    timer = setInterval(() => {
      // The next one may get through.
      renew().catch(() => undefined);
    }, RENEW_MS).unref();
    return self;
  };
  return {
    self,
    begin: () => {
      begun ??= begin().catch((error: unknown) => {
        begun = undefined;
        throw error;
      });
      return begun;
    },
    judge: async (owner) => {
      const [, onItsMachine] = /^lease\/[^/]+\/(.*)$/.exec(owner) ?? [];
      if (onItsMachine === undefined) {
        return 'dead';
      }
      return here.sees(onItsMachine) ? here.judge(onItsMachine) : judgeLease(database, owner);
    },
    close: async () => {
      clearInterval(timer);
      if (begun !== undefined) {
        await database.run('DELETE FROM leases WHERE owner = ?', [self]).catch(() => undefined);
      }
    },
  };
}

const RENEW = `INSERT INTO leases (owner, ends_at) VALUES (?, clock_timestamp() + ${LEASE})
  ON CONFLICT (owner) DO UPDATE SET ends_at = excluded.ends_at`;
const FORGET = `DELETE FROM leases WHERE ends_at < clock_timestamp() - ${KEPT}`;

async function judgeLease(database: Database, owner: string): Promise<'alive' | 'dead'> {
  return (await first(database, RUNS, [owner])) === undefined ? 'dead' : 'alive';
}

/** While the server was away nobody could renew: after its start each has the time to. */
const RUNS = `SELECT 1 AS runs FROM leases WHERE owner = ?
  AND (ends_at > clock_timestamp() OR pg_postmaster_start_time() + ${LEASE} > clock_timestamp())`;

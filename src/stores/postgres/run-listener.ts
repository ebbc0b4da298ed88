import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConfig } from '../../contract/driver-options/databases.js';
import type { SharedRuns } from '../../contract/shared-runs.js';
import { clientOptions, readAddress } from '../../postgres/address.js';
import { RUN_CHANNEL } from './run-statements.js';

export interface RunListener {
  readonly listen: SharedRuns['listen'];
  readonly close: () => Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** One connection that waits for what other processes tell, while somebody wants to know; made again after it was lost. */
export function createRunListener(server: ServerConfig): RunListener {
  const listeners = new Set<(runId: string, seq: number) => void>();
  let end: (() => Promise<void>) | undefined;
  const tell = (payload: string): void => {
    const [, runId = '', digits = '0'] = /^([^:]+)(?::(\d{1,15}))?$/.exec(payload) ?? [];
    for (const onNews of runId === '' ? [] : listeners) {
      onNews(runId, Number(digits));
    }
  };
  return {
    listen: (onNews) => {
      listeners.add(onNews);
      end ??= keepConnected(server, tell);
      return () => {
        listeners.delete(onNews);
      };
    },
    close: async () => {
      listeners.clear();
      await end?.();
    },
  };
}

function keepConnected(server: ServerConfig, tell: (payload: string) => void): () => Promise<void> {
  const closing = new AbortController();
  const ended = (async () => {
    for (let pause = FIRST_PAUSE_MS; !closing.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (await listenOnce(server, tell, closing.signal)) {
        pause = FIRST_PAUSE_MS;
      }
      await sleep(pause, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  })();
  return () => {
    closing.abort();
    return ended;
  };
}

/** Resolves when the connection has ended; whether there was one. */
async function listenOnce(
  server: ServerConfig,
  tell: (payload: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const [{ Client }, address] = await Promise.all([
    import('../../postgres/pg-library.js'),
    readAddress('store', server),
  ]);
  if (signal.aborted) {
    return false;
  }
  const client = new Client(clientOptions(address));
  let leave = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    leave = () => resolve();
  });
  client.on('error', leave);
  client.on('end', leave);
  signal.addEventListener('abort', leave);
  client.on('notification', ({ payload = '' }) => tell(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${RUN_CHANNEL}`);
    await lost;
    return true;
  } catch {
    return false;
  } finally {
    // The signal outlives the connection.
    signal.removeEventListener('abort', leave);
    await client.end().catch(() => undefined);
  }
}

import { throwIfAborted } from '../../cancellation.js';
import { createPlaces } from '../places.js';
import type { PgConnection } from './connection.js';

export interface Pool {
  /** A free connection, a new one, or the next that comes back. Rejects when the signal aborts. */
  readonly acquire: (signal: AbortSignal) => Promise<PgConnection>;
  /** Gives back one that is in no transaction. */
  readonly release: (connection: PgConnection) => void;
  /** Gives back one that nobody can use any more. */
  readonly discard: (connection: PgConnection) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface PoolOptions {
  readonly connect: (signal: AbortSignal) => Promise<PgConnection>;
  readonly max: number;
}

const IDLE_MS = 30_000;

/** Connections are used again for half a minute; idle ones do not keep the process from ending. */
export function createPool({ connect, max }: PoolOptions): Pool {
  const places = createPlaces(max);
  const idle = new Map<PgConnection, NodeJS.Timeout>();
  const used = new Set<PgConnection>();

  /** The one that was used last. */
  const takeIdle = (): PgConnection | undefined => {
    for (const [connection, timer] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(connection);
      if (connection.isAlive()) {
        connection.hold(true);
        return connection;
      }
    }
    return undefined;
  };

  const giveBack = (connection: PgConnection): boolean => {
    const wasUsed = used.delete(connection);
    if (wasUsed) {
      places.free();
    }
    return wasUsed;
  };

  return {
    async acquire(signal) {
      await places.take(signal);
      try {
        const connection = takeIdle() ?? (await connect(signal));
        used.add(connection);
        return connection;
      } catch (error) {
        places.free();
        throwIfAborted(signal);
        throw error;
      }
    },
    release(connection) {
      if (giveBack(connection)) {
        connection.hold(false);
        const timer = setTimeout(() => {
          idle.delete(connection);
          connection.drop();
        }, IDLE_MS);
        idle.set(connection, timer.unref());
      }
    },
    async discard(connection) {
      await connection.drop();
      giveBack(connection);
    },
    async close() {
      const all = [...idle.keys(), ...used];
      for (const timer of idle.values()) {
        clearTimeout(timer);
      }
      idle.clear();
      await Promise.all(all.map((connection) => connection.drop()));
    },
  };
}

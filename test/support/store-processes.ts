import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

import type { Place } from './open-stores-at.js';
import type { WorkerTask } from './store-worker.js';

interface StartOptions {
  /** Limits the size of each file the process writes, in KiB. */
  readonly fileLimitKib?: number;
  /** Runs as this user instead of root. */
  readonly uid?: number;
}

export interface Worker {
  readonly child: ChildProcess;
  /** Everything it has said, one JSON value each. */
  readonly said: readonly Record<string, unknown>[];
  /** Resolves when it has said at least so many things. */
  readonly hasSaid: (count: number) => Promise<void>;
  /** Resolves when it has ended and everything it said has been read. */
  readonly ended: Promise<number | null>;
  readonly kill: () => Promise<void>;
}

export type StartWorker = (place: string | Place, task: WorkerTask, options?: StartOptions) => Worker;

/** Bundles the worker once for a test file, and ends what still runs after it. */
export function keepWorkers(): StartWorker {
  const folder = resolve('node_modules/.cache', `store-worker-${process.pid}`);
  const script = resolve(folder, 'worker.mjs');
  const workers: Worker[] = [];
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      entryPoints: [resolve('test/support/store-worker.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Read as one file it starts in three quarters of the time; what is compiled for a machine stays outside.
      external: ['@photostructure/sqlite', 'pg-native'],
      banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    });
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    rmSync(folder, { recursive: true, force: true });
  });
  return (place, task, options = {}) => {
    const where = typeof place === 'string' ? { directory: place } : place;
    const worker = startWorker([script, JSON.stringify(where), JSON.stringify(task)], options);
    workers.push(worker);
    return worker;
  };
}

function startWorker(args: readonly string[], { fileLimitKib, uid }: StartOptions): Worker {
  const limit = fileLimitKib === undefined ? '' : `ulimit -f ${fileLimitKib * 2}; `;
  const command = ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args];
  const child = spawn('sh', command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const said: Record<string, unknown>[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    said.push(JSON.parse(line));
  });
  let hasEnded = false;
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
    return child.exitCode;
  });
  return {
    child,
    said,
    hasSaid: async (count) => {
      while (said.length < count) {
        await Promise.race([once(lines, 'line'), ended]);
        if (said.length < count && hasEnded) {
          throw new Error(`the worker ended after saying ${JSON.stringify(said)}`);
        }
      }
    },
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

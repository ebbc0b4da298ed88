import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Chunk } from '../../../contract/chunk.js';
import { KernelError } from '../../../contract/errors.js';
import { createNdjsonDecoder } from '../../../streams/ndjson.js';
import { through } from '../../../streams/stage.js';
import { throwIfAborted } from '../../cancellation.js';
import { pickEnvironment } from '../../child-environment.js';
import { pullSource } from '../../pull-source.js';
import { createPatience, patiently } from '../patience.js';
import { createPlaces } from '../places.js';
import type { SqlDatabase, SqlRun } from '../sql-database.js';
import { findReader } from './find-reader.js';
import { sqliteFailure } from './sqlite-failure.js';

interface SqliteConfig {
  readonly file: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A place for what SQLite sorts; Windows starts nothing without the last. */
const ENVIRONMENT = ['TMPDIR', 'SQLITE_TMPDIR', 'SystemRoot'];
const BUSY_TIMEOUT_MS = 5000;
const MAX_ERROR_BYTES = 4096;
/** Each takes some 50 MB. */
const MAX_PROCESSES = 8;

/**
 * An SQLite file. Each statement runs in a process of its own that is killed when the call is aborted or left: SQLite
 * blocks the thread it is in, and cannot be interrupted. A change is undone then, unless it was finished.
 */
export function createSqliteDatabase(name: string, { file }: SqliteConfig, env: Environment): SqlDatabase {
  const places = createPlaces(MAX_PROCESSES);
  return {
    async *run(run) {
      await places.take(run.signal);
      try {
        yield* readRows(name, { file, run, env });
      } finally {
        places.free();
      }
    },
    close: async () => undefined,
  };
}

interface Job {
  readonly file: string;
  readonly run: SqlRun;
  readonly env: Environment;
}

async function* readRows(name: string, job: Job): AsyncGenerator<Chunk> {
  const { run } = job;
  const reader = await startReader(job);
  try {
    const bytes = pullSource(patiently(reader.output, createPatience(run.timeoutMs)), run.signal);
    yield* through(bytes, createNdjsonDecoder());
    const result = await reader.result();
    throwIfAborted(run.signal);
    if (result === 'killed') {
      throw new KernelError('DRIVER_UNAVAILABLE', `the process that reads the database ${name} was ended by somebody`, {
        hint: 'perhaps memory ran out; try again',
      });
    }
    if (result !== 'done') {
      throw sqliteFailure(name, result.resultCode, run.mayWrite);
    }
  } finally {
    await reader.end();
  }
}

interface Reader {
  readonly output: AsyncIterable<Uint8Array>;
  readonly result: () => Promise<'done' | 'killed' | { readonly resultCode: number | undefined }>;
  /** Kills what is left of it. */
  readonly end: () => Promise<void>;
}

async function startReader({ file, run, env }: Job): Promise<Reader> {
  const { sql, values, mayWrite } = run;
  const child = spawn(process.execPath, [findReader()], { env: pickEnvironment(env, ENVIRONMENT), windowsHide: true });
  if (child.pid === undefined) {
    // Where too many files are open it has no pipes either.
    throw await once(child, 'error').then(([cause]) => notStarted(cause));
  }
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, MAX_ERROR_BYTES);
  });
  child.stdin.on('error', () => undefined);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await once(child, 'spawn').catch((cause: unknown) => {
    throw notStarted(cause);
  });
  child.on('error', () => undefined);
  // It stays open: its end tells the reader that nobody wants the rows any more.
  child.stdin.write(`${JSON.stringify({ file, sql, values, mayWrite, busyTimeoutMs: BUSY_TIMEOUT_MS })}\n`);
  return {
    output: child.stdout,
    result: async () => {
      const status = await closed;
      return status === null ? 'killed' : status === 0 ? 'done' : { resultCode: readResultCode(errors) };
    },
    end: async () => {
      child.kill('SIGKILL');
      child.stdin.destroy();
      child.stdout.destroy();
      await closed;
    },
  };
}

function notStarted(cause: unknown): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', 'the process that reads SQLite cannot be started', { cause });
}

function readResultCode(errors: string): number | undefined {
  const digits = /^\{"result_code":(\d{1,3})\}/m.exec(errors)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrivers } from '../../src/drivers/index.js';
import type { StreamingDriver } from '../../src/drivers/streaming-driver.js';
import { createStateGuard } from '../../src/files/state-guard.js';
import { type ConformanceSubject, describeDriver } from '../support/driver-conformance.js';
import { httpSubjects } from './http/conformance-subject.js';
import { closeMcpServers, mcp } from './mcp/conformance-subject.js';
import { modelSubjects } from './model/conformance-subject.js';
import { processSubjects } from './process/conformance-subjects.js';
import { closeDatabases, openDatabases, postgres, sqlite } from './sql/conformance-subjects.js';

const SECRET = ['hunter', '2', 'secret', 'data'].join('-');
const ROW = Buffer.from(`${JSON.stringify({ id: 1, text: 'x'.repeat(1000) })}\n`);
const PIECE = Buffer.concat(Array.from({ length: 64 }, () => ROW));

const folder = mkdtempSync(join(tmpdir(), 'akernel-conformance-'));
writeFileSync(join(folder, 'long.ndjson'), Buffer.concat(Array.from({ length: 1600 }, () => PIECE)));
writeFileSync(join(folder, 'failing.mjs'), `export default () => { throw new TypeError('${SECRET}'); };`);
mkdirSync(join(folder, 'many'));
for (let count = 0; count < 2000; count += 1) {
  writeFileSync(join(folder, 'many', `file-${count}-${'x'.repeat(100)}`), '');
}
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(openDatabases);
afterAll(closeDatabases);
afterAll(closeMcpServers);

function driverOf(name: string, stdin?: AsyncIterable<Uint8Array>): StreamingDriver {
  const driver = createDrivers({ guard: createStateGuard(''), stdin, env: process.env, cwd: folder })[name];
  if (driver === undefined) {
    throw new Error(`no driver ${name}`);
  }
  return driver;
}

/** A source without end that knows how much was asked of it and whether it was closed. */
function createSource<Item>(item: Item, sizeBytes: number) {
  const state = { isOpen: false, produced: 0 };
  async function* items(): AsyncGenerator<Item> {
    state.isOpen = true;
    try {
      for (;;) {
        state.produced += sizeBytes;
        yield item;
      }
    } finally {
      state.isOpen = false;
    }
  }
  return { items, isWorking: () => state.isOpen, producedBytes: () => state.produced };
}

function isFileOpen(): boolean {
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

const demo: ConformanceSubject = {
  name: 'demo',
  startLong: () => {
    let isClosed = false;
    const inner = driverOf('demo');
    const driver: StreamingDriver = {
      driver_id: 'demo',
      async *executeStream(call) {
        try {
          yield* inner.executeStream(call);
        } finally {
          isClosed = true;
        }
      },
    };
    const binding = { driver_id: 'demo', operation: 'customers' };
    return { driver, call: { binding, args: { rows: 100_000_000 } }, isWorking: () => !isClosed };
  },
  startFailing: () => ({
    driver: driverOf('demo'),
    call: { binding: { driver_id: 'demo', operation: 'customers' }, args: { rows: SECRET } },
    secret: SECRET,
  }),
};

const filesystem: ConformanceSubject = {
  name: 'filesystem',
  startLong: () => ({
    driver: driverOf('filesystem'),
    call: { binding: { driver_id: 'filesystem', operation: 'read_file' }, args: { path: 'long.ndjson' } },
    isWorking: isFileOpen,
  }),
  startFailing: () => ({
    driver: driverOf('filesystem'),
    call: {
      binding: { driver_id: 'filesystem', operation: 'read_file', options: { root: `/tmp/${SECRET}` } },
      args: { path: 'long.ndjson' },
    },
    secret: SECRET,
  }),
};

const stdin: ConformanceSubject = {
  name: 'stdin',
  startLong: () => {
    const source = createSource(PIECE, PIECE.length);
    const call = { binding: { driver_id: 'stdin', operation: 'read' } };
    return { driver: driverOf('stdin', source.items()), call, ...source };
  },
  startFailing: () => {
    // biome-ignore lint/correctness/useYield: a source that fails at once
    async function* failing(): AsyncGenerator<Uint8Array> {
      throw new Error(SECRET);
    }
    const call = { binding: { driver_id: 'stdin', operation: 'read' } };
    return { driver: driverOf('stdin', failing()), call, secret: SECRET };
  },
};

const module: ConformanceSubject = {
  name: 'module',
  startLong: () => {
    const source = createSource({ id: 1, text: 'x'.repeat(1000) }, 1000);
    const binding = { driver_id: 'module', operation: 'call', options: { function: source.items } };
    return { driver: driverOf('module'), call: { binding }, ...source };
  },
  startFailing: () => ({
    driver: driverOf('module'),
    call: { binding: { driver_id: 'module', operation: 'call', options: { module: 'failing.mjs' } } },
    secret: SECRET,
  }),
};

const [processes, ...otherProcesses] = processSubjects(driverOf('process'), folder);
const [http, ...otherHttp] = await httpSubjects(driverOf('http'));
const [model, ...otherModels] = await modelSubjects(driverOf('model'));
const SUBJECTS = [demo, filesystem, http, stdin, mcp, model, module, processes, sqlite];
for (const subject of [...SUBJECTS, ...otherHttp, ...otherModels, ...otherProcesses, postgres]) {
  describeDriver(subject);
}

test('every driver of the table has passed the suite, and every folder is in the table', () => {
  const table = Object.keys(createDrivers({ guard: createStateGuard(''), stdin: undefined, env: {}, cwd: '/' })).sort();
  const folders = readdirSync('src/drivers', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(SUBJECTS.map((subject) => subject.name).sort()).toEqual(table);
  expect(folders.map((entry) => entry.name).sort()).toEqual(table);
});

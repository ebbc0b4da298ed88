import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createFilesystemDriver } from '../../src/drivers/filesystem/index.js';
import type { Benchmark } from './figure.js';
import { besideBare, writeFiles } from './ndjson-source.js';

const READ_BYTES = 256 * 1024;

/** NDJSON from a file by its driver alone. */
export const file: Benchmark = {
  name: 'file',
  async *run({ directory }) {
    writeFiles(directory);
    yield* besideBare({
      name: 'filesystem',
      directory,
      driver: createFilesystemDriver({ cwd: directory }),
      bindingOf: (path) => ({ binding: { driver_id: 'filesystem', operation: 'read_file' }, args: { path } }),
      open: (name) => createReadStream(join(directory, name), { highWaterMark: READ_BYTES }),
    });
  },
};

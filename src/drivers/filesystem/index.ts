import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { createStateGuard, type StateGuard } from '../../files/state-guard.js';
import { readText } from '../args.js';
import { throwIfAborted } from '../cancellation.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { listFiles } from './list-files.js';
import { readFile } from './read-file.js';
import { openRoot, type Root } from './root.js';

export interface FilesystemOptions {
  /** The root unless the capability's `options.root` names one, which may be relative to this. */
  readonly cwd: string;
  /** Keeps it out of akernel's own state. */
  readonly guard?: StateGuard;
}

/** Lists and reads files below a root folder, and never leaves it. */
export function createFilesystemDriver({ cwd, guard = createStateGuard('') }: FilesystemOptions): StreamingDriver {
  return {
    driver_id: 'filesystem',
    executeStream(call) {
      const operation = OPERATIONS.get(call.binding.operation);
      if (operation === undefined) {
        throw new KernelError('CONFIG_INVALID', 'the filesystem driver has the operations list_files and read_file');
      }
      return run(call, { cwd, guard }, operation);
    },
    async placeOf({ options }, { name, value, follow }) {
      if (name !== 'path') {
        return undefined;
      }
      const root = await openRoot({ cwd, guard }, readText(options ?? {}, 'root', '.'));
      return follow ? root.locate(value) : root.name(value);
    },
  };
}

type Operation = (call: DriverCall, root: Root) => AsyncIterable<Chunk>;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['list_files', listFiles],
  ['read_file', readFile],
]);

async function* run(call: DriverCall, place: Required<FilesystemOptions>, operation: Operation): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  const root = await openRoot(place, readText(call.binding.options ?? {}, 'root', '.'));
  yield* operation(call, root);
}

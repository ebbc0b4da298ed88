import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Chunk, WarningChunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { recordsFromValues } from '../../streams/records.js';
import { sniffFormat } from '../../streams/sniff.js';
import { readChoice, readText } from '../args.js';
import { throwIfAborted } from '../cancellation.js';
import { createByteDecoder, INPUT_FORMATS, SNIFFED_BYTES } from '../decode.js';
import { describeFailure } from './failure.js';
import { type Inside, quoted, type Root } from './root.js';

/** The first read is short, so that the first row leaves at once. */
const FIRST_READ_BYTES = SNIFFED_BYTES;
const READ_BYTES = 256 * 1024;
const PROGRESS_BYTES = 1024 ** 2;
const CHANGED: WarningChunk = { type: 'warning', message: 'the file changed while it was read', count: 1 };

/**
 * Reads one file as records or text, up to the size it has when it is opened. A binary file gives one row about it.
 * Only regular files are opened: a pipe or a device could block or never end.
 */
export async function* readFile(call: DriverCall, root: Root): AsyncGenerator<Chunk> {
  const format = readChoice(call.args, 'format', { from: INPUT_FORMATS, fallback: 'auto' });
  const inside = await root.resolve(readText(call.args, 'path', '.'));
  const file = await openRegular(inside, root);
  try {
    yield* decodeFile({ file, inside, format, signal: call.signal, stats: await file.stat() });
  } catch (error) {
    throw describeFailure(error, inside.shownPath);
  } finally {
    await file.close();
  }
}

interface OpenFile {
  readonly file: FileHandle;
  readonly inside: Inside;
  readonly format: (typeof INPUT_FORMATS)[number];
  readonly stats: Stats;
  readonly signal: AbortSignal;
}

async function* decodeFile(source: OpenFile): AsyncGenerator<Chunk> {
  const { stats, inside } = source;
  const fileName = basename(inside.realPath);
  let decoder: ReturnType<typeof createByteDecoder> | undefined;
  let done = 0;
  let nextProgress = PROGRESS_BYTES;
  for await (const bytes of readPieces(source)) {
    if (decoder === undefined) {
      const format = source.format === 'auto' ? sniffFormat(bytes.subarray(0, SNIFFED_BYTES), fileName) : source.format;
      if (format === 'binary') {
        yield describeBinary(inside, stats);
        return;
      }
      decoder = createByteDecoder({ format, channel: 'text' });
    }
    yield* decoder.transform(bytes);
    done += bytes.length;
    if (done >= nextProgress) {
      nextProgress = done + PROGRESS_BYTES;
      yield { type: 'progress', done, total: stats.size };
    }
  }
  yield* decoder?.final() ?? [];
  if (done < stats.size || (await hasChanged(source))) {
    yield CHANGED;
  }
}

/** The next piece is read while the last one is decoded; each piece has memory of its own, as chunks keep parts of it. */
async function* readPieces({ file, stats, signal }: OpenFile): AsyncGenerator<Uint8Array> {
  const readAt = (position: number) => {
    const wanted = Math.min(position === 0 ? FIRST_READ_BYTES : READ_BYTES, stats.size - position);
    return wanted > 0 ? file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, position) : undefined;
  };
  let position = 0;
  let reading = readAt(position);
  try {
    while (reading !== undefined) {
      const { bytesRead, buffer } = await reading;
      position += bytesRead;
      throwIfAborted(signal);
      reading = bytesRead > 0 ? readAt(position) : undefined;
      if (bytesRead > 0) {
        yield buffer.subarray(0, bytesRead);
      }
    }
  } finally {
    // The file may be closed only when no read is under way.
    await reading?.catch(() => undefined);
  }
}

async function hasChanged({ file, stats }: OpenFile): Promise<boolean> {
  const now = await file.stat();
  return now.size !== stats.size || now.mtimeMs !== stats.mtimeMs;
}

/** The kind is checked before opening, as opening a device can have effects, and again after, as it may be replaced. */
async function openRegular(inside: Inside, root: Root): Promise<FileHandle> {
  const { realPath, shownPath } = inside;
  try {
    refuseUnlessRegular(await lstat(realPath), shownPath);
    const file = await open(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      refuseUnlessRegular(stats, shownPath);
      await refuseIfReplaced(realPath, stats, root);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw describeFailure(error, shownPath);
  }
}

/** A folder on the way may have become a symbolic link between the check and the opening. */
async function refuseIfReplaced(realPath: string, opened: Stats, root: Root): Promise<void> {
  const again = await root.resolve(realPath);
  const stats = await lstat(again.realPath);
  if (again.realPath !== realPath || stats.ino !== opened.ino || stats.dev !== opened.dev) {
    throw new KernelError('DRIVER_FAILED', 'the file was replaced while it was opened');
  }
}

function refuseUnlessRegular(stats: Stats, shownPath: string): void {
  if (stats.isDirectory()) {
    throw new KernelError('USAGE', `${quoted(shownPath)} is a folder, not a file`, {
      hint: 'list its files with fs.list_files',
    });
  }
  if (!stats.isFile()) {
    throw new KernelError('USAGE', `${quoted(shownPath)} is not a regular file`, {
      hint: 'pipes, sockets and devices are not read',
    });
  }
}

function describeBinary({ shownPath }: Inside, stats: Stats): Chunk {
  const row = { path: shownPath, binary: true, size_bytes: stats.size, modified_at: stats.mtime.toISOString() };
  return recordsFromValues([row]);
}

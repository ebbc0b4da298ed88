import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chunk, WarningChunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import type { Value } from '../../contract/row.js';
import { recordsFromValues } from '../../streams/records.js';
import { readText } from '../args.js';
import { throwIfAborted } from '../cancellation.js';
import { describeFailure } from './failure.js';
import { compileGlob, type Glob, type GlobState } from './glob.js';
import type { Root } from './root.js';

/** Rows wait for company at most until there are this many, or for this long. */
const BATCH_ROWS = 256;
const BATCH_MS = 50;
const FIRST_ROWS = 16;
const PARALLEL_STATS = 64;

/**
 * One row for each entry below `path` that matches `glob`, folder by folder, names in code unit order. Symbolic links
 * are listed, never followed. Dot files and node_modules are listed like all others; `.git` is passed over unless the
 * glob names it or `path` lies in it. A folder that cannot be read is a counted warning.
 */
export async function* listFiles(call: DriverCall, root: Root): AsyncGenerator<Chunk> {
  const glob = compileGlob(readText(call.args, 'glob', '*'));
  const { realPath, shownPath } = await root.resolve(readText(call.args, 'path', '.'));
  const stats = await lstat(realPath).catch((error: unknown) => {
    throw describeFailure(error, shownPath);
  });
  if (!stats.isDirectory()) {
    yield recordsFromValues([describeEntry(shownPath, stats)]);
    return;
  }
  yield* inBatches(walk({ root, glob, signal: call.signal }, realPath));
}

interface Walk {
  readonly root: Root;
  readonly glob: Glob;
  readonly signal: AbortSignal;
}

interface Folder {
  readonly path: string;
  readonly state: GlobState;
}

type Found = readonly Value[] | WarningChunk;

/** Goes down first, with a stack of its own, so that no depth of folders can exhaust the call stack. */
async function* walk(job: Walk, top: string): AsyncGenerator<Found> {
  const isOwn = job.root.guard.entrances();
  const stack: Folder[] = [{ path: top, state: job.glob.start }];
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    throwIfAborted(job.signal);
    if (isOwn(folder.path)) {
      yield OWN_STATE;
      continue;
    }
    const entries = await readEntries(folder.path);
    if (entries === undefined) {
      yield UNREADABLE;
      continue;
    }
    const { matches, below } = sortOut(entries, folder, job.glob);
    stack.push(...below.reverse());
    for (let start = 0; start < matches.length; start += PARALLEL_STATS) {
      throwIfAborted(job.signal);
      const paths = matches.slice(start, start + PARALLEL_STATS);
      const rows = await Promise.all(paths.map((path) => describePath(path, job.root)));
      yield rows.filter((row) => row !== undefined);
    }
  }
}

const OWN_STATE: WarningChunk = { type: 'warning', message: 'the state directory of akernel is passed over', count: 1 };
const UNREADABLE: WarningChunk = { type: 'warning', message: 'a folder could not be read', count: 1 };

async function readEntries(path: string): Promise<Dirent[] | undefined> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  return entries?.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function sortOut(entries: readonly Dirent[], folder: Folder, glob: Glob): { matches: string[]; below: Folder[] } {
  const matches: string[] = [];
  const below: Folder[] = [];
  const isGitWanted = glob.names('.git');
  for (const entry of entries) {
    if (entry.name === '.git' && !isGitWanted) {
      continue;
    }
    const next = glob.step(folder.state, entry.name);
    const path = join(folder.path, entry.name);
    if (next.matches) {
      matches.push(path);
    }
    if (entry.isDirectory() && next.below.length > 0) {
      below.push({ path, state: next.below });
    }
  }
  return { matches, below };
}

/** Undefined when the entry vanished after its folder was read. */
async function describePath(path: string, root: Root): Promise<Value | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats === undefined ? undefined : describeEntry(root.show(path), stats);
}

function describeEntry(path: string, stats: Stats): Value {
  return { path, type: entryType(stats), size_bytes: stats.size, modified_at: stats.mtime.toISOString() };
}

function entryType(stats: Stats): string {
  if (stats.isFile()) {
    return 'file';
  }
  if (stats.isDirectory()) {
    return 'directory';
  }
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

async function* inBatches(found: AsyncIterable<Found>): AsyncGenerator<Chunk> {
  let rows: Value[] = [];
  let limit = FIRST_ROWS;
  let flushedAt = performance.now();
  for await (const item of found) {
    if (!isRows(item)) {
      yield item;
      continue;
    }
    rows.push(...item);
    if (rows.length >= limit || (rows.length > 0 && performance.now() - flushedAt >= BATCH_MS)) {
      yield recordsFromValues(rows);
      rows = [];
      limit = BATCH_ROWS;
      flushedAt = performance.now();
    }
  }
  if (rows.length > 0) {
    yield recordsFromValues(rows);
  }
}

function isRows(found: Found): found is readonly Value[] {
  return Array.isArray(found);
}

import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the last page of a handle ended, for `expand next`. Only offsets and hashes of queries are written. */
export interface Cursors {
  readonly recall: (handleId: string, query: string) => number | undefined;
  /** Forgetting is no failure: a state directory that cannot be written loses only the convenience. */
  readonly remember: (handleId: string, query: string, offset: number) => void;
  readonly forget: (handleId: string) => void;
}

const MAX_QUERIES = 20;

export function openCursors(stateDirectory: string): Cursors {
  const directory = join(stateDirectory, 'cursors');
  const pathOf = (handleId: string) =>
    join(directory, `${createHash('sha256').update(handleId).digest('hex').slice(0, 32)}.json`);
  return {
    recall: (handleId, query) => readOffsets(pathOf(handleId)).get(keyOf(query)),
    remember: (handleId, query, offset) => {
      const path = pathOf(handleId);
      const offsets = readOffsets(path);
      offsets.delete(keyOf(query));
      offsets.set(keyOf(query), offset);
      attempt(() => writeOffsets(directory, path, [...offsets].slice(-MAX_QUERIES)));
    },
    forget: (handleId) => attempt(() => rmSync(pathOf(handleId), { force: true })),
  };
}

function keyOf(query: string): string {
  return createHash('sha256').update(query).digest('hex').slice(0, 16);
}

function readOffsets(path: string): Map<string, number> {
  try {
    // A pipe in its place would keep the process waiting.
    const text = lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '{}';
    const value: unknown = JSON.parse(text);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(
      entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && entry[1] >= 0),
    );
  } catch {
    return new Map();
  }
}

function writeOffsets(directory: string, path: string, offsets: readonly (readonly [string, number])[]): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(Object.fromEntries(offsets)), { mode: 0o600 });
  renameSync(draft, path);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Where the state directory cannot be written, only the convenience of `expand next` is lost.
  }
}

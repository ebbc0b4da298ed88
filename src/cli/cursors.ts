import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the last page of a handle ended, for `expand next`. Only offsets and hashes of queries are written. */
export interface Cursors {
  readonly recall: (handleId: string, query: string) => Promise<number | undefined>;
  /** Forgetting is no failure: a state directory that cannot be written loses only the convenience. */
  readonly remember: (handleId: string, query: string, offset: number) => Promise<void>;
  readonly forget: (handleId: string) => Promise<void>;
}

const MAX_QUERIES = 20;

export function openCursors(stateDirectory: string): Cursors {
  const directory = join(stateDirectory, 'cursors');
  const pathOf = (handleId: string) =>
    join(directory, `${createHash('sha256').update(handleId).digest('hex').slice(0, 32)}.json`);
  return {
    recall: async (handleId, query) => (await readOffsets(pathOf(handleId))).get(keyOf(query)),
    remember: async (handleId, query, offset) => {
      const path = pathOf(handleId);
      const offsets = await readOffsets(path);
      offsets.delete(keyOf(query));
      offsets.set(keyOf(query), offset);
      await writeOffsets(directory, path, [...offsets].slice(-MAX_QUERIES)).catch(() => undefined);
    },
    forget: (handleId) => rm(pathOf(handleId), { force: true }).catch(() => undefined),
  };
}

function keyOf(query: string): string {
  return createHash('sha256').update(query).digest('hex').slice(0, 16);
}

async function readOffsets(path: string): Promise<Map<string, number>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(
      entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && entry[1] >= 0),
    );
  } catch {
    return new Map();
  }
}

async function writeOffsets(
  directory: string,
  path: string,
  offsets: readonly (readonly [string, number])[],
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify(Object.fromEntries(offsets)), { mode: 0o600 });
  await rename(draft, path);
}

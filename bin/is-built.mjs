import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src', 'bin', 'package.json', 'package-lock.json'];

/** Whether a stamp of the build, which is as old as its beginning, is newer than all it was made from. */
export function isBuilt(root, stamp) {
  const builtAt = statSync(join(root, 'dist', stamp), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.every((source) => newest(join(root, source)) <= builtAt);
}

function newest(path) {
  const found = statSync(path);
  const below = found.isDirectory() ? readdirSync(path, { recursive: true }) : [];
  return below.reduce((latest, name) => Math.max(latest, statSync(join(path, name)).mtimeMs), found.mtimeMs);
}

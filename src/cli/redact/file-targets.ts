import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { guardOwnState } from '../../config/own-files.js';
import type { CommandContext } from '../context.js';
import { loadIgnored } from './ignored.js';
import { openSource, unreadable } from './open-source.js';
import type { Target } from './target.js';

/**
 * The files that the words name, and those of folders, sorted. In a folder links are not followed; `.git`, the state of
 * akernel itself and what `.akernelignore` names are passed over.
 */
export async function* fileTargets(context: CommandContext, words: readonly string[]): AsyncGenerator<Target> {
  const { cwd, env, loadConfig } = context;
  const isIgnored = await loadIgnored(cwd);
  const guard = guardOwnState((await loadConfig()).config, env);

  async function* walk(folder: string): AsyncGenerator<Target> {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (guard.holds(path) || isIgnored(path, entry.isDirectory())) {
        continue;
      }
      if (entry.isDirectory() && entry.name !== '.git') {
        yield* folderTargets(path);
      } else if (entry.isFile()) {
        yield fileTarget(nameOf(path), path, false);
      }
    }
  }

  async function* folderTargets(folder: string): AsyncGenerator<Target> {
    try {
      yield* walk(folder);
    } catch (cause) {
      const name = nameOf(folder);
      yield { name, isNamed: true, open: () => fail(unreadable(name, cause)) };
    }
  }

  function fileTarget(name: string, path: string, isNamed: boolean): Target {
    return { name, path, isNamed, open: () => openSource(context, path) };
  }

  function nameOf(path: string): string {
    return relative(cwd, path).split(sep).join('/');
  }

  for (const word of words) {
    const path = resolve(cwd, word);
    if (word === '' || word === '-') {
      yield { name: word, isNamed: true, open: () => openSource(context, word) };
    } else if (await isFolder(path)) {
      yield* folderTargets(path);
    } else {
      yield { ...fileTarget(word, path, true), open: () => openSource(context, word) };
    }
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function fail(error: Error): never {
  throw error;
}

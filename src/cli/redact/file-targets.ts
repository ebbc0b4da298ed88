import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
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

  /** By the path that was given, and by the one without links, at which files are replaced. */
  async function* walk(folder: string, real: string): AsyncGenerator<Target> {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (guard.holds(path) || isIgnored(path, entry.isDirectory())) {
        continue;
      }
      const realPath = join(real, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') {
        yield* folderTargets(path, realPath);
      } else if (entry.isFile()) {
        yield { ...fileTarget(path, nameOf(path), false), path: realPath };
      }
    }
  }

  async function* folderTargets(folder: string, real?: string): AsyncGenerator<Target> {
    try {
      yield* walk(folder, real ?? (await realpath(folder)));
    } catch (cause) {
      const name = nameOf(folder);
      yield { name, isNamed: true, open: () => fail(unreadable(name, cause)) };
    }
  }

  function fileTarget(path: string, name: string, isNamed: boolean): Target {
    const word = isNamed ? name : path;
    return { name, path, isNamed, open: (opened) => openSource(context, word, opened) };
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
      yield fileTarget(path, word, true);
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

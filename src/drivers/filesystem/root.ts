import { lstat, realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { KernelError } from '../../contract/errors.js';
import type { StateGuard } from '../../files/state-guard.js';

/** A path that is known to lie inside the root, symbolic links resolved. */
export interface Inside {
  readonly realPath: string;
  /** From the root, with `/` between the parts; `.` is the root itself. */
  readonly shownPath: string;
}

export interface Root {
  /** Resolves a path against the root; refuses what lies, or leads through a link, outside of it or in akernel's state. */
  readonly resolve: (path: string) => Promise<Inside>;
  readonly show: (realPath: string) => string;
  /** Where a path leads from the root, links followed as far as something is there; empty for the root. Throws outside of it. */
  readonly locate: (path: string) => Promise<string>;
  /** The same by the names alone, no link followed. */
  readonly name: (path: string) => string;
  readonly guard: StateGuard;
}

/** Opens a root folder (relative to `cwd`): nothing outside of it can be named through the result. */
export async function openRoot(
  { cwd, guard }: { readonly cwd: string; readonly guard: StateGuard },
  root: string,
): Promise<Root> {
  const folder = resolve(cwd, root);
  const realRoot = await realpath(folder).catch((cause: unknown) => {
    throw new KernelError('CONFIG_INVALID', 'the root folder of the filesystem driver cannot be opened', { cause });
  });
  const below = (path: string) => relative(realRoot, path).split(sep).join('/');
  const show = (realPath: string) => below(realPath) || '.';
  const targetOf = (path: string) => {
    if (path.includes('\0')) {
      throw new KernelError('USAGE', 'the path contains a NUL character');
    }
    return resolveFrom(realRoot, folder, path);
  };
  return {
    show,
    guard,
    name: (path) => below(targetOf(path)),
    async locate(path) {
      const target = targetOf(path);
      const realPath = await realpath(target).catch(() => undefined);
      if (realPath === undefined) {
        return below(await locateMissing(realRoot, target));
      }
      if (!isInside(realRoot, realPath)) {
        throw outside();
      }
      return below(realPath);
    },
    async resolve(path) {
      const target = targetOf(path);
      const realPath = await realpath(target).catch(() => undefined);
      if (realPath === undefined) {
        await locateMissing(realRoot, target);
        guard.refuse(target);
        throw new KernelError('USAGE', `there is no file or folder ${quoted(path)}`, { hint: LIST_HINT });
      }
      if (!isInside(realRoot, realPath)) {
        throw outside();
      }
      guard.refuse(realPath);
      return { realPath, shownPath: show(realPath) };
    },
  };
}

const LIST_HINT = 'list what is there with fs.list_files';

/** For messages: bounded and without control characters. */
export function quoted(path: string): string {
  const clean = path.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
  return `"${clean.length > 200 ? `${clean.slice(0, 200)}…` : clean}"`;
}

function outside(): KernelError {
  return new KernelError('POLICY_DENIED', 'the path leads outside the root folder', {
    hint: 'give a path inside the root; the root is the current folder unless the capability sets another',
    details: { reason: 'outside_root' },
  });
}

/** Absolute paths may name the root by its given or by its real name. */
function resolveFrom(realRoot: string, folder: string, path: string): string {
  const target = resolve(realRoot, path);
  if (isInside(realRoot, target)) {
    return target;
  }
  if (isInside(folder, target)) {
    return resolve(realRoot, relative(folder, target));
  }
  throw outside();
}

/**
 * Where a path would be that cannot be resolved. The answer is `outside` unless its deepest existing part is inside, so
 * that a symbolic link that leads out does not tell what exists there.
 */
async function locateMissing(realRoot: string, target: string): Promise<string> {
  for (let path = target; isInside(realRoot, path) && path !== realRoot; path = dirname(path)) {
    const isDanglingLink = await lstat(path)
      .then((stats) => stats.isSymbolicLink())
      .catch(() => false);
    const realPath = await realpath(path).catch(() => undefined);
    if (realPath !== undefined && isInside(realRoot, realPath)) {
      return resolve(realPath, relative(path, target));
    }
    if (realPath !== undefined || isDanglingLink) {
      throw outside();
    }
  }
  return target;
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

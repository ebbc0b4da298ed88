import { lstatSync, readdirSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { KernelError } from '../contract/errors.js';

/**
 * Keeps everything that opens files for somebody else out of akernel's own state directory, by whatever path or link.
 * Files and folders are compared by what they are, never by their names.
 */
export interface StateGuard {
  /** Throws POLICY_DENIED for a path that leads there; whether something is there is not told. */
  readonly refuse: (path: string) => void;
  readonly holds: (path: string) => boolean;
  /** For a walk downwards from a place outside, without links: tells the folders by which it would get in. */
  readonly entrances: () => (folder: string) => boolean;
}

/**
 * Of one directory or several; those that are not there count for nothing. Without any only what the operating system
 * shows of a process's memory and environment is refused.
 */
export function createStateGuard(...directories: readonly string[]): StateGuard {
  const ownIdentities = (): ReadonlySet<string> => new Set(directories.flatMap(identitiesIn));
  const holds = (path: string): boolean => {
    const real = realPathOf(path);
    if (isOfProcess(real)) {
      return true;
    }
    const own = ownIdentities();
    return own.size > 0 && (leadsBelow(real, own) || directories.some((directory) => isHardLink(real, directory)));
  };
  return {
    holds,
    refuse(path) {
      if (holds(path)) {
        throw new KernelError('POLICY_DENIED', 'the path leads to the state and keys of akernel itself', {
          hint: 'nothing opens them for a capability; give another path',
        });
      }
    },
    entrances() {
      const own = ownIdentities();
      return (folder) => own.has(identityOf(folder) ?? '');
    },
  };
}

/** Of what is not there, the nearest folder above that is. */
function realPathOf(path: string): string {
  for (let nearest = path; ; nearest = dirname(nearest)) {
    try {
      return realpathSync.native(nearest);
    } catch {
      if (dirname(nearest) === nearest) {
        return nearest;
      }
    }
  }
}

const PROC_FILES = ['environ', 'mem'];
/** PROC_SUPER_MAGIC of Linux. */
const PROC_FILE_SYSTEM = 0x9fa0;

/** The environment may hold keys, and memory does. */
function isOfProcess(path: string): boolean {
  return PROC_FILES.includes(basename(path)) && attempt(() => statfsSync(path).type) === PROC_FILE_SYSTEM;
}

/** The directory and what lies in it, where links lead: a key file may be a link to another place. */
function identitiesIn(directory: string): readonly string[] {
  const own = directory === '' ? undefined : identityOf(directory);
  if (own === undefined) {
    return [];
  }
  const names = attempt(() => readdirSync(directory)) ?? [];
  return [own, ...names.flatMap((name) => identityOf(join(directory, name)) ?? [])];
}

function leadsBelow(realPath: string, own: ReadonlySet<string>): boolean {
  for (let path = realPath; ; path = dirname(path)) {
    if (own.has(identityOf(path) ?? '')) {
      return true;
    }
    if (dirname(path) === path) {
      return false;
    }
  }
}

/** Another name of a file that lies deeper in the directory; only a file with several names is looked for. */
function isHardLink(realPath: string, directory: string): boolean {
  if (directory === '') {
    return false;
  }
  const stats = attempt(() => statSync(realPath, { bigint: true }));
  if (stats === undefined || !stats.isFile() || stats.nlink < 2n) {
    return false;
  }
  const names = attempt(() => readdirSync(directory, { recursive: true, encoding: 'utf8' })) ?? [];
  return names.some((name) => {
    const other = attempt(() => lstatSync(join(directory, name), { bigint: true }));
    return other?.ino === stats.ino && other.dev === stats.dev;
  });
}

function identityOf(path: string): string | undefined {
  const stats = attempt(() => statSync(path, { bigint: true }));
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}

/** What cannot be looked at cannot be opened either. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

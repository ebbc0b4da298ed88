import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KernelError } from '../../contract/errors.js';

/** A file as it is and as it is to be; undefined where it is not there. */
export interface FileChange {
  readonly path: string;
  /** Where it is written: a link stays one. */
  readonly target: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode: number;
}

const WRITE_BITS = 0o222;
const UNFINISHED = /^\.[0-9a-f]{12}\.akernel$/;

/**
 * Makes all changes or none: everything is looked at and written beside its place first, then put there file by file; when
 * one fails, those before are put back. Returns the folders that were made.
 */
export async function applyChanges(changes: readonly FileChange[]): Promise<readonly string[]> {
  await refuseReadOnly(changes);
  const made: string[] = [];
  const waiting = new Map<FileChange, string>();
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      made.push(...(await makeFolder(dirname(change.target))));
      const beside = await writeBeside(change);
      if (beside !== undefined) {
        waiting.set(change, beside);
      }
    }
    for (const change of changes) {
      await refuseChanged(change);
      await put(change, waiting.get(change));
      waiting.delete(change);
      done.push(change);
    }
    return made;
  } catch (cause) {
    await undo(done, waiting.values());
    await removeFolders(made);
    throw cause instanceof KernelError ? cause : failed(changes[done.length]?.path ?? '', cause);
  }
}

/** Those of them that are empty, the deepest first. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(folder).catch(() => undefined);
  }
}

/** Throws USAGE for a file or folder that cannot be written, so that nobody is asked about a change that will be refused. */
export async function refuseReadOnly(changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    await refuseReadOnlyFile(change);
  }
}

/** What an installer that was killed has left beside a file of a host. */
export async function removeUnfinished(path: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (name.startsWith(`${basename(target)}.`) && UNFINISHED.test(name.slice(basename(target).length))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/** The mode says so for the superuser too, whom the system does not stop. */
async function refuseReadOnlyFile({ path, target, before }: FileChange): Promise<void> {
  const file = before === undefined ? undefined : await stat(target);
  const folder = await stat(dirname(target)).catch(() => undefined);
  if (file !== undefined && (file.mode & WRITE_BITS) === 0) {
    throw new KernelError('USAGE', `${path} is read-only`, { hint: 'nothing was changed; make it writable first' });
  }
  if (folder !== undefined && (folder.mode & WRITE_BITS) === 0) {
    const hint = 'nothing was changed; make it writable first';
    throw new KernelError('USAGE', `the folder ${dirname(target)} is read-only`, { hint });
  }
}

async function makeFolder(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true });
  const made: string[] = [];
  for (let at = folder; first !== undefined && at.length >= first.length; at = dirname(at)) {
    made.push(at);
  }
  return made;
}

async function writeBeside({ path, target, after, mode }: FileChange): Promise<string | undefined> {
  if (after === undefined) {
    return undefined;
  }
  const beside = `${target}.${randomBytes(6).toString('hex')}.akernel`;
  try {
    await writeFile(beside, after, { mode, flag: 'wx' });
    await chmod(beside, mode);
    return beside;
  } catch (cause) {
    // a full disk leaves the beginning of it
    await rm(beside, { force: true });
    throw failed(path, cause);
  }
}

/** A host may have written the file since it was read. */
async function refuseChanged({ path, target, before }: FileChange): Promise<void> {
  const now = await readFile(target, 'utf8').catch(() => undefined);
  if (now !== before) {
    throw new KernelError('USAGE', `${path} was changed by somebody else at the same time`, { hint: 'run it again' });
  }
}

async function put({ target }: FileChange, beside: string | undefined): Promise<void> {
  await (beside === undefined ? rm(target, { force: true }) : rename(beside, target));
}

async function undo(done: readonly FileChange[], besides: Iterable<string>): Promise<void> {
  for (const beside of besides) {
    await rm(beside, { force: true });
  }
  for (const change of done) {
    const beside = await writeBeside({ ...change, after: change.before });
    await put(change, beside);
  }
}

function failed(path: string, cause: unknown): KernelError {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new KernelError('USAGE', `${path} cannot be written${why}`, {
    hint: 'nothing was changed; check the folder and its permissions',
    cause,
  });
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { KernelError } from '../../contract/errors.js';
import type { HostId } from '../../contract/host.js';
import type { Scope } from '../host-files.js';
import { PART_NAMES, type PartName } from './host-parts.js';

/** What was installed into a host, and the copies that are needed to take it out again. */
const recordSchema = z.object({
  version: z.literal(1),
  host: z.string(),
  scope: z.enum(['user', 'project']),
  /** The folder of the project. */
  project: z.string().optional(),
  wrap: z.boolean(),
  files: z.array(
    z.object({
      path: z.string(),
      parts: z.array(z.enum(PART_NAMES)),
      /** The copy of what was there; absent where nothing was. */
      original: z.string().optional(),
      mode: z.number().optional(),
      /** The copy of what was written. */
      installed: z.string(),
    }),
  ),
  /** Folders that were made for these files. */
  folders: z.array(z.string()),
});

export type InstallRecord = z.infer<typeof recordSchema>;
export type RecordedFile = InstallRecord['files'][number];

export interface RecordPlace {
  readonly stateDirectory: string;
  readonly host: HostId;
  readonly scope: Scope;
  readonly project: string;
}

/** The folder of one installation in the state directory. */
export function recordFolder({ stateDirectory, host, scope, project }: RecordPlace): string {
  const name = scope === 'user' ? 'user' : createHash('sha256').update(project).digest('hex').slice(0, 16);
  return join(stateDirectory, 'hosts', host, name);
}

export function readRecord(folder: string): InstallRecord | undefined {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The name of the copy of a file in the folder; that of the file with the servers is what the gateway reads. */
export function copyName(kind: 'original' | 'installed', file: 'servers' | PartName, path: string): string {
  return `${kind}${file === 'servers' ? '' : `-${file}`}${extname(path)}`;
}

/** The copies first: a record never names one that is not there. */
export function writeRecord(folder: string, record: InstallRecord, copies: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, text] of copies) {
      writePrivate(join(folder, name), text);
    }
    writePrivate(join(folder, 'record.json'), `${JSON.stringify(record, undefined, 2)}\n`);
  } catch (cause) {
    const hint = 'nothing was changed in the host; check its permissions, and the space on the disk';
    throw new KernelError('STORE_FAILED', `copies cannot be kept in ${folder}`, { hint, cause });
  }
}

export function readCopy(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}

export function removeRecord(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const above of [dirname(folder), dirname(dirname(folder))]) {
    try {
      rmdirSync(above);
    } catch {
      // others are installed
    }
  }
}

function writePrivate(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

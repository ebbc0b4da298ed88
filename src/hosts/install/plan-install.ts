import { join } from 'node:path';
import { filesOf } from '../host-files.js';
import { about } from '../text/refusal.js';
import { type FileChange, refuseReadOnly } from './apply-changes.js';
import { type HostPart, hostParts, type PartName, type PartsRequest } from './host-parts.js';
import { type HostFile, readHostFile } from './read-host-file.js';
import { copyName, type InstallRecord, type RecordedFile, readCopy } from './record.js';
import { takeOut } from './take-out.js';

export interface InstallPlan {
  /** What changes in the files of the host; nothing when all is there already. */
  readonly changes: readonly FileChange[];
  readonly record: InstallRecord;
  /** By their names in the folder of the record. */
  readonly copies: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

export interface InstallRequest extends Omit<PartsRequest, 'copy'> {
  /** The folder of the record. */
  readonly folder: string;
  readonly before: InstallRecord | undefined;
}

/** Looks at every file of the host that would change, and changes none. Throws USAGE for one that cannot be changed. */
export async function planInstall(request: InstallRequest): Promise<InstallPlan> {
  const { host, scope, place, folder, before } = request;
  const servers = filesOf(host, place)[scope].mcp ?? '';
  const copy = join(folder, copyName('original', 'servers', servers));
  const parts = [...new Set([...(before?.files.flatMap((file) => file.parts) ?? []), ...request.parts])];
  const wrap = request.wrap || before?.wrap === true;
  const all = hostParts({ ...request, copy, parts, wrap });
  const files: FilePlan[] = [];
  for (const path of new Set(all.map((part) => part.path))) {
    const own = all.filter((part) => part.path === path);
    const recorded = before?.files.find((file) => file.path === path);
    files.push(await about(path, () => planFile(path, { parts: own, recorded, folder, isServers: path === servers })));
  }
  const changes = files.flatMap(({ change }) => (change === undefined ? [] : [change]));
  await refuseReadOnly(changes);
  const others = before?.files.filter(({ path }) => !files.some(({ recorded }) => recorded.path === path)) ?? [];
  return {
    changes,
    record: {
      version: 1,
      host,
      scope,
      ...(scope === 'project' ? { project: place.cwd } : {}),
      wrap,
      files: [...others, ...files.map(({ recorded }) => recorded)],
      folders: before?.folders ?? [],
    },
    copies: new Map(files.flatMap(({ copies }) => copies)),
    notes: files.flatMap(({ notes }) => notes),
  };
}

interface FilePlan {
  readonly change: FileChange | undefined;
  readonly recorded: RecordedFile;
  readonly copies: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
}

interface FileRequest {
  readonly parts: readonly HostPart[];
  readonly recorded: RecordedFile | undefined;
  readonly folder: string;
  readonly isServers: boolean;
}

const PRIVATE = 0o600;

async function planFile(path: string, { parts, recorded, folder, isServers }: FileRequest): Promise<FilePlan> {
  const file = await readHostFile(path);
  if (recorded !== undefined && (await isAllThere(file.text, parts))) {
    return { change: undefined, recorded, copies: [], notes: [] };
  }
  const original = await originalOf(file, { parts, recorded, folder });
  const { text: after, notes } = await putAll(original, parts);
  const name = isServers ? 'servers' : nameOf(parts);
  const names = { original: copyName('original', name, path), installed: copyName('installed', name, path) };
  const mode = original === undefined ? undefined : file.mode;
  return {
    change: { path, target: file.target, before: file.text, after, mode: file.mode ?? PRIVATE },
    recorded: {
      path,
      parts: parts.map((part) => part.name),
      ...(original === undefined ? {} : { original: names.original }),
      ...(mode === undefined ? {} : { mode }),
      installed: names.installed,
    },
    copies: [
      // the gateway reads the servers from it, also where there was no file
      ...(original === undefined && !isServers ? [] : [[names.original, original ?? ''] as const]),
      [names.installed, after],
    ],
    notes,
  };
}

function nameOf([first]: readonly HostPart[]): PartName {
  return first?.name ?? 'gateway';
}

async function isAllThere(text: string | undefined, parts: readonly HostPart[]): Promise<boolean> {
  const put = await Promise.all(parts.map(({ part }) => part.put(text)));
  return text !== undefined && put.every(({ isThere }) => isThere);
}

/** The file as it would be without us: as it was where nobody has changed it since. */
async function originalOf(
  { text }: HostFile,
  { parts, recorded, folder }: Omit<FileRequest, 'isServers'>,
): Promise<string | undefined> {
  if (text === undefined) {
    return undefined;
  }
  const original = recorded?.original === undefined ? undefined : readCopy(folder, recorded.original);
  const installed = recorded === undefined ? undefined : readCopy(folder, recorded.installed);
  if (recorded !== undefined && text === installed) {
    return original;
  }
  const there = await Promise.all(parts.map(async (each) => ((await each.part.isIn(text)) ? [each] : [])));
  return there.flat().length === 0
    ? text
    : takeOut(there.flat(), { original, installed: installed ?? text, current: text });
}

async function putAll(
  original: string | undefined,
  parts: readonly HostPart[],
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  let text = original;
  const notes: string[] = [];
  for (const { part } of parts) {
    const put = await part.put(text);
    text = put.text;
    notes.push(...put.notes);
  }
  return { text: text ?? '', notes };
}

import { join } from 'node:path';
import { HOSTS, type HostId, isHostId } from '../contract/host.js';
import { type FoundHost, findHost } from './find-host.js';
import { filesOf, type Scope } from './host-files.js';
import { type HostPart, hostParts, type PartName, type PartsRequest } from './install/host-parts.js';
import { readHostFile } from './install/read-host-file.js';
import { copyName, readRecord, recordFolder } from './install/record.js';
import { OWN_SERVER } from './own-entry.js';
import { projectTrust } from './project-trust.js';

/** A host as it is on this machine. */
export interface HostState extends FoundHost {
  readonly host: HostId;
  /** For the user, and in the project of this folder. */
  readonly installed: readonly InstalledState[];
}

export interface InstalledState {
  readonly scope: Scope;
  readonly parts: readonly PartName[];
  /** What is not as it was installed. */
  readonly problems: readonly string[];
  /** Whether the host is told to trust it, where its files say so. */
  readonly isTrusted?: boolean;
}

export interface HostStateRequest extends Pick<PartsRequest, 'place' | 'own'> {
  readonly stateDirectory: string;
}

/** Reads files only. */
export function hostStates(request: HostStateRequest): Promise<readonly HostState[]> {
  const hosts = Object.keys(HOSTS).filter(isHostId);
  return Promise.all(
    hosts.map(async (host) => {
      const states = await Promise.all(SCOPES.map((scope) => installedState(host, scope, request)));
      return { host, ...findHost(host, request.place), installed: states.filter((state) => state !== undefined) };
    }),
  );
}

const SCOPES: readonly Scope[] = ['user', 'project'];

async function installedState(
  host: HostId,
  scope: Scope,
  { stateDirectory, place, own }: HostStateRequest,
): Promise<InstalledState | undefined> {
  const folder = recordFolder({ stateDirectory, host, scope, project: place.cwd });
  const record = readRecord(folder);
  if (record === undefined) {
    return undefined;
  }
  const parts = [...new Set(record.files.flatMap((file) => file.parts))];
  const copy = join(folder, copyName('original', 'servers', filesOf(host, place)[scope].mcp ?? ''));
  const all = hostParts({ host, scope, place, own, copy, parts, wrap: record.wrap });
  const problems = await Promise.all(all.map(problemOf));
  const isTrusted = scope === 'project' ? (await projectTrust(host, place))?.(OWN_SERVER) : undefined;
  return { scope, parts, problems: problems.flat(), ...(isTrusted === undefined ? {} : { isTrusted }) };
}

async function problemOf({ name, path, part }: HostPart): Promise<readonly string[]> {
  try {
    const { text } = await readHostFile(path);
    if (text === undefined || !(await part.isIn(text))) {
      return [`${name} is no longer in ${path}`];
    }
    return (await part.put(text)).isThere ? [] : [`${name} in ${path} is out of date`];
  } catch {
    return [`${path} cannot be read`];
  }
}

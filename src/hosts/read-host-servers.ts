import { sep } from 'node:path';
import { stateDirectory } from '../config/find-files.js';
import { type FoundServer, parseHostFile, type ReferenceStyle } from '../config/mcp-import/parse-host-file.js';
import { type HostServers, resolveServers } from '../config/mcp-import/resolve-servers.js';
import { KernelError } from '../contract/errors.js';
import { HOSTS, type HostId, isHostId } from '../contract/host.js';
import { readRegularFile } from '../files/read-regular-file.js';
import { createStateGuard } from '../files/state-guard.js';
import { filesOf, type HostPlace } from './host-files.js';
import { isOwnEntry } from './own-entry.js';
import { projectTrust } from './project-trust.js';

export interface HostServersRequest extends HostPlace {
  /** A host's id, or the path of one of its files or of a copy. */
  readonly from: string;
  /** Whose file it is, where that is known: hosts refer to variables in different ways. */
  readonly host?: HostId | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The MCP servers that a host has, as it would start them, with the true values of variables and headers: for memory
 * only. Of a host the files of user and project are read, of a project that the host does not trust no servers, of Claude Code's own file only the servers of this project.
 * Our own entry is no server. Throws USAGE for a file that cannot be read.
 */
export async function readHostServers({ from, host, ...place }: HostServersRequest): Promise<HostServers> {
  const { found, notes } = isHostId(from)
    ? await serversOfHost(from, place)
    : { found: await serversOfFile(from, { host, place }), notes: [] };
  const guard = createStateGuard(stateDirectory(place.env, place.home));
  const resolved = resolveServers(found, { ...place, guard });
  return { ...resolved, notes: [...notes, ...resolved.notes] };
}

interface FoundServers {
  readonly found: readonly FoundServer[];
  readonly notes: readonly string[];
}

async function serversOfHost(host: HostId, place: HostPlace): Promise<FoundServers> {
  const { user, project } = filesOf(host, place);
  const paths = [...new Set([user.mcp, project.mcp])].filter((path) => path !== undefined);
  const [own = NONE, ofProject = NONE] = await Promise.all(
    paths.map((path) => serversOfFile(path, { host, place, mayBeAbsent: true })),
  );
  const trust = await projectTrust(host, place);
  const isStarted = ({ name }: FoundServer) => trust === undefined || trust(name);
  const waiting = ofProject.filter((server) => !isStarted(server)).map(({ name }) => name);
  const read = [own, ofProject === NONE ? NONE : ofProject.filter(isStarted)];
  const notes = read.some((servers) => servers !== NONE)
    ? []
    : [`no file of ${HOSTS[host]} is there: ${paths.join(', ')}`];
  // as with the host itself, a server of the project takes the place of the user's
  const byName = new Map(inOrder(read.flat()).map((server) => [server.name, server]));
  return {
    found: [...byName.values()],
    notes:
      waiting.length === 0 ? notes : [...notes, `left out until ${HOSTS[host]} trusts them: ${waiting.join(', ')}`],
  };
}

/** Claude Code: those of the user, of the project's file, of the user for this project. */
function inOrder(servers: readonly FoundServer[]): readonly FoundServer[] {
  return [
    ...servers.filter(({ project }) => project === undefined),
    ...servers.filter(({ project }) => project !== undefined),
  ];
}

interface FileReading {
  readonly host: HostId | undefined;
  readonly place: HostPlace;
  readonly mayBeAbsent?: boolean;
}

const NONE: readonly FoundServer[] = [];

async function serversOfFile(path: string, { host, place, mayBeAbsent }: FileReading): Promise<readonly FoundServer[]> {
  const bytes = await readRegularFile(path, MAX_BYTES);
  if (!Buffer.isBuffer(bytes)) {
    if (mayBeAbsent === true && isAbsent(bytes.cause)) {
      return NONE;
    }
    throw new KernelError('USAGE', `the file ${JSON.stringify(path)} cannot be read`, {
      hint: 'check its path and permissions',
      cause: bytes.cause,
    });
  }
  // a file of a known host may well name no servers
  const servers = await parseHostFile(bytes.toString('utf8'), { mayBeEmpty: host !== undefined });
  return servers
    .filter(({ entry }) => !isOwnEntry(entry))
    .filter(({ project }) => project === undefined || isWithin(place.cwd, project))
    .map((server) => ({ ...server, style: styleOf(host) ?? server.style }));
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && ['ENOENT', 'ENOTDIR'].includes(String(Reflect.get(cause, 'code')));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function styleOf(host: HostId | undefined): ReferenceStyle | undefined {
  return host === 'gemini' ? 'shell' : undefined;
}

import { homeOf } from '../config/find-files.js';
import { nearestName } from '../contract/did-you-mean.js';
import { HOSTS, type HostId, isHostId } from '../contract/host.js';
import { terminalSafe } from '../contract/terminal-safe.js';
import { findHost } from '../hosts/find-host.js';
import type { HostPlace, Scope } from '../hosts/host-files.js';
import type { FileChange } from '../hosts/install/apply-changes.js';
import type { OwnProgram } from '../hosts/install/gateway-entry.js';
import { recordFolder } from '../hosts/install/record.js';
import { diffLines } from '../hosts/text/diff-lines.js';
import type { CommandContext } from './context.js';
import { quote, usage } from './flags/values.js';
import { ownProgram } from './own-program.js';
import { serverValues, withoutValues } from './server-values.js';
import { valueFormat } from './settings.js';

export interface ScopeFlags {
  readonly project?: true;
  readonly user?: true;
}

/** Where something is installed, and what. */
export interface Installation {
  readonly host: HostId;
  readonly scope: Scope;
  readonly place: HostPlace;
  readonly own: OwnProgram;
  /** The folder of its record in the state directory. */
  readonly folder: string;
}

/** Reads the words of a command line; throws USAGE for a host that is not known. */
export async function installationOf(context: CommandContext, name: string, flags: ScopeFlags): Promise<Installation> {
  const host = hostOf(name);
  const scope = scopeOf(flags);
  const place = placeOf(context);
  if (scope === 'project' && place.cwd === place.home) {
    throw usage('this folder is the home of the user, and no project', 'use --user, or go into a project');
  }
  const stateDirectory = await recordDirectory(context);
  const folder = recordFolder({ stateDirectory, host, scope, project: context.cwd });
  return { host, scope, place, own: ownInstallation(context), folder };
}

/**
 * Where records of installations are kept. A project's config may name a store of its own, but what is installed for
 * the user has to be found from every folder.
 */
export async function recordDirectory({ loadConfig }: Pick<CommandContext, 'loadConfig'>): Promise<string> {
  return (await loadConfig({ only: 'user' })).config.store.directory;
}

export function placeOf({ env, cwd }: Pick<CommandContext, 'env' | 'cwd'>): HostPlace {
  return { env, cwd, home: homeOf(env), platform: process.platform };
}

/** How hosts start this akernel. */
export function ownInstallation({ env }: Pick<CommandContext, 'env'>): OwnProgram {
  return { node: process.execPath, program: ownProgram(), env: ownVariables(env) };
}

export function refuseAbsent({ host, place }: Installation): void {
  const { isFound, lookedFor } = findHost(host, place);
  if (!isFound) {
    throw usage(`${HOSTS[host]} was not found on this machine`, lookedFor);
  }
}

function hostOf(name: string): HostId {
  if (isHostId(name)) {
    return name;
  }
  const known = Object.keys(HOSTS);
  const near = nearestName(name, known) ?? known.find((id) => id.startsWith(name));
  throw usage(
    `there is no host ${quote(name)}`,
    near === undefined ? `one of ${known.join(', ')}` : `did you mean ${near}?`,
  );
}

function scopeOf({ project, user }: ScopeFlags): Scope {
  if (project === true && user === true) {
    throw usage('--project and --user exclude each other', 'give one of them');
  }
  return project === true ? 'project' : 'user';
}

const HANDED_ON = ['AKERNEL_HOME', 'AKERNEL_CONFIG', 'XDG_STATE_HOME'];

/** A host may not hand on the variables that say where akernel's own files are. */
function ownVariables(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    HANDED_ON.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}

export interface ShownChange {
  readonly path: string;
  readonly change: 'create' | 'change' | 'remove';
  /** Lines with `-` and `+`; credentials in them are hidden. */
  readonly diff: readonly string[];
}

/** The changes as a person may read them. */
export async function shownChanges(
  context: CommandContext,
  changes: readonly FileChange[],
): Promise<readonly ShownChange[]> {
  const { redact } = await context.loadRuntime();
  const values = (await Promise.all(changes.flatMap(({ before, after }) => [before, after]).map(serverValues))).flat();
  return changes.map(({ path, before, after }) => ({
    path,
    change: before === undefined ? 'create' : after === undefined ? 'remove' : 'change',
    diff: redact(withoutValues(diffLines(before, after).join('\n'), values)).split('\n'),
  }));
}

export function changesText(changes: readonly ShownChange[]): string {
  return changes
    .map(({ path, change, diff }) => {
      const [from, to] = [change === 'create' ? '/dev/null' : path, change === 'remove' ? '/dev/null' : path];
      return `--- ${from}\n+++ ${to}\n${diff.map((line) => `${line}\n`).join('')}`;
    })
    .join('');
}

export function isText({ settings, stdout }: CommandContext): boolean {
  return valueFormat(settings.output, stdout.isTty, 'json') === 'text';
}

export async function writeText({ stdout }: CommandContext, text: string): Promise<void> {
  await stdout.write(stdout.isTty ? terminalSafe(text) : text);
}

/** What a person should know, on standard error. */
export function tellNotes({ stderr, settings }: CommandContext, notes: readonly string[]): void {
  if (!settings.quiet) {
    stderr.write(notes.map((note) => `akernel: ${note.replace(/[\r\n]/g, ' ')}\n`).join(''));
  }
}

import { HOSTS, type HostId } from '../contract/host.js';
import { readReceipts } from '../files/receipt-log.js';
import type { HostState, InstalledState } from '../hosts/host-state.js';
import type { Check } from './check.js';
import type { CommandContext } from './context.js';
import { ownInstallation, placeOf, recordDirectory } from './host-installation.js';

/** The first versions that heed what our hooks answer. */
const LEAST_FOR_HOOKS: Partial<Readonly<Record<HostId, string>>> = {
  'claude-code': '2.1.121',
  codex: '0.131.0',
};

/** Of each agent host: whether it is here, which version, what is installed, and when akernel was last called by it. */
export async function checkHosts(context: CommandContext): Promise<readonly Check[]> {
  const [{ hostStates }, { hostVersion }] = await Promise.all([
    import('../hosts/host-state.js'),
    import('../hosts/host-version.js'),
  ]);
  const { config } = await context.loadConfig();
  const stateDirectory = await recordDirectory(context.forHost({ quiet: true, verbose: false }));
  const states = await hostStates({ stateDirectory, place: placeOf(context), own: ownInstallation(context) });
  const calls = lastCalls(config.store.directory);
  return Promise.all(
    states.map(async (state) => {
      const version = state.program === undefined ? undefined : await hostVersion(state.program, context.env);
      return hostCheck(state, { version, called: calls.get(state.host) });
    }),
  );
}

interface Known {
  readonly version: string | undefined;
  readonly called: string | undefined;
}

async function hostCheck(state: HostState, { version, called }: Known): Promise<Check> {
  const { host, isFound, installed, lookedFor } = state;
  const check = { check: HOSTS[host], area: 'hosts' } as const;
  if (!isFound && installed.length === 0) {
    return { ...check, result: 'ok', detail: 'not found', hint: lookedFor };
  }
  const problems = [...installed.flatMap(({ problems: each }) => each), ...(await oldVersion(state, version))];
  const detail = [
    isFound ? `found${version === undefined ? '' : `, version ${version}`}` : 'not found',
    installed.length === 0 ? 'akernel is not installed' : installed.map(installedText).join('; '),
    ...(installed.length === 0 ? [] : [called === undefined ? 'never called' : `last called ${called}`]),
    ...problems,
  ].join('; ');
  if (problems.length > 0) {
    return { ...check, result: 'warning', detail, hint: `akernel install ${host} puts it right` };
  }
  return installed.length === 0
    ? { ...check, result: 'ok', detail, hint: `akernel install ${host} --dry-run` }
    : { ...check, result: 'ok', detail };
}

function installedText({ scope, parts, isTrusted }: InstalledState): string {
  const trust = isTrusted === undefined ? '' : isTrusted ? ', trusted' : ', not trusted yet';
  return `${parts.join(' and ')} installed ${scope === 'user' ? 'for the user' : 'in this project'}${trust}`;
}

async function oldVersion({ host, installed }: HostState, version: string | undefined): Promise<readonly string[]> {
  const least = LEAST_FOR_HOOKS[host];
  const hasHooks = installed.some(({ parts }) => parts.includes('hooks'));
  if (least === undefined || version === undefined || !hasHooks) {
    return [];
  }
  const { isAtLeast } = await import('../hosts/host-version.js');
  return isAtLeast(version, least) ? [] : [`its hooks are heeded from version ${least} on`];
}

/** The newest receipt of each host. */
function lastCalls(stateDirectory: string): ReadonlyMap<string, string> {
  const { receipts } = readReceipts(stateDirectory);
  return new Map(receipts.filter(({ kind }) => kind !== 'overhead').map(({ host, at }) => [host, at]));
}

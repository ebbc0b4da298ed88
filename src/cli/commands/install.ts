import { sep } from 'node:path';
import type { Command } from 'commander';
import type { HookProfile } from '../../contract/hook-settings.js';
import { HOSTS, type HostId } from '../../contract/host.js';
import { filesOf } from '../../hosts/host-files.js';
import { carryOutInstall } from '../../hosts/install/carry-out.js';
import { defaultParts, hasHooks, PART_NAMES, type PartName } from '../../hosts/install/host-parts.js';
import { type InstallPlan, planInstall } from '../../hosts/install/plan-install.js';
import { readRecord } from '../../hosts/install/record.js';
import { confirmed } from '../confirm.js';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';
import {
  changesText,
  type Installation,
  installationOf,
  isText,
  refuseAbsent,
  type ScopeFlags,
  shownChanges,
  tellNotes,
  writeText,
} from '../host-installation.js';
import { printValue } from '../output/print-value.js';

interface InstallFlags extends ScopeFlags {
  readonly gateway?: true;
  readonly hooks?: true;
  readonly rules?: true;
  readonly wrap?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

const HELP = `
The gateway takes the place of the host's MCP servers; hooks look through the output of its own tools. Without --gateway,
--hooks or --rules both are installed as far as the host can use them. akernel uninstall puts everything back.`;

export function defineInstall(command: Command, context: CommandContext): void {
  command
    .argument('<host>', Object.keys(HOSTS).join(', '))
    .option('--gateway', "put akernel in front of the host's MCP servers")
    .option('--hooks', "look through the output of the host's own tools")
    .option('--rules', 'tell the model what lines of akernel mean, in a rules file')
    .option('--wrap', "hooks also run the host's commands by akernel")
    .option('--project', 'in the files of the project in this folder')
    .option('--user', 'in the files of the user, which is the default')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'change without asking')
    .addHelpText('after', HELP)
    .action((host: string, flags: InstallFlags) => install(context, host, flags));
}

async function install(context: CommandContext, name: string, flags: InstallFlags): Promise<void> {
  const installation = await installationOf(context, name, flags);
  refuseAbsent(installation);
  const { host, scope, folder } = installation;
  const parts = partsOf(installation, flags);
  const before = readRecord(folder);
  const plan = await planInstall({ ...installation, parts, wrap: flags.wrap === true, before });
  const about = { host, scope, parts: [...new Set(plan.record.files.flatMap((file) => file.parts))] };
  if (plan.changes.length === 0) {
    await printValue(context, { ...about, state: 'already-installed' }, () => `already installed in ${HOSTS[host]}\n`);
    return;
  }
  const changes = await shownChanges(context, plan.changes);
  const notes = [...plan.notes, ...(await profileNote(context, about.parts))];
  if (isText(context)) {
    await writeText(context, changesText(changes));
  }
  const isDone = flags.dryRun !== true;
  if (isDone) {
    await carryOut(context, { plan, folder, isSure: flags.yes === true });
  }
  const value = { ...about, state: isDone ? 'installed' : 'planned', changes, notes };
  await printValue(context, value, () => (isDone ? `installed in ${HOSTS[host]}\n` : ''));
  tellNotes(context, [...notes, ...(isDone ? nextSteps(installation, flags, about.parts) : ['nothing was changed'])]);
}

interface CarryingOut {
  readonly plan: InstallPlan;
  readonly folder: string;
  readonly isSure: boolean;
}

async function carryOut(context: CommandContext, { plan, folder, isSure }: CarryingOut): Promise<void> {
  const count = plan.changes.length === 1 ? 'this file' : `these ${plan.changes.length} files`;
  if (!isSure && !(await confirmed(context, `Change ${count}?`))) {
    throw usage('nothing was changed', 'say yes when asked, or give --yes; --dry-run only shows it');
  }
  await carryOutInstall(folder, plan);
}

/** What the flags ask for, else what makes sense in this host. Throws USAGE for what it has no file for. */
function partsOf({ host, scope, place }: Installation, flags: InstallFlags): readonly PartName[] {
  const wrap = flags.wrap === true;
  const files = filesOf(host, place)[scope];
  const chosen = PART_NAMES.filter((part) => flags[part] === true || (part === 'hooks' && wrap));
  if (chosen.includes('hooks') && !hasHooks(host, wrap)) {
    throw usage(`hooks of ${HOSTS[host]} cannot replace an output`, 'use --gateway, or --wrap for its commands');
  }
  const missing = chosen.find((part) => fileOf(part, files) === undefined);
  if (missing !== undefined) {
    const other = scope === 'user' ? '--project' : '--user';
    throw usage(`${HOSTS[host]} has no file for ${missing} of the ${scope}`, `use ${other}`);
  }
  const isOnlyWrap = flags.wrap === true && chosen.length === 1 && flags.hooks !== true;
  const wanted = chosen.length === 0 || isOnlyWrap ? defaultParts(host, wrap) : chosen;
  return wanted.filter((part) => fileOf(part, files) !== undefined);
}

function fileOf(part: PartName, { mcp, hooks, rules }: ReturnType<typeof filesOf>['user']): string | undefined {
  return { gateway: mcp, hooks, rules }[part];
}

const PROFILES: Readonly<Record<HookProfile, string>> = {
  coding: 'secrets and credentials are hidden; hooks.profile: personal in a config hides personal data too',
  personal: 'secrets and personal data are hidden; hooks.profile: coding in your own config shows personal data',
  strict: 'all that the detectors know is hidden; hooks.profile: coding in your own config hides secrets only',
};

/** What hooks will hide, and how to change that. */
async function profileNote(context: CommandContext, parts: readonly PartName[]): Promise<readonly string[]> {
  const { profile } = (await context.forHost({ quiet: true }).loadConfig()).config.hooks;
  return parts.includes('hooks') ? [`hooks work under the profile ${profile}: ${PROFILES[profile]}`] : [];
}

const RESTART: Readonly<Record<HostId, string>> = {
  'claude-code': 'start Claude Code again',
  codex: 'start Codex again',
  cursor: 'start Cursor again, and switch the server akernel on in its settings',
  vscode: 'start the server akernel in VS Code, and trust it when asked',
  copilot: 'start Copilot CLI again',
  gemini: 'start Gemini CLI again',
  opencode: 'start OpenCode again',
};

function nextSteps(
  { host, scope, own, folder }: Installation,
  { wrap }: InstallFlags,
  parts: readonly PartName[],
): readonly string[] {
  return [
    `next: ${RESTART[host]}; akernel uninstall ${host}${scope === 'project' ? ' --project' : ''} puts everything back`,
    `copies of what was there are kept in ${folder} until then`,
    ...(host === 'codex' && wrap === true
      ? ['then trust the hook: type /hooks in Codex, which skips it until then']
      : []),
    ...(own.env['AKERNEL_HOME'] !== undefined && parts.includes('hooks')
      ? ['hooks have the variables of their host: set AKERNEL_HOME where it is started too']
      : []),
    ...(scope === 'project' ? ['these files name programs of this machine: do not share them'] : []),
    ...(own.program.includes(`${sep}_npx${sep}`)
      ? ['akernel runs from the cache of npx, which may be emptied: npm install -g akernel, and install again']
      : []),
  ];
}

import type { Command } from 'commander';
import { HOSTS } from '../../contract/host.js';
import { carryOutUninstall } from '../../hosts/install/carry-out.js';
import { filesWithOurs } from '../../hosts/install/find-own.js';
import { planUninstall } from '../../hosts/install/plan-uninstall.js';
import { readRecord } from '../../hosts/install/record.js';
import { confirmed } from '../confirm.js';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';
import {
  changesText,
  type Installation,
  installationOf,
  isText,
  type ScopeFlags,
  shownChanges,
  tellNotes,
  writeText,
} from '../host-installation.js';
import { printValue } from '../output/print-value.js';

interface UninstallFlags extends ScopeFlags {
  readonly dryRun?: true;
  readonly yes?: true;
}

const HELP = `
A file that nobody has changed since is put back byte by byte. In one that was changed only the entries of akernel are
taken out, and the servers that stood behind it put back.`;

export function defineUninstall(command: Command, context: CommandContext): void {
  command
    .argument('<host>', Object.keys(HOSTS).join(', '))
    .option('--project', 'from the files of the project in this folder')
    .option('--user', 'from the files of the user, which is the default')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'change without asking')
    .addHelpText('after', HELP)
    .action((host: string, flags: UninstallFlags) => uninstall(context, host, flags));
}

async function uninstall(context: CommandContext, name: string, flags: UninstallFlags): Promise<void> {
  const installation = await installationOf(context, name, flags);
  const { host, scope, folder } = installation;
  const record = readRecord(folder);
  if (record === undefined) {
    return refuse(installation);
  }
  const { changes: planned, notes } = await planUninstall({ ...installation, record });
  const changes = await shownChanges(context, planned);
  if (isText(context)) {
    await writeText(context, changesText(changes));
  }
  const isDone = flags.dryRun !== true;
  if (isDone) {
    if (flags.yes !== true && !(await confirmed(context, `Take akernel out of ${HOSTS[host]}?`))) {
      throw usage('nothing was changed', 'say yes when asked, or give --yes; --dry-run only shows it');
    }
    await carryOutUninstall(folder, { changes: planned, record });
  }
  const value = { host, scope, state: isDone ? 'uninstalled' : 'planned', changes, notes };
  await printValue(context, value, () => (isDone ? `uninstalled from ${HOSTS[host]}\n` : ''));
  tellNotes(context, [...notes, ...(isDone ? [] : ['nothing was changed'])]);
}

/** There is no record; entries of ours may be there all the same, when the state directory was removed or is another one. */
async function refuse(installation: Installation): Promise<never> {
  const { host, scope, folder } = installation;
  const files = await filesWithOurs(installation);
  if (files.length > 0) {
    const message = `the copies of what was in ${HOSTS[host]} are not in ${folder}`;
    throw usage(
      message,
      `is AKERNEL_HOME as it was then? else remove the entries of akernel by hand from ${files.join(', ')}`,
    );
  }
  const of = scope === 'user' ? 'for the user' : 'in this project';
  throw usage(`akernel is not installed in ${HOSTS[host]} ${of}`, `akernel install ${host} does that`);
}

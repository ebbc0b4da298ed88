import type { Command } from 'commander';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { addConstraintFlags, type ConstraintFlags, constraintsOf } from '../flags/constraint-flags.js';
import { parseDurationFlag } from '../flags/values.js';
import { printValue } from '../output/print-value.js';
import { oldName, writeSecretFile } from '../secret-file.js';

interface GrantFlags extends ConstraintFlags {
  readonly as?: string;
  readonly justification?: string;
  readonly ttl?: number;
  readonly out?: string;
  /** What `--out` was called. */
  readonly tokenFile?: string;
}

export function defineGrant(command: Command, context: CommandContext): void {
  addConstraintFlags(command.argument('<capability>', 'its id'))
    .option('--as <principal>', 'ask for this principal of the config')
    .option('--justification <text>', 'why, for the policy and the trace')
    .option('--ttl <duration>', 'how long it is good for', parseDurationFlag('--ttl'))
    .option('--out <file>', 'write the capability token to this new file instead of printing it')
    .addOption(oldName())
    .addHelpText(
      'after',
      '\nThe file is handed to invoke: akernel invoke fs.read_file path=docs/plan.md --token-file docs.token',
    )
    .action((capabilityId: string, flags: GrantFlags) => grant(context, capabilityId, flags));
}

async function grant(context: CommandContext, capabilityId: string, flags: GrantFlags): Promise<void> {
  await context.withKernel({ as: flags.as }, async ({ kernel, principal }) => {
    const { capability_token: capabilityToken, ...proof } = await kernel.grant({
      principal,
      capabilityId,
      constraints: constraintsOf(flags),
      ...(flags.justification === undefined ? {} : { justification: flags.justification }),
      ...(flags.ttl === undefined ? {} : { ttlS: Math.max(1, Math.floor(flags.ttl / 1000)) }),
    });
    const file = flags.out ?? flags.tokenFile;
    if (file !== undefined) {
      await writeSecretFile(context, file, `${capabilityToken}\n`);
    }
    const shown = file === undefined ? { ...proof, capability_token: capabilityToken } : proof;
    await printValue(context, shown, (value, style) => {
      const secret = 'capability_token' in value ? `${value.capability_token}\n` : '';
      const head = `${value.grant_id}: ${value.principal_id} may invoke ${value.capability_id} until ${value.expires_at}`;
      return `${style.strong(terminalSafeLine(head))}\n${secret}`;
    });
  });
}

import type { Command } from 'commander';
import type { Grant } from '../../contract/grant.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { addConstraintFlags, type ConstraintFlags, constraintsOf } from '../flags/constraint-flags.js';
import { addTokenOutFlag, type TokenOutFlag, tokenOutOf } from '../flags/token-out-flag.js';
import { parseDurationFlag } from '../flags/values.js';
import { printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';
import { createPrivateFile, type PrivateFile } from '../private-file.js';

interface GrantFlags extends ConstraintFlags, TokenOutFlag {
  readonly as?: string;
  readonly justification?: string;
  readonly ttl?: number;
}

export function defineGrant(command: Command, context: CommandContext): void {
  const asked = addConstraintFlags(command.argument('<capability>', 'its id'))
    .option('--as <principal>', 'ask for this principal of the config')
    .option('--justification <text>', 'why, for the policy and the trace')
    .option('--ttl <duration>', 'how long it is good for', parseDurationFlag('--ttl'));
  addTokenOutFlag(asked, 'write the capability token to this new file instead of printing it')
    .addHelpText(
      'after',
      '\nThe file is handed to invoke: akernel invoke fs.read_file path=docs/plan.md --token-file docs.token',
    )
    .action((capabilityId: string, flags: GrantFlags) => grant(context, capabilityId, flags));
}

async function grant(context: CommandContext, capabilityId: string, flags: GrantFlags): Promise<void> {
  await context.withKernel({ as: flags.as }, async ({ kernel, principal }) => {
    const out = tokenOutOf(flags);
    // First of all: where no file can be made, nothing is granted.
    const file = out === undefined ? undefined : await createPrivateFile(context, out);
    try {
      const { capability_token: capabilityToken, ...proof } = await kernel.grant({
        principal,
        capabilityId,
        constraints: constraintsOf(flags),
        ...(flags.justification === undefined ? {} : { justification: flags.justification }),
        ...(flags.ttl === undefined ? {} : { ttlS: Math.max(1, Math.floor(flags.ttl / 1000)) }),
      });
      await keep(file, capabilityToken).catch(async (error: unknown) => {
        await kernel.revoke({ grantId: proof.grant_id }, principal).catch(() => undefined);
        throw error;
      });
      await printValue(
        context,
        file === undefined ? { ...proof, capability_token: capabilityToken } : proof,
        grantText,
      );
    } finally {
      await file?.discard();
    }
  });
}

async function keep(file: PrivateFile | undefined, capabilityToken: string): Promise<void> {
  await file?.write(`${capabilityToken}\n`);
  await file?.commit();
}

function grantText(shown: Omit<Grant, 'capability_token'> & { readonly capability_token?: string }, style: Style) {
  const secret = shown.capability_token === undefined ? '' : `${shown.capability_token}\n`;
  const head = `${shown.grant_id}: ${shown.principal_id} may invoke ${shown.capability_id} until ${shown.expires_at}`;
  return `${style.strong(terminalSafeLine(head))}\n${secret}`;
}

import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';
import { printValue } from '../output/print-value.js';

interface RevokeFlags {
  readonly principal?: string;
  readonly as?: string;
}

export function defineRevoke(command: Command, context: CommandContext): void {
  command
    .argument('[grant]', 'the id of a grant')
    .option('--principal <id>', 'every grant this principal has')
    .option('--as <principal>', 'act as this principal of the config')
    .action((grantId: string | undefined, flags: RevokeFlags) => revoke(context, grantId, flags));
}

async function revoke(context: CommandContext, grantId: string | undefined, flags: RevokeFlags): Promise<void> {
  const target = targetOf(grantId, flags.principal);
  await context.withKernel({ as: flags.as }, async ({ kernel, principal }) => {
    const revoked = await kernel.revoke(target, principal);
    await printValue(context, { revoked }, (value) => (value.revoked ? 'revoked\n' : 'it was revoked before\n'));
  });
}

function targetOf(grantId: string | undefined, principalId: string | undefined) {
  if (grantId !== undefined && principalId === undefined) {
    return { grantId };
  }
  if (grantId === undefined && principalId !== undefined) {
    return { principalId };
  }
  throw usage('revoke takes a grant id or --principal', 'give one of them');
}

import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { addRemoteFlags, type RemoteFlags } from '../flags/remote-flags.js';
import { decisionText } from '../output/plan-text.js';
import { printValue } from '../output/print-value.js';
import { traceText } from '../output/trace-text.js';

interface ExplainFlags extends RemoteFlags {
  readonly justification?: string;
}

const ACTION_ID = /^a_[0-9A-Za-z]+$/;

export function defineExplain(command: Command, context: CommandContext): void {
  addRemoteFlags(command)
    .argument('<action>', 'the id of an action, or of a capability: then what its policy would say')
    .option('--as <principal>', 'act as this principal of the config')
    .option('--justification <text>', 'the reason that would be given for a capability')
    .addHelpText('after', '\nNothing is run or consumed.')
    .action((id: string, flags: ExplainFlags) =>
      ACTION_ID.test(id) ? explainAction(context, id, flags) : explainCapability(context, id, flags),
    );
}

async function explainAction(context: CommandContext, actionId: string, flags: ExplainFlags): Promise<void> {
  await context.withKernel({ as: flags.as, remote: flags }, async ({ kernel, principal }) => {
    const trace = await kernel.explain(actionId, principal);
    const { capability_id: capabilityId } = trace;
    await printValue(context, trace, (value, style) => {
      const asked = value.args?.['unredacted'] === true ? 'help config' : capabilityId && `explain ${capabilityId}`;
      const wasDenied = value.outcome === 'denied' && asked !== undefined;
      return `${traceText(value, style)}${wasDenied ? `what it needs: akernel ${asked}\n` : ''}`;
    });
  });
}

async function explainCapability(context: CommandContext, capabilityId: string, flags: ExplainFlags): Promise<void> {
  await context.withKernel({ as: flags.as, remote: flags }, async ({ kernel, principal }) => {
    const decision = await kernel.decide({
      principal,
      capabilityId,
      ...(flags.justification === undefined ? {} : { justification: flags.justification }),
    });
    await printValue(context, decision, decisionText);
  });
}

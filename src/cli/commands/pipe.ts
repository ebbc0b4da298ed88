import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { addRunFlags, type RunFlags } from '../flags/result-flags.js';
import { oneOf, usage } from '../flags/values.js';
import { throwIfLeftOut } from '../over-budget.js';
import { runOwnAct } from '../own-act.js';
import { throwUnlessCompleted } from '../print-run.js';

const INPUTS = ['auto', 'text', 'ndjson', 'json', 'csv'] as const;

const NOTES = `
Into a pipe it prints the text itself, rows as lines of JSON, and a last line [akernel] only where something was
replaced or left out; frames with -o ndjson, one with -o json.`;

interface PipeFlags extends RunFlags {
  readonly input: (typeof INPUTS)[number];
}

export function definePipe(command: Command, context: CommandContext): void {
  addRunFlags(
    command.option(
      '--input <format>',
      `what comes in: ${INPUTS.join(', ')}`,
      (text) => oneOf('--input', text, INPUTS),
      'auto',
    ),
  )
    .addHelpText('after', NOTES)
    .action((flags: PipeFlags) => pipe(context, flags));
}

async function pipe(context: CommandContext, flags: PipeFlags): Promise<void> {
  if (context.stdinIsTty) {
    refuseOrAnnounceTerminal(context);
  }
  const act = {
    capabilityId: 'stdin.read',
    description: 'standard input',
    driver: () => ({ driver_id: 'stdin', operation: 'read' }),
    readsTerminal: context.stdinIsTty,
    args: { input: flags.input },
  };
  const result = await runOwnAct(context, act, flags);
  throwUnlessCompleted(result, context.interrupt);
  throwIfLeftOut(result.final_frame, flags);
}

function refuseOrAnnounceTerminal({ settings, stderr }: CommandContext): void {
  if (!settings.input) {
    throw usage('standard input is a terminal', 'pipe something in: git log -p | akernel pipe');
  }
  if (!settings.quiet) {
    stderr.write('akernel: reading from the terminal, end with Ctrl-D\n');
  }
}

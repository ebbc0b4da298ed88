import { constants } from 'node:os';
import type { Command } from 'commander';
import { isKernelError } from '../../contract/errors.js';
import type { InvokeResult } from '../../contract/kernel.js';
import type { CommandContext } from '../context.js';
import { addRunFlags, type RunFlags } from '../flags/result-flags.js';
import { usage } from '../flags/values.js';
import { throwIfLeftOut } from '../over-budget.js';
import { type OwnAct, runOwnAct } from '../own-act.js';
import { throwUnlessCompleted } from '../print-run.js';

/** What a shell answers for a command killed by a signal. */
const SIGNAL_BASE = 128;

const NOTES = `
Its exit status is passed on: 128 + the number of a signal that ended it, 127 when it was not found, 126 when it
could not be run. Into a pipe it prints the text itself, and a last line [akernel] only where something was replaced
or left out; frames with -o ndjson. While a live view is shown its keys are the view's: for a command that asks questions use -o text.`;

export function defineExec(command: Command, context: CommandContext): void {
  addRunFlags(
    command.usage('[options] -- <command> [arg...]').argument('<command...>', 'the command and its arguments'),
  )
    .addHelpText('after', NOTES)
    .action((words: readonly string[], flags: RunFlags) => exec(context, words, flags));
}

async function exec(context: CommandContext, words: readonly string[], flags: RunFlags): Promise<void> {
  if (!context.argv.includes('--')) {
    throw usage('exec needs -- before the command', `write akernel exec -- ${words.join(' ')}`);
  }
  try {
    const result = await runOwnAct(context, actOf(words, context), flags);
    const status = exitStatus(result);
    if (status === undefined || context.interrupt.aborted || result.status === 'timeout') {
      throwUnlessCompleted(result, context.interrupt);
    }
    if (status === undefined || status === 0) {
      throwIfLeftOut(result.final_frame, flags);
    }
    context.setStatus(status ?? 0);
  } catch (error) {
    throw noteCommandStatus(error, context);
  }
}

/** A command that could not be started ends with a shell's status for that. */
function noteCommandStatus(error: unknown, { setStatus }: CommandContext): unknown {
  const status = isKernelError(error) && error.code === 'DRIVER_FAILED' ? error.details?.['exit_code'] : undefined;
  if (typeof status === 'number') {
    setStatus(status);
  }
  return error;
}

function actOf([file = '', ...args]: readonly string[], context: CommandContext): OwnAct {
  const mayRead = context.settings.input || !context.stdinIsTty;
  return {
    capabilityId: 'exec.run_command',
    description: 'a command of the shell user',
    driver: (isLive) => ({
      driver_id: 'process',
      operation: 'exec',
      options: { command: file, args, stdin: mayRead && !(isLive && context.stdinIsTty) ? 'inherit' : 'ignore' },
    }),
    args: {},
  };
}

function exitStatus({ exit }: InvokeResult): number | undefined {
  if (exit === undefined) {
    return undefined;
  }
  if (exit.exit_code !== null) {
    return exit.exit_code;
  }
  const number = Object.entries(constants.signals).find(([name]) => name === exit.signal)?.[1];
  return number === undefined ? undefined : SIGNAL_BASE + number;
}

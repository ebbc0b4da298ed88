import type { Command } from 'commander';
import { isKernelError } from '../../contract/errors.js';
import { HOST_IDS, type HostId } from '../../contract/host.js';
import type { CommandContext } from '../context.js';
import { exitStatus } from '../exit-status.js';
import { addRunFlags, type RunFlags } from '../flags/result-flags.js';
import { oneOf, usage } from '../flags/values.js';
import { throwIfLeftOut } from '../over-budget.js';
import { type OwnAct, runOwnAct } from '../own-act.js';
import { throwUnlessCompleted } from '../print-run.js';

const NOTES = `
Its exit status is passed on: 128 + the number of a signal that ended it, 127 when it was not found, 126 when it
could not be run. Into a pipe it prints the text itself, and a last line [akernel] only where something was replaced
or left out; frames with -o ndjson. While a live view is shown its keys are the view's: for a command that asks questions use -o text.`;

export function defineExec(command: Command, context: CommandContext): void {
  addRunFlags(
    command.usage('[options] -- <command> [arg...]').argument('<command...>', 'the command and its arguments'),
  )
    .option('--shell <program>', 'give the one word behind -- to this shell, or to sh where the name is empty')
    .option('--hook <host>', 'for akernel hook: run it under the settings of hooks, and run it in any case', (text) =>
      oneOf('--hook', text, HOST_IDS),
    )
    .addHelpText('after', NOTES)
    .action((words: readonly string[], flags: ExecFlags) => exec(context, words, flags));
}

interface ExecFlags extends RunFlags {
  readonly shell?: string;
  readonly hook?: HostId;
}

async function exec(context: CommandContext, typed: readonly string[], flags: ExecFlags): Promise<void> {
  if (!context.argv.includes('--')) {
    throw usage('exec needs -- before the command', `write akernel exec -- ${typed.join(' ')}`);
  }
  const words = flags.shell === undefined ? typed : shellWords(flags.shell, typed);
  if (flags.hook !== undefined) {
    const line = typed.join(' ');
    const { runForHost } = await import('../hook/run-for-host.js');
    const command = { host: flags.hook, line, words, act: actOf(words, context) };
    // a word of ours would be one of the command's own errors
    context.setStatus(await runForHost(context.forHost({ quiet: true }), command, flags));
    return;
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

function shellWords(shell: string, words: readonly string[]): readonly string[] {
  const [line = '', ...others] = words;
  if (others.length > 0) {
    throw usage(
      '--shell takes one word behind --',
      "quote the whole command: akernel exec --shell bash -- 'ls | wc -l'",
    );
  }
  return [shell === '' ? 'sh' : shell, '-c', line];
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

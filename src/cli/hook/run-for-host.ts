import { spawn } from 'node:child_process';
import { isKernelError } from '../../contract/errors.js';
import { HOOK_ACTS } from '../../contract/hook-settings.js';
import type { HostId } from '../../contract/host.js';
import type { InvokeResult } from '../../contract/kernel.js';
import { WITHIN } from '../../contract/within.js';
import { commandTool, outputBudget } from '../../hosts/hook/host-limits.js';
import { printsFile } from '../../hosts/hook/leave-alone.js';
import type { CommandContext } from '../context.js';
import { exitStatus, signalStatus } from '../exit-status.js';
import type { RunFlags } from '../flags/result-flags.js';
import { type OwnAct, runOwnAct } from '../own-act.js';
import { leaveReceipt } from './hook-receipt.js';

const NO_BUDGET = 2 ** 40;
const COULD_NOT_RUN = 126;
const NOT_FOUND = 127;

export interface HostCommand {
  readonly host: HostId;
  /** As the host would have run it. */
  readonly line: string;
  /** Program and arguments. */
  readonly words: readonly string[];
  readonly act: OwnAct;
}

/**
 * Runs a command that a hook has wrapped: under the settings of hooks, with a receipt. It runs in any case: where
 * nothing can be kept its output is only redacted, where akernel cannot work at all it is as it was.
 */
export async function runForHost(context: CommandContext, command: HostCommand, flags: RunFlags): Promise<number> {
  const startedMs = performance.now();
  const piped = createPiped(context);
  const started = { isBegun: false };
  const result = await firewalled(piped.context, { command, started, flags });
  if (result === undefined) {
    return runPlainly(context, command);
  }
  const status = statusOf(result);
  await leaveReceipt(piped.context, {
    ...accountOf(command, result),
    session: sessionOf(context.env),
    exit: { told: status, own: status },
    bytesOut: piped.bytes(),
    startedMs,
  });
  return status;
}

interface Work {
  readonly command: HostCommand;
  /** What was started may not be started again. */
  readonly started: { isBegun: boolean };
  readonly flags: RunFlags;
}

/** Undefined where the command has not been started. */
async function firewalled(context: CommandContext, work: Work): Promise<InvokeResult | undefined> {
  try {
    const budget = await budgetOf(context, work.command);
    const kept = await attempt(context, work, { budget });
    return kept ?? (await attempt(context, work, { budget: NO_BUDGET, keep: false }));
  } catch (error) {
    if (work.started.isBegun) {
      throw error;
    }
    return undefined;
  }
}

async function attempt(
  context: CommandContext,
  { command, started, flags }: Work,
  how: Partial<RunFlags>,
): Promise<InvokeResult | undefined> {
  const { act, host } = command;
  const session = sessionOf(context.env);
  const hooked: OwnAct = {
    ...act,
    capabilityId: HOOK_ACTS.command,
    args: { host, ...(session === undefined ? {} : { session }) },
    ...(how.keep === false ? { store: 'memory' } : {}),
    driver: (isLive) => {
      started.isBegun = true;
      return act.driver(isLive);
    },
  };
  try {
    return await runOwnAct(context, hooked, { ...flags, ...how });
  } catch (error) {
    // A config can forbid own acts; the kernel says so before anything is started.
    started.isBegun &&= !(isKernelError(error) && error.code === 'POLICY_DENIED');
    if (started.isBegun || how.keep === false) {
      throw error;
    }
    return undefined;
  }
}

/** A host shows what comes through a pipe or a terminal of its own: text as it is, and the account behind it. */
function createPiped(context: CommandContext): { readonly context: CommandContext; readonly bytes: () => number } {
  const { stdout, stderr, settings, openTerminal: _, loadTui: _views, ...rest } = context;
  let bytes = 0;
  return {
    bytes: () => bytes,
    context: {
      ...rest,
      settings: { ...settings, output: 'auto', quiet: true },
      stdout: {
        ...stdout,
        isTty: false,
        write: (text) => {
          bytes += Buffer.byteLength(text);
          return stdout.write(text);
        },
      },
      stderr: { ...stderr, isTty: false },
    },
  };
}

/** What the host itself shows of a file is for it to say. */
async function budgetOf(context: CommandContext, { host, line }: HostCommand): Promise<number> {
  const { config } = await context.loadConfig();
  return printsFile(line) ? NO_BUDGET : outputBudget(host, commandTool(host), config.hooks.budget);
}

function statusOf(result: InvokeResult): number {
  const told = exitStatus(result) ?? result.error?.details?.['exit_code'];
  return typeof told === 'number' ? told : COULD_NOT_RUN;
}

function accountOf({ host }: HostCommand, { final_frame: final, handle_id: handleId }: InvokeResult) {
  return {
    host,
    tool: commandTool(host),
    bytesIn: final?.seen?.bytes ?? final?.seen?.chars ?? 0,
    redactions: final?.redactions,
    handleId,
  };
}

/** Hosts that name the session tell it to the commands they run. */
function sessionOf(env: NodeJS.ProcessEnv): string | undefined {
  return env['CLAUDE_CODE_SESSION_ID'] ?? env['GEMINI_SESSION_ID'];
}

/** As if akernel were not there. */
function runPlainly({ interrupt, cwd, env }: CommandContext, { words }: HostCommand): Promise<number> {
  const [file = '', ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env: { ...env, [WITHIN]: '1' }, stdio: 'inherit' });
    const stop = () => child.kill('SIGTERM');
    interrupt.addEventListener('abort', stop, { once: true });
    child.on('error', (error) => resolve('code' in error && error.code === 'ENOENT' ? NOT_FOUND : COULD_NOT_RUN));
    child.on('close', (code, signal) => {
      interrupt.removeEventListener('abort', stop);
      resolve(code ?? signalStatus(signal) ?? COULD_NOT_RUN);
    });
  });
}

import { type Command, CommanderError } from 'commander';
import { isHostId } from '../contract/host.js';
import { COMMANDS } from './commands/index.js';
import type { CommandContext, Host, Runs } from './context.js';
import { createContext } from './create-context.js';
import { reportError } from './exit.js';
import { INTERRUPTS } from './interruption.js';
import { leaveRefusal } from './leave-refusal.js';
import { isTopic } from './pages.js';
import { buildProgram } from './program.js';
import { isForServer } from './remote.js';
import { type GlobalFlags, OUTPUT_FORMATS, outputFormat, resolveSettings } from './settings.js';
import { usageError } from './usage-error.js';

/** Runs one command line and says with which status the process should end. Every error ends here. */
export async function runCli(host: Host): Promise<number> {
  let status = 0;
  const runs: Runs = { active: 0, traced: false };
  const setStatus = (next: number) => {
    status = next;
  };
  const program = buildProgram(host, { setStatus, runs });
  try {
    const done = program.parseAsync([...helpFirst(host.argv)], { from: 'user' });
    await Promise.race([done, interruptedWhileIdle(host.interrupt, runs)]);
    await host.stdout.flush();
    return status;
  } catch (thrown) {
    if (isHelp(thrown)) {
      return 0;
    }
    const error = thrown instanceof CommanderError ? usageError(thrown, host.argv, program) : thrown;
    if (isHook(host)) {
      return leaveAsItWas(host, error);
    }
    return reportEnd(error);
  }

  async function reportEnd(error: unknown): Promise<number> {
    const style = { json: wantsJsonErrors(host), debug: flagsOf(host).includes('--debug') };
    if (host.stdout.isClosed()) {
      const gone = host.stdout.isTty ? INTERRUPTS.SIGHUP : 0;
      return host.interrupt.aborted ? reportError(host.interrupt.reason, style).status : gone;
    }
    const report = reportError(error, style);
    host.stderr.write(await redacted(host, report.text));
    if (!runs.traced && !isForServer(host)) {
      await leaveRefusal(quietContext(host, program, runs), program.args, error);
    }
    return status === 0 ? report.status : status;
  }
}

/**
 * For an agent host any other status than 0 forbids what it was about to do, or breaks it. `{}` says nothing to those
 * that take silence for a refusal.
 */
async function leaveAsItWas(host: Host, error: unknown): Promise<number> {
  const { text } = reportError(error, { json: false, debug: false });
  host.stderr.write(await redacted(host, text.replace(/\n(?=.)/g, '; ')));
  const { HOOK_PROTOCOLS } = await import('../hosts/hook/index.js');
  const name = host.argv[1] ?? '';
  await host.stdout.write(isHostId(name) ? HOOK_PROTOCOLS[name].silence : '').catch(() => undefined);
  return 0;
}

function isHook({ argv }: Host): boolean {
  return argv[0] === 'hook';
}

/** The flags may be what was wrong, so none but the config file counts. */
function quietContext(host: Host, program: Command, runs: Runs): CommandContext {
  const { config } = program.opts<GlobalFlags>();
  const settings = resolveSettings({ quiet: true, ...(config === undefined ? {} : { config }) }, {}, NO_TERMINALS);
  return createContext(host, settings, { runs, setStatus: () => undefined, loadCommand: async () => undefined });
}

const NO_TERMINALS = { stdoutIsTty: false, stderrIsTty: false };

/** Rejects when the interrupt finds no run that would end by itself. */
function interruptedWhileIdle(interrupt: AbortSignal, runs: Runs): Promise<never> {
  const idle = new Promise<never>((_, reject) => {
    interrupt.addEventListener('abort', () => {
      if (runs.active === 0) {
        reject(interrupt.reason);
      }
    });
  });
  idle.catch(() => undefined);
  return idle;
}

/** What a person typed may hold a secret, and so may a cause. Should the redactor itself not load, nothing is told. */
async function redacted(host: Host, text: string): Promise<string> {
  try {
    return (await host.loadRuntime()).redact(text);
  } catch {
    return 'akernel: an error could not be shown\n';
  }
}

/** `akernel help invoke` is `akernel invoke --help`, `help config` a page; alone, the name of the program shows its help. */
function helpFirst(argv: readonly string[]): readonly string[] {
  if (argv.length === 0) {
    return ['--help'];
  }
  const [first, word] = argv;
  const isCommand = !isTopic(word ?? '') && COMMANDS.some(({ name }) => name === word);
  if (first !== 'help' || (word !== undefined && !isCommand)) {
    return argv;
  }
  return [...argv.slice(1), '--help'];
}

function isHelp(thrown: unknown): boolean {
  return thrown instanceof CommanderError && thrown.exitCode === 0;
}

/** An error may come before the flags are parsed, so they are looked for in the words themselves. */
function wantsJsonErrors(host: Host): boolean {
  const words = flagsOf(host);
  const joined = words.map((word) => /^(?:-o=?|--output=)(.+)$/.exec(word)?.[1]).find((value) => value !== undefined);
  const at = words.findIndex((word) => word === '-o' || word === '--output');
  const named = joined ?? (at === -1 ? undefined : words[at + 1]) ?? host.env['AKERNEL_OUTPUT'];
  const choice = OUTPUT_FORMATS.find((format) => format === named) ?? 'auto';
  return ['json', 'ndjson'].includes(outputFormat(choice, host.stdout.isTty, 'json'));
}

function flagsOf(host: Host): readonly string[] {
  const end = host.argv.indexOf('--');
  return end === -1 ? host.argv : host.argv.slice(0, end);
}

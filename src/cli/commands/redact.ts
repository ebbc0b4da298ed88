import type { Command } from 'commander';
import { KernelError } from '../../contract/errors.js';
import { terminalSafe } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { explainedLine, tallyText } from '../output/redact-text.js';
import { type Explained, openSource, redactSource, type Tally } from '../redact-run.js';

const FOUND = 1;

const HELP = `
The text goes to standard output, byte for byte but for the placeholders, also where the bytes are no text; everything
else to standard error, as JSON lines with -o json. Values are never told.`;

interface RedactFlags {
  readonly report?: boolean;
  readonly explain?: boolean;
  readonly failOnFindings?: boolean;
}

export function defineRedact(command: Command, context: CommandContext): void {
  command
    .argument('[file]', 'what to read; standard input if not given, or with -')
    .option('--report', 'tell at the end how much of what was found')
    .option('--explain', 'tell of each finding what it is, where, and what was checked')
    .option('--fail-on-findings', 'end with status 1 when anything was found')
    .addHelpText('after', HELP)
    .action((file: string | undefined, flags: RedactFlags) => redact(context, file, flags));
}

async function redact(context: CommandContext, file: string | undefined, flags: RedactFlags): Promise<void> {
  const { stderr, stdout, settings } = context;
  const isJson = settings.output === 'json' || settings.output === 'ndjson';
  const tell = async (findings: readonly Explained[]): Promise<void> => {
    const lines = findings.map((finding) => (isJson ? `${JSON.stringify({ finding })}\n` : explainedLine(finding)));
    stderr.write(lines.join(''));
    await stderr.ready();
  };
  const report = (tally: Tally): void => {
    stderr.write(isJson ? `${JSON.stringify({ report: tally })}\n` : tallyText(tally));
  };
  const tally = await redactSource(context, openSource(context, file), {
    piece: async ({ text, bytes }) => {
      const shown = stdout.isTty ? terminalSafe(text) : bytes();
      if (shown.length > 0) {
        await stdout.write(shown);
      }
    },
    isLocated: flags.report === true || flags.explain === true,
    findings: flags.explain === true ? tell : undefined,
    interrupted: flags.report === true ? report : undefined,
  });
  if (flags.report === true) {
    report(tally);
  }
  tellEnding(context, tally, flags);
  const isAsked = flags.report === true || flags.explain === true;
  if (isAsked && !(await stderr.isDelivered())) {
    throw new KernelError('STORE_FAILED', 'what was found could not be written to standard error', {
      hint: 'check the free space of the disk it is sent to',
    });
  }
}

function warningOf({ invalid_bytes: count }: Tally): string {
  return count === 0 ? '' : `akernel: warning: bytes that are no text came out as they went in: ${count}\n`;
}

function tellEnding({ settings, stderr, setStatus }: CommandContext, tally: Tally, flags: RedactFlags): void {
  const { findings } = tally;
  if (!settings.quiet) {
    stderr.write(warningOf(tally));
  }
  if (flags.failOnFindings === true && findings > 0) {
    if (flags.report !== true && !settings.quiet) {
      stderr.write(`akernel: ${findings} ${findings === 1 ? 'finding' : 'findings'}; --explain tells where\n`);
    }
    setStatus(FOUND);
  }
}

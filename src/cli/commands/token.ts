import type { Command } from 'commander';
import type { TokenReport } from '../../contract/kernel.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { addConstraintFlags, type ConstraintFlags, caveatsOf } from '../flags/constraint-flags.js';
import { addTokenOutFlag, type TokenOutFlag, tokenOutOf } from '../flags/token-out-flag.js';
import { parseDurationFlag, usage } from '../flags/values.js';
import { readTokenFrom } from '../key-values.js';
import { printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';
import { createPrivateFile } from '../private-file.js';

interface NarrowFlags extends ConstraintFlags, TokenOutFlag {
  readonly ttl?: number;
  readonly principal?: string;
}

export function defineToken(command: Command, context: CommandContext): void {
  command
    .command('inspect')
    .description('what a capability token allows, and whether it would be accepted now')
    .argument('[file]', 'where it is kept; standard input otherwise', '-')
    .action((file: string) => inspect(context, file));
  const narrowing = addConstraintFlags(
    command
      .command('narrow')
      .description('the same capability token with more restrictions; it cannot be widened again')
      .argument('[file]', 'where it is kept; standard input otherwise', '-'),
  )
    .option('--ttl <duration>', 'how long it is good for from now', parseDurationFlag('--ttl'))
    .option('--principal <id>', 'only for this principal');
  addTokenOutFlag(narrowing, 'write it to this new file instead of printing it').action(
    (file: string, flags: NarrowFlags) => narrow(context, file, flags),
  );
}

async function inspect(context: CommandContext, file: string): Promise<void> {
  const capabilityToken = await readToken(context, file);
  await context.withKernel({}, async ({ kernel }) =>
    printValue(context, await kernel.inspect(capabilityToken), reportText),
  );
}

async function narrow(context: CommandContext, file: string, flags: NarrowFlags): Promise<void> {
  const caveats = [
    ...caveatsOf(flags),
    ...(flags.principal === undefined ? [] : [{ principal: flags.principal }]),
    ...(flags.ttl === undefined ? [] : [{ exp: Math.floor((context.now() + flags.ttl) / 1000) }]),
  ];
  if (caveats.length === 0) {
    throw usage('nothing to narrow', 'give a restriction such as --ttl 5m or --max-calls 1');
  }
  const capabilityToken = await readToken(context, file);
  await context.withKernel({}, async ({ kernel }) => {
    const narrowed = kernel.narrow(capabilityToken, caveats);
    const out = tokenOutOf(flags);
    if (out !== undefined) {
      const made = await createPrivateFile(context, out);
      return made.write(`${narrowed}\n`).then(made.commit).finally(made.discard);
    }
    return printValue(context, { capability_token: narrowed }, (value) => `${value.capability_token}\n`);
  });
}

async function readToken(context: CommandContext, file: string): Promise<string> {
  return readTokenFrom(file, context);
}

function reportText(report: TokenReport, style: Style): string {
  const { valid, problem, grant_id: grant, issued_at: issued, expires_at: expires, caveats } = report;
  const verdict = valid ? style.good('valid') : `${style.bad('not valid')}: ${problem ?? 'unknown reason'}`;
  const until = expires === undefined ? '' : `, until ${expires}`;
  const lines = [`grant ${grant}, issued ${issued}${until}`, ...caveats.map((caveat) => JSON.stringify(caveat))];
  return `${verdict}\n${lines.map((line) => `${terminalSafeLine(line)}\n`).join('')}`;
}

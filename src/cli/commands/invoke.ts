import type { Command } from 'commander';
import { ERRORS, KernelError } from '../../contract/errors.js';
import type { Frame } from '../../contract/frame.js';
import type { InvokeRequest, InvokeRun } from '../../contract/kernel.js';
import { TOOL_ERROR_WARNING } from '../../contract/mcp.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { addRemoteFlags, type RemoteFlags } from '../flags/remote-flags.js';
import { addRunFlags, type RunFlags, runOptions } from '../flags/result-flags.js';
import { quote, usage } from '../flags/values.js';
import { parsePairs, parseReferences, readJsonArgs, readTokenFrom } from '../key-values.js';
import { planText } from '../output/plan-text.js';
import { printValue } from '../output/print-value.js';
import { throwIfLeftOut } from '../over-budget.js';
import { type OneFrameRun, type Printing, printFrame, printRun, throwUnlessCompleted } from '../print-run.js';
import { isRowFormat, type OutputChoice, outputFormat } from '../settings.js';
import { showRun } from '../show-run.js';
import { wantsView } from '../view.js';

interface InvokeFlags extends RunFlags, RemoteFlags {
  readonly stream?: boolean;
  readonly args?: string;
  readonly argsFrom?: readonly string[];
  readonly justification?: string;
  readonly tokenFile?: string;
  readonly dryRun?: boolean;
}

export function defineInvoke(command: Command, context: CommandContext): void {
  const own = command
    .argument('<capability>', 'its id')
    .argument('[key=value...]', 'arguments')
    .option('--stream', 'print frames as the result arrives')
    .option('--args <json>', 'arguments as a JSON object, @file, or - for standard input')
    .option(
      '--args-from <name=handle#path>',
      'an argument from a stored result, unseen: ids=h_…#rows[*].id; repeatable',
      (word: string, words: readonly string[] = []) => [...words, word],
    )
    .option('--justification <text>', 'why, for the policy and the trace')
    .option('--token-file <file>', 'prove a grant by the capability token in this file, - for standard input')
    .option('--dry-run', 'say what would be done, and do nothing');
  addRemoteFlags(addRunFlags(own)).action((capabilityId: string, words: readonly string[], flags: InvokeFlags) =>
    invoke(context, capabilityId, words, flags),
  );
}

async function invoke(
  context: CommandContext,
  capabilityId: string,
  words: readonly string[],
  flags: InvokeFlags,
): Promise<void> {
  // Rows are printed as they come, as many as the budget takes.
  const stream = flags.stream === true || (isRowFormat(context.settings.output) && flags.mode === undefined);
  const pairs = parsePairs(words);
  const format = outputFormat(context.settings.output, context.stdout.isTty, stream ? 'ndjson' : 'json');
  checkFlags(flags, context.settings.output);
  refuseProof(context, flags);
  const isLive = flags.stream === true && wantsView(context);
  await context.withKernel({ as: flags.as, remote: flags }, async (open) => {
    const { kernel } = open;
    const request = await buildRequest(context, open, { capabilityId, pairs, flags });
    if (flags.dryRun === true) {
      const plan = await kernel.plan({ ...request, stream });
      return printValue(context, plan, planText);
    }
    if (stream) {
      const start = (printing: Printing) => kernel.invokeStream({ ...request, ...printing });
      const result = isLive
        ? await showRun(start({}), request, { context, open })
        : await printRun(start, format, context);
      noteToolError(context, result.final_frame);
      throwUnlessCompleted(result, context.interrupt);
      return throwIfLeftOut(result.final_frame, flags);
    }
    const start = (printing: Printing): OneFrameRun => {
      const run = kernel.start({ ...request, ...printing, stream: false });
      return { frame: untilInterrupted(context, () => onlyFrame(context, run)), usage: () => run.usage };
    };
    throwIfLeftOut(await printFrame(start, format, context), flags);
  });
}

async function onlyFrame(context: CommandContext, run: InvokeRun): Promise<Frame> {
  const { final_frame: frame, error } = await run.result;
  if (frame === undefined) {
    throw error ?? new KernelError('INTERNAL', 'the invocation ended without a frame');
  }
  noteToolError(context, frame);
  return frame;
}

/** The error is the result, and is printed like one; only the status says it to scripts. */
function noteToolError({ setStatus }: CommandContext, frame: Frame | undefined): void {
  if (frame?.warnings?.includes(TOOL_ERROR_WARNING) === true) {
    setStatus(ERRORS.DRIVER_FAILED.exit);
  }
}

function checkFlags(flags: InvokeFlags, output: OutputChoice): void {
  if (flags.stream === true && flags.mode !== undefined) {
    throw usage('--mode shapes a result that is given at once and cannot go with --stream', 'leave one of them out');
  }
  if (flags.stream === true && output === 'json') {
    throw usage('a stream has many frames and cannot be printed with -o json', 'use -o ndjson, or leave out --stream');
  }
  if (flags.stream !== true && output === 'live') {
    throw usage('only a stream can be shown live', 'add --stream');
  }
  if (flags.args === '-' && flags.tokenFile === '-') {
    throw usage('--args and --token-file cannot both read standard input', 'put one of them in a file');
  }
}

function refuseProof(context: CommandContext, flags: InvokeFlags): void {
  if (flags.tokenFile !== undefined && context.isRemote(flags)) {
    throw usage(
      '--token-file: over --remote the capability token for the server is the proof',
      'give it with --remote-token-file',
    );
  }
}

interface Asked {
  readonly capabilityId: string;
  readonly pairs: Readonly<Record<string, string>>;
  readonly flags: InvokeFlags;
}

async function buildRequest(context: CommandContext, open: OpenKernel, asked: Asked): Promise<InvokeRequest> {
  const { capabilityId, pairs, flags } = asked;
  const given = flags.args === undefined ? {} : await readJsonArgs(flags.args, context);
  const references = parseReferences(flags.argsFrom ?? []);
  refuseTwice(Object.keys(references), [...Object.keys(given), ...Object.keys(pairs)]);
  // Asked for first: the refusal of an unknown capability is an action with a trace.
  const capabilityToken = await proofOf(context, open, capabilityId, flags);
  const { params } = await open.kernel.capabilities.get(capabilityId);
  return {
    capabilityId,
    capabilityToken,
    args: { ...given, ...open.module.coerceArguments(params, pairs), ...references },
    principal: open.principal,
    ...runOptions(flags, open),
    ...(flags.justification === undefined ? {} : { justification: flags.justification }),
    signal: context.interrupt,
  };
}

function refuseTwice(names: readonly string[], others: readonly string[]): void {
  const twice = names.find((name) => others.includes(name));
  if (twice !== undefined) {
    throw usage(`argument ${quote(twice)} is given twice`, 'give it once: as key=value, in --args or with --args-from');
  }
}

/** The token from a file, or a fresh grant; a dry run asks for none, so that nothing is consumed. */
async function proofOf(
  context: CommandContext,
  { kernel, principal }: OpenKernel,
  capabilityId: string,
  flags: InvokeFlags,
): Promise<string> {
  if (flags.tokenFile !== undefined) {
    return readTokenFrom(flags.tokenFile, context);
  }
  if (flags.dryRun === true) {
    return '';
  }
  const { justification } = flags;
  const grant = await kernel.grant({
    principal,
    capabilityId,
    ...(justification === undefined ? {} : { justification }),
  });
  return grant.capability_token;
}

/** A one-shot call ends by itself when it is interrupted, and then with the interruption. */
async function untilInterrupted<Result>(context: CommandContext, call: () => Promise<Result>): Promise<Result> {
  context.runs.active += 1;
  try {
    return await call();
  } catch (error) {
    throw context.interrupt.aborted ? context.interrupt.reason : error;
  } finally {
    context.runs.active -= 1;
  }
}

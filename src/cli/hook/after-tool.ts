import { isDeepStrictEqual } from 'node:util';
import { ESTIMATED_BYTES_A_TOKEN } from '../../contract/budget.js';
import { countPlaceholders } from '../../contract/count-placeholders.js';
import { HOOK_ACTS } from '../../contract/hook-settings.js';
import type { HostId } from '../../contract/host.js';
import type { AfterTool, Members } from '../../hosts/hook/event.js';
import { textAt } from '../../hosts/hook/members.js';
import { mapTexts, memberNamesIn, textsIn, withoutDepths } from '../../hosts/hook/output-texts.js';
import type { CommandContext } from '../context.js';
import { type HookRedaction, loadRedaction } from './load-redaction.js';
import { bytesOf, leaveOutputReceipt, lookAtOutput } from './look-at-output.js';
import { showParts } from './shown-parts.js';

/** Below it a text without a finding stays as it is. */
const SHORT_CHARS = 200;
const LEAST_BUDGET = 512;
/** What the host is to show in place of a tool's output; undefined where that is clean and fits. */
export async function afterTool(context: CommandContext, host: HostId, given: AfterTool): Promise<Members | undefined> {
  const startedMs = performance.now();
  const { config } = await context.loadConfig();
  const redaction = await loadRedaction(context);
  const output = withoutDepths(given.output);
  const event = output === given.output ? given : { ...given, output };
  const look = await lookAtOutput(event, { host, config, redaction, env: context.env });
  const { raw, redacted, budget, isFine } = look;
  const answer = isFine
    ? undefined
    : await guarded(context, { host, event, redaction, output: redacted ?? event.output, budget });
  const shown = answer === undefined ? raw : textsIn(answer.output);
  const { redactions, handleId } = answer ?? {};
  await leaveOutputReceipt(context, look, { host, event, shown, redactions, handleId, startedMs });
  const isAsItWas = event === given && (answer === undefined || isDeepStrictEqual(answer.output, event.output));
  return isAsItWas ? undefined : event.replace(answer?.output ?? output);
}

interface Answer {
  readonly output: unknown;
  readonly redactions?: Readonly<Record<string, number>> | undefined;
  readonly handleId?: string | undefined;
}

interface Work {
  readonly host: HostId;
  readonly event: AfterTool;
  readonly redaction: HookRedaction;
  /** Redacted in this process. */
  readonly output: unknown;
  readonly budget: number;
}

/** Where the kernel cannot work, what was redacted in this process is shown all the same; nothing is kept of it. */
async function guarded(context: CommandContext, work: Work): Promise<Answer> {
  try {
    return await throughKernel(context, work);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason';
    context.stderr.write(`akernel: nothing is kept: ${(await context.loadRuntime()).redact(reason)}\n`);
    return redactedOnly(work);
  }
}

/** The kernel is given what the tool wrote; only what is hidden for its place in the output is hidden from it too. */
async function throughKernel(context: CommandContext, work: Work): Promise<Answer> {
  const { host, event, redaction, output, budget } = work;
  const raw = textsIn(event.output);
  const shown = textsIn(output);
  const isChosen = shown.map((text, index) => text.length > SHORT_CHARS || text !== raw[index]);
  const chosen = shown.flatMap((text, index) => {
    const own = raw[index] ?? text;
    return isChosen[index] ? [(redaction.text(own)?.text ?? own) === text ? own : text] : [];
  });
  const rest = bytesOf(shown.filter((_, index) => !isChosen[index]));
  const { texts, result } = await showParts(context, {
    capabilityId: HOOK_ACTS.output,
    args: actArgs(host, event),
    texts: chosen,
    maxTokens: Math.max(LEAST_BUDGET, budget - Math.ceil(rest / ESTIMATED_BYTES_A_TOKEN)),
  });
  const waiting = [...texts];
  let at = 0;
  const replaced = mapTexts(output, (text) => {
    at += 1;
    return isChosen[at - 1] ? (waiting.shift() ?? text) : text;
  });
  const { final_frame: final, handle_id: handleId } = result;
  const byPlace = placeholdersAdded(
    [...raw.map((text) => redaction.text(text)?.text ?? text), ...memberNamesIn(event.output)],
    [...shown, ...memberNamesIn(output)],
  );
  const where = handleId === undefined ? 'nothing is kept' : `handle ${handleId}`;
  return {
    output: byPlace.length === 0 ? replaced : withLastLine(replaced, accountOf(byPlace, where)),
    redactions: { ...Object.fromEntries(byPlace), ...final?.redactions },
    handleId,
  };
}

/** What the trace says of a call. */
export function actArgs(
  host: HostId,
  { tool, session, input }: Pick<AfterTool, 'tool' | 'session' | 'input'>,
): Readonly<Record<string, unknown>> {
  const file = textAt(input, 'file_path', 'filePath', 'path');
  return { host, tool, ...(session === undefined ? {} : { session }), ...(file === undefined ? {} : { file }) };
}

function redactedOnly({ event, output }: Work): Answer {
  const [before, after] = [event.output, output].map((each) => [...textsIn(each), ...memberNamesIn(each)]);
  const redactions = placeholdersAdded(before ?? [], after ?? []);
  return redactions.length === 0
    ? { output }
    : {
        output: withLastLine(output, accountOf(redactions, 'nothing is kept')),
        redactions: Object.fromEntries(redactions),
      };
}

type Counts = readonly (readonly [type: string, count: number])[];

/** How many more of each type there are. */
function placeholdersAdded(before: readonly string[], after: readonly string[]): Counts {
  const had = countPlaceholders(before);
  const counts = [...countPlaceholders(after)].map(([type, count]) => [type, count - (had.get(type) ?? 0)] as const);
  return counts.filter(([, count]) => count > 0);
}

function accountOf(redactions: Counts, where: string): string {
  return `[akernel] redacted: ${redactions.map(([type, count]) => `${type} ${count}`).join(', ')}; ${where}\n`;
}

/** Behind the longest text. */
function withLastLine(output: unknown, line: string): unknown {
  const texts = textsIn(output);
  const longest = texts.indexOf([...texts].sort((one, other) => other.length - one.length)[0] ?? '');
  let at = -1;
  return mapTexts(output, (text) => {
    at += 1;
    return at === longest ? `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}` : text;
  });
}

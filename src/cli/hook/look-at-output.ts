import type { Config } from '../../config/config.js';
import type { HostId } from '../../contract/host.js';
import type { AfterTool } from '../../hosts/hook/event.js';
import { withNumbersOf } from '../../hosts/hook/exact-json.js';
import { type HiddenLine, hiddenLinesOf, withoutLines } from '../../hosts/hook/hidden-lines.js';
import { hostLimit, outputBudget } from '../../hosts/hook/host-limits.js';
import { printsFile } from '../../hosts/hook/leave-alone.js';
import { textAt } from '../../hosts/hook/members.js';
import { listsIn, mapBlocks, mapTextBlocks, mapTexts, textsIn } from '../../hosts/hook/output-texts.js';
import { isWrapped } from '../../hosts/hook/wrap-command.js';
import { filesBehind } from './files-behind.js';
import { digestOf, type HookAccount, leaveReceipt, type ReceiptContext } from './hook-receipt.js';
import type { HookRedaction } from './load-redaction.js';

/** More than any text costs, and still a number that can be counted with. */
const NO_BUDGET = 2 ** 40;

/**
 * A clean output stays with the host as it is, so no ceiling is at stake: most of what tools print has more bytes a model
 * token, and what has fewer, such as base64, is not worth a tokenizer before each call.
 */
const LEAST_BYTES_A_TOKEN = 3;

/** What there is to do with an output. */
export interface OutputLook {
  /** Its texts, as the tool wrote them. */
  readonly raw: readonly string[];
  readonly bytesIn: number;
  /** The output with placeholders in it; undefined when nothing had to be replaced. */
  readonly redacted: unknown;
  readonly budget: number;
  /** Nothing: it is clean, and by its bytes it fits. */
  readonly isFine: boolean;
}

interface Measures {
  readonly host: HostId;
  readonly config: Config;
  readonly redaction: HookRedaction;
  readonly env: NodeJS.ProcessEnv;
}

export async function lookAtOutput(event: AfterTool, { host, config, env, redaction }: Measures): Promise<OutputLook> {
  const { hooks } = config;
  const raw = textsIn(event.output);
  const bytesIn = bytesOf(raw);
  const redacted = await redactOutput(event, redaction, await filesBehind(event, { config, env }));
  const isUncut = bytesIn <= (hostLimit(host, event.tool) ?? Number.POSITIVE_INFINITY);
  // What the host shows whole is bounded by the budget alone.
  const usual = isUncut ? hooks.budget : outputBudget(host, event.tool, hooks.budget);
  const budget = isWhole(event) ? NO_BUDGET : usual;
  const isFine = redacted === undefined && bytesIn <= budget * LEAST_BYTES_A_TOKEN;
  return { raw, bytesIn, redacted, budget, isFine };
}

async function redactOutput(
  { output, isShapeFixed }: AfterTool,
  redaction: HookRedaction,
  files: readonly string[],
): Promise<unknown> {
  let isFound = false;
  const found = <Shown>(before: Shown, after: Shown | undefined): Shown => {
    isFound ||= after !== undefined;
    return after ?? before;
  };
  const hidden = isShapeFixed ? hiddenElsewhere(output, { redaction, files }) : [];
  const redact = (text: string): string | undefined => {
    const redacted = redaction.text(text)?.text ?? text;
    const left = withoutLines(redacted, hidden);
    return left === text ? undefined : left;
  };
  const joined = mapTextBlocks(output, (texts) => found(texts, redaction.blocks(texts)));
  const shown = isShapeFixed
    ? mapTexts(joined, (text) => found(text, redact(text)))
    : await mapBlocks(joined, async (block) => found(block, await redactBlock(block, redaction)));
  return isFound ? shown : undefined;
}

/** The lines of a patch, and what is shown of a file, are parts: what the whole of them hides, each of them hides. */
function hiddenElsewhere(
  output: unknown,
  { redaction, files }: { readonly redaction: HookRedaction; readonly files: readonly string[] },
): readonly HiddenLine[] {
  const lists = listsIn(output);
  const wholes = lists.length === 0 ? [] : [...textsIn(output), ...lists.map((lines) => lines.join('\n'))];
  return [...files, ...wholes].flatMap((real) => {
    const redacted = redaction.text(real);
    return redacted === undefined
      ? []
      : hiddenLinesOf({ real, shown: redacted.text, replacements: redacted.replacements });
  });
}

/** What was parsed from JSON is a value; a number that no double holds is judged by its digits. */
async function redactBlock(block: unknown, redaction: HookRedaction): Promise<unknown> {
  const redacted = await redaction.value(JSON.parse(JSON.stringify(block ?? null)));
  return redacted === undefined ? undefined : withNumbersOf(block, redacted);
}

/** Somebody edits by what is shown of a file, so nothing of that is left out; the host cuts it by its own measure. */
function isWhole({ showsFile, input, output }: AfterTool): boolean {
  const command = textAt(input, 'command');
  return showsFile || (command !== undefined && printsFile(command)) || textsIn(output).some(isBinary);
}

function isBinary(text: string): boolean {
  return text.includes('\0');
}

/** What the host is shown in its place. */
interface Told {
  readonly host: HostId;
  readonly event: AfterTool;
  readonly shown: readonly string[];
  readonly startedMs: number;
}

/** Leaves the receipt of an output; a wrapped command has left its own already. */
export async function leaveOutputReceipt(
  context: ReceiptContext,
  { raw, bytesIn }: OutputLook,
  { host, event, shown, startedMs, ...more }: Told & Pick<HookAccount, 'redactions' | 'handleId'>,
): Promise<void> {
  const command = textAt(event.input, 'command') ?? '';
  if (isWrapped(command)) {
    return;
  }
  await leaveReceipt(context, {
    ...more,
    host,
    tool: event.tool,
    session: event.session,
    isExpand: /\bakernel(?:\.js)?['"]?\s+expand\b/.test(command),
    bytesIn,
    bytesOut: bytesOf(shown),
    digest: digestOf(raw),
    startedMs,
  });
}

export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

import { ERRORS, isKernelError, KernelError } from '../../contract/errors.js';
import { type ErrorInfo, type Frame, type Highlight, type Rendering, renderedOf } from '../../contract/frame.js';
import { accountParts, formatCount, isAllShown, redactionText } from '../../contract/frame-account.js';
import type { HandleRecord } from '../../contract/handle.js';
import { highlightLines } from '../../contract/highlight-lines.js';
import { TOOL_ERROR_WARNING } from '../../contract/mcp.js';
import { withoutControls } from '../../contract/unprinted.js';
import { nextCall } from './next-call.js';

/** What a host is told: texts that have passed the firewall, or were written here. */
export interface Answer {
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** For programs, not for models: `{"dev.akernel/error": {"code": "TIMEOUT", "retryable": true}}`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * A result as a host's model reads it: text as it is, rows as lines of JSON, facts only where they stand for what was left
 * out; and only then, or where something was replaced, one last line `[akernel] …` with counts and the call for more. The
 * budget is charged for exactly this text.
 */
export const answerRendering: Rendering = (frame) => ({
  text: makeText(frame),
  stream: 'stdout',
  printed: () => undefined,
});

export function answerText(frame: Frame): string {
  return renderedOf(frame)?.text ?? makeText(frame);
}

function makeText(frame: Frame): string {
  const account = accountLine(frame);
  const content = contentText(frame);
  if (account !== undefined) {
    return joined([content, account]);
  }
  return frame.text === undefined && content.endsWith('\n') ? content.slice(0, -1) : content;
}

function contentText(frame: Frame): string {
  const { text = '', rows = [], highlights = [], facts = [], folded = [] } = frame;
  const roughly = isAllShown(frame) ? [] : [...facts, ...folded];
  return joined([
    text,
    rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    linesOf(highlights)
      .map((line) => `${line}\n`)
      .join(''),
    roughly.map((line) => `${oneLine(line)}\n`).join(''),
  ]);
}

/** The first line needs no number where no other is shown: of a call that was refused there is only one. */
function linesOf(highlights: readonly Highlight[]): readonly string[] {
  const [only, another] = highlights;
  const isAlone = another === undefined && only?.line === 0 && only.gap === undefined && only.channel === undefined;
  return isAlone && !only.text.includes('\n') ? [only.text] : highlightLines(highlights);
}

/** Each part begins on a line of its own. */
export function joined(parts: readonly string[]): string {
  return parts.reduce((all, part) => (all === '' || part === '' || all.endsWith('\n') ? all : `${all}\n`) + part, '');
}

/** The line of ours behind a result: only where something was replaced, left out or broken off. */
export function accountLine(frame: Frame): string | undefined {
  const parts = accountParts(frame, !isAllShown(frame));
  const warnings = (frame.warnings ?? []).filter((warning) => warning !== TOOL_ERROR_WARNING);
  if (parts === undefined && warnings.length === 0) {
    return undefined;
  }
  return `[akernel] ${oneLine([...(parts ?? []), ...warnings, whereRest(frame)].join('; '))}`;
}

interface TextPart {
  readonly record: Pick<HandleRecord, 'handle_id' | 'total_rows' | 'state'>;
  /** The first row shown, and the one behind the last. */
  readonly start: number;
  readonly at: number;
  readonly redactions: Readonly<Record<string, number>>;
}

/** The same for a part of a kept text; undefined where the part is the whole and nothing was replaced. */
export function moreLine({ record, start, at, redactions }: TextPart): string | undefined {
  const { handle_id: handle, total_rows: total, state } = record;
  const isEnd = at >= total && state !== 'open';
  const redacted = redactionText({ redactions });
  if (start === 0 && isEnd && redacted === undefined) {
    return undefined;
  }
  const shown = at === start ? 'no rows' : `rows ${formatCount(start)} to ${formatCount(at - 1)}`;
  const parts = [`${shown} of ${formatCount(total)}`, ...(redacted === undefined ? [] : [redacted])];
  const rest = isEnd ? 'this is the end' : `more: expand ${JSON.stringify({ handle, offset: at })}`;
  return `[akernel] ${[...parts, rest].join('; ')}`;
}

/** How the model comes by the rest: the call in place of the command line that a frame names. */
function whereRest({ handle, handle_id: handleId = handle?.handle_id, next }: Frame): string {
  if (handleId === undefined) {
    return 'nothing is kept';
  }
  const call = next === undefined ? undefined : nextCall(next);
  return call === undefined ? `handle ${handleId}` : `more: expand ${JSON.stringify(call)}`;
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ');
}

/** The answer that a frame makes: also the last frame of a call that failed, whose content was shown before it did. */
export function answerOf(frame: Frame): Answer {
  const text = answerText(frame);
  const isToolError = frame.warnings?.includes(TOOL_ERROR_WARNING) === true;
  if (frame.error === undefined) {
    return { texts: text === '' ? [] : [text], isError: isToolError };
  }
  return { ...failureAnswer(frame.error), texts: [...(text === '' ? [] : [text]), failureText(frame.error)] };
}

/** A failed call is a result, so that the model can do something about it: one line. */
export function errorAnswer(thrown: unknown): Answer {
  const error = isKernelError(thrown)
    ? thrown
    : new KernelError('INTERNAL', 'something went wrong inside akernel', { hint: 'call another tool, or report this' });
  const { code, message, hint } = error;
  return failureAnswer({ code, message, ...(hint === undefined ? {} : { hint }) });
}

function failureAnswer(error: ErrorInfo): Answer {
  const { code } = error;
  const meta = { 'dev.akernel/error': { code, retryable: ERRORS[code].retryable } };
  return { texts: [failureText(error)], isError: true, meta };
}

function failureText({ message, hint }: ErrorInfo): string {
  return `[akernel] ${oneLine(hint === undefined ? message : `${message}: ${hint}`)}`;
}

import type { Frame } from '../../contract/frame.js';
import { renderedOf } from '../../contract/frame.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { ExpandRequest } from '../../contract/kernel.js';
import type { Value } from '../../contract/row.js';
import { accountLine, answerRendering, answerText, moreLine } from './answer.js';
import type { Gateway } from './gateway.js';

export interface PageQuestion {
  readonly handle: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  readonly query?: string | undefined;
}

/**
 * As much of a kept result as one answer may hold, from the offset on. Of a text it is the text itself, byte for byte as it
 * passes the firewall, so that pages can be put together again; apart from it, where the page ends and how to go on.
 */
export async function expandPage(
  gateway: Gateway,
  question: PageQuestion,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { kernel, principal } = gateway;
  const record = await kernel.handles.get(question.handle, principal);
  if (question.query !== undefined) {
    return [answerText(await kernel.expand(requestOf(gateway, question, signal)))];
  }
  const isPlainText = record.kind === 'text' && question.filter === undefined && question.fields === undefined;
  return isPlainText ? textPage(gateway, { record, question, signal }) : rowsPage(gateway, question, signal);
}

async function rowsPage(gateway: Gateway, question: PageQuestion, signal: AbortSignal): Promise<readonly string[]> {
  const { kernel } = gateway;
  const request = requestOf(gateway, question, signal);
  const frames: Frame[] = [];
  for await (const frame of kernel.expandAll(request)) {
    frames.push(frame);
  }
  const last = frames.at(-1);
  const isStuck = last?.page !== undefined && last.page.returned === 0 && last.page.next_offset !== undefined;
  if (isStuck || last === undefined) {
    // A row that is longer than an answer: it is shown cut, with the call for the rest of it.
    return [answerText(await kernel.expand({ ...request, limit: 1 }))];
  }
  const text = frames.map((frame) => (frame.rows === undefined ? '' : (renderedOf(frame)?.text ?? ''))).join('');
  const account = accountLine(last);
  return [...(text === '' ? [] : [text]), ...(account === undefined ? [] : [account])];
}

function requestOf(gateway: Gateway, question: PageQuestion, signal: AbortSignal): ExpandRequest {
  const { principal, maxTokens, encoding } = gateway;
  const { handle, offset, limit, fields, filter, query } = question;
  return {
    handleId: handle,
    principal,
    maxTokens,
    encoding,
    rendering: answerRendering,
    signal,
    ...(query === undefined ? {} : { query }),
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(fields === undefined ? {} : { fields }),
    ...(filter === undefined ? {} : { filter }),
  };
}

interface TextQuestion {
  readonly record: HandleRecord;
  readonly question: PageQuestion;
  readonly signal: AbortSignal;
}

/** The least that a page can be made of, and what the line behind it may cost. */
const LEAST_TOKENS = 512;
const LINE_TOKENS = 100;

/** A page of the kernel has few rows: several make one answer, together within its budget. */
async function textPage(gateway: Gateway, { record, question, signal }: TextQuestion): Promise<readonly string[]> {
  const { texts, encoding, maxTokens } = gateway;
  const mostRows = Math.min(record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY);
  const { offset: start = 0, limit = Number.POSITIVE_INFINITY } = question;
  const end = Math.min(record.total_rows, start + limit);
  const frames: Frame[] = [];
  let at = start;
  let left = Math.max(LEAST_TOKENS, maxTokens - LINE_TOKENS);
  for (let isFull = false; at < end && left >= LEAST_TOKENS && !isFull; ) {
    const rows = Array.from({ length: Math.min(mostRows, end - at) }, (_, index) => at + index);
    const frame = await texts.page(record, { rows, maxTokens: left, encoding, rendering: textRendering, signal });
    const { rows: shown = [], budget } = frame;
    frames.push(frame);
    at += shown.length;
    left -= budget.used;
    isFull = shown.length < rows.length;
  }
  const text = frames.map(textOf).join('');
  const line = moreLine({ record, start, at, redactions: sumOf(frames) });
  return [...(text === '' ? [] : [text]), ...(line === undefined ? [] : [line])];
}

function sumOf(frames: readonly Frame[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>();
  for (const [type, count] of frames.flatMap(({ redactions = {} }) => Object.entries(redactions))) {
    sum.set(type, (sum.get(type) ?? 0) + count);
  }
  return Object.fromEntries(sum);
}

/** Lines of a kept text as the text that they were. */
function textRendering(frame: Frame): ReturnType<typeof answerRendering> {
  return { text: textOf(frame), stream: 'stdout', printed: () => undefined };
}

function textOf({ rows = [] }: Frame): string {
  return rows.map(lineText).join('');
}

function lineText(row: Value): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row) || !('text' in row)) {
    return '';
  }
  return typeof row['text'] === 'string' ? row['text'] : '';
}

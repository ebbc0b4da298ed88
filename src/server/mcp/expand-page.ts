import { MINIMUM_BUDGET } from '../../contract/budget.js';
import { KernelError } from '../../contract/errors.js';
import type { ExpandRequest } from '../../contract/expansion.js';
import { type Frame, type Rendering, renderedOf } from '../../contract/frame.js';
import { formatCount } from '../../contract/frame-account.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Value } from '../../contract/row.js';
import { accountLine, answerRendering, answerText, joined, moreLine } from './answer.js';
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
  if (!gateway.mayRead(question.handle)) {
    throw handleNotFound();
  }
  const record = await kernel.handles.get(question.handle, principal);
  const { filter, fields, query } = question;
  const isPlainText = record.kind === 'text' && filter === undefined && fields === undefined && query === undefined;
  const texts = await (isPlainText
    ? textPage(gateway, { record, question, signal })
    : rowsPage(gateway, question, signal));
  return texts.join('') === '' && record.total_rows > 0 ? [nothingLine(record, question)] : texts;
}

/** Not yours and not there are the same. */
export function handleNotFound(): KernelError {
  return new KernelError('HANDLE_NOT_FOUND', 'there is no such handle');
}

/** An empty answer would say nothing of why. */
function nothingLine({ total_rows: total }: HandleRecord, { filter, query, offset = 0 }: PageQuestion): string {
  const isChosen = filter !== undefined || query !== undefined;
  const none = isChosen ? `no ${offset === 0 ? '' : 'further '}row fits` : `no row from ${formatCount(offset)} on`;
  return `[akernel] ${none}; the handle has ${formatCount(total)}`;
}

async function rowsPage(gateway: Gateway, question: PageQuestion, signal: AbortSignal): Promise<readonly string[]> {
  const { kernel } = gateway;
  const request = requestOf(gateway, question, signal);
  if (question.query !== undefined) {
    return [answerText(await kernel.expand(request))];
  }
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

/** A page of the kernel has few rows: several make one answer, together within its budget. */
async function textPage(gateway: Gateway, { record, question, signal }: TextQuestion): Promise<readonly string[]> {
  const { texts, encoding, maxTokens } = gateway;
  const mostRows = Math.min(record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY);
  const { offset: start = 0, limit = Number.POSITIVE_INFINITY } = question;
  const end = Math.min(record.total_rows, start + limit);
  const frames: Frame[] = [];
  let at = start;
  let left = maxTokens;
  const lineBehind = (last: readonly Frame[], to: number) =>
    moreLine({ record, start, at: to, redactions: sumOf([...frames, ...last]) });
  for (let isFull = false; at < end && left >= MINIMUM_BUDGET && !isFull; ) {
    const from = at;
    const rows = Array.from({ length: Math.min(mostRows, end - at) }, (_, index) => at + index);
    // each may be the last one, and then has to pay for the line behind it
    const rendering: Rendering = (frame) => ({
      text: joined([textOf(frame), lineBehind([frame], from + (frame.rows ?? []).length) ?? '']),
      stream: 'stdout',
      printed: () => undefined,
    });
    const frame = await texts.page(record, { rows, maxTokens: left, encoding, rendering, signal });
    const { rows: shown = [], budget } = frame;
    frames.push(frame);
    at += shown.length;
    left -= budget.used;
    isFull = shown.length < rows.length;
  }
  const text = frames.map(textOf).join('');
  const line = lineBehind([], at);
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
function textOf({ rows = [] }: Frame): string {
  return rows.map(lineText).join('');
}

function lineText(row: Value): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row) || !('text' in row)) {
    return '';
  }
  return typeof row['text'] === 'string' ? row['text'] : '';
}

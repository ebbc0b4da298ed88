import type { Frame } from '../../contract/frame.js';
import { renderedOf } from '../../contract/frame.js';
import type { ExpandRequest } from '../../contract/kernel.js';
import type { Value } from '../../contract/row.js';
import { accountLine, answerRendering, answerText } from './answer.js';
import type { Gateway } from './gateway.js';

export interface PageQuestion {
  readonly handle: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly filter?: string | undefined;
}

/**
 * As much of a kept result as one answer may hold, from the offset on: the text itself, byte for byte as it passes the
 * firewall, so that pages can be put together again; then, apart from it, where the page ends and how to go on.
 */
export async function expandPage(
  gateway: Gateway,
  question: PageQuestion,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { kernel, principal, maxTokens, encoding } = gateway;
  const { kind } = await kernel.handles.get(question.handle, principal);
  const rendering = kind === 'text' ? textRendering : answerRendering;
  const request = { ...requestOf(question), principal, maxTokens, encoding, rendering, signal };
  const frames: Frame[] = [];
  for await (const frame of kernel.expandAll(request)) {
    frames.push(frame);
  }
  const last = frames.at(-1);
  const isStuck = last?.page !== undefined && last.page.returned === 0 && last.page.next_offset !== undefined;
  if (isStuck || last === undefined) {
    // A row that is longer than an answer: it is shown cut, with the call for the rest of it.
    return [answerText(await kernel.expand({ ...request, limit: 1, rendering: answerRendering }))];
  }
  const text = frames.map((frame) => contentOf(frame)).join('');
  const account = accountLine(last);
  return [...(text === '' ? [] : [text]), ...(account === undefined ? [] : [account])];
}

function requestOf({ handle, offset, limit, fields, filter }: PageQuestion): Omit<ExpandRequest, 'principal'> {
  return {
    handleId: handle,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(fields === undefined ? {} : { fields }),
    ...(filter === undefined ? {} : { filter }),
  };
}

function contentOf(frame: Frame): string {
  return frame.rows === undefined ? '' : (renderedOf(frame)?.text ?? '');
}

/** Lines of a kept text as the text that they were; rows with fields chosen are shown as rows. */
function textRendering(frame: Frame): ReturnType<typeof answerRendering> {
  const texts = (frame.rows ?? []).map(lineText);
  const isText = texts.every((text) => text !== undefined);
  const rendered = answerRendering(frame);
  return isText && frame.rows !== undefined ? { ...rendered, text: texts.join('') } : rendered;
}

function lineText(row: Value): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row) || !('text' in row)) {
    return undefined;
  }
  return typeof row['text'] === 'string' ? row['text'] : undefined;
}

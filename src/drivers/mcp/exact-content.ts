import { randomUUID } from 'node:crypto';
import { mayLoseDigits, parseExactly } from '../../streams/exact-numbers.js';
import type { Transport } from './protocol.js';

type Message = Parameters<Transport['send']>[0];

/** No server can know the name. */
const KEPT = `dev.akernel/${randomUUID()}`;
const WORD = 'structuredContent';

/** Whether a message is one that `exactContent` has to look at. */
export function mayHoldContent(message: Uint8Array): boolean {
  return Buffer.from(message.buffer, message.byteOffset, message.length).includes(`"${WORD}"`);
}

/**
 * The structured content of an answer whose numbers a double cannot all hold, with these as strings of their digits, and
 * the id of the answer. Undefined where nothing would be lost.
 */
export function exactContent(json: string): { readonly id: unknown; readonly content: unknown } | undefined {
  if (!mayLoseDigits(json)) {
    return undefined;
  }
  const message: unknown = parseExactly(json);
  const result = memberOf(message, 'result');
  const content = memberOf(result, WORD);
  return content === undefined ? undefined : { id: memberOf(message, 'id'), content };
}

/** The content beside the one that the library checks, which has lost digits. */
export function withExactContent(message: Message, content: unknown): Message {
  if (!('result' in message) || content === undefined) {
    return message;
  }
  const { _meta: meta, ...result } = message.result;
  return { ...message, result: { ...result, _meta: { ...meta, [KEPT]: content } } };
}

/** What was put beside it. */
export function keptContent(meta: unknown): unknown {
  return memberOf(meta, KEPT);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

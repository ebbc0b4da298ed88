import { randomUUID } from 'node:crypto';
import type { Transport } from './protocol.js';

type Message = Parameters<Transport['send']>[0];

/** No server can know the name. */
const KEPT = `dev.akernel/${randomUUID()}`;

/**
 * The answer to a question for tools with the tools put aside: the library checks a list as a whole, so that one tool
 * out of shape, or too deep, would take all others with it. They are read one by one later.
 */
export function withListedTools(message: Message): Message {
  if (!('result' in message) || !Array.isArray(message.result['tools'])) {
    return message;
  }
  const { tools, _meta: _, ...result } = message.result;
  return { ...message, result: { ...result, tools: [], _meta: { [KEPT]: tools } } };
}

/** What was put aside, as the server sent it. */
export function listedTools(meta: unknown): readonly unknown[] {
  const kept: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, KEPT) : undefined;
  return Array.isArray(kept) ? kept : [];
}

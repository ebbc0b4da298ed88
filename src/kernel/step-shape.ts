import { KernelError } from '../contract/errors.js';
import { contentChars } from '../contract/message-content.js';
import type { ModelMessage, ToolCall } from '../contract/model.js';

/** More is no step of a conversation any more. */
const MOST_CHARS = 16 * 1024 ** 2;

/** Every call must have its answer before anybody speaks again, and every answer its call. */
export function checkStep(messages: readonly ModelMessage[]): void {
  const waiting = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      answer(waiting, message.tool_call_id);
    } else {
      refuseWaiting(waiting);
      ask(waiting, message.role === 'assistant' ? (message.tool_calls ?? []) : []);
    }
  }
  refuseWaiting(waiting);
  if (messages.reduce((chars, { content }) => chars + contentChars(content), 0) > MOST_CHARS) {
    throw new KernelError('LIMIT_REACHED', 'one step of a conversation is too large to be kept', {
      hint: `keep at most ${MOST_CHARS} characters at once`,
    });
  }
}

function ask(waiting: Set<string>, calls: readonly ToolCall[]): void {
  for (const { id } of calls) {
    if (waiting.has(id)) {
      throw incomplete('two calls of tools with one id');
    }
    waiting.add(id);
  }
}

function answer(waiting: Set<string>, id: string): void {
  if (!waiting.delete(id)) {
    throw incomplete('an answer of a tool without its call');
  }
}

function refuseWaiting(waiting: ReadonlySet<string>): void {
  if (waiting.size > 0) {
    throw incomplete('a call of a tool without its answer');
  }
}

function incomplete(what: string): KernelError {
  return new KernelError('USAGE', `the step of a conversation has ${what}`, {
    hint: 'keep the calls of a model and all their answers in one step',
  });
}

import type { ActorPart } from '../contract/actor.js';
import { DEFAULT_CONTEXT_CHARS } from '../contract/agent.js';
import { lineOf } from '../contract/frame.js';
import type { ModelMessage } from '../contract/model.js';
import type { ToldMessage } from '../contract/model-call.js';
import type { MemoryItem, OpenConversation, RecentConversation } from '../contract/session.js';
import type { NodeOutput } from './node.js';
import type { Run } from './run.js';
import type { Talk } from './talk.js';

export interface Talking {
  readonly sessionId: string;
  /** The message that is asked now. */
  readonly asked: string;
  readonly mostChars: number | undefined;
  /** The nodes of the run keep what they say; otherwise the message and the text of the run are kept at its end. */
  readonly keepsTurns: boolean;
}

type Walk = (run: Run) => AsyncGenerator<ActorPart, NodeOutput>;

/** A walk in the conversation of a session, which no other run has at the same time. */
export async function* withTalk(run: Run, talking: Talking, go: Walk): AsyncGenerator<ActorPart, NodeOutput> {
  const { sessionId, asked, keepsTurns } = talking;
  const conversation = await opened(run, sessionId);
  try {
    const talk = await talkOf(run, conversation, talking);
    const output = yield* go({ ...run, talk });
    if (!keepsTurns) {
      await talk.keep([
        { role: 'user', content: asked },
        { role: 'assistant', content: output.text },
      ]);
    }
    return output;
  } finally {
    await conversation.close();
  }
}

/** Another run may have the session for long; a run that waits for it has no step that could be finished first. */
async function opened({ kernel, principal, ending }: Run, sessionId: string): Promise<OpenConversation> {
  try {
    return await kernel.sessions.open(sessionId, principal, { signal: ending.stepSignal });
  } catch (error) {
    ending.checkStep();
    throw error;
  }
}

async function talkOf(
  { kernel, principal }: Run,
  conversation: OpenConversation,
  { sessionId, mostChars = DEFAULT_CONTEXT_CHARS }: Talking,
): Promise<Talk> {
  const recent = await conversation.recent(mostChars);
  const remembered = await kernel.sessions.memory(sessionId, principal).list();
  return {
    note: [dropNote(recent), memoryNote(remembered)].filter((text) => text !== '').join('\n\n'),
    before: recent.entries.map(({ message }) => message),
    keep: (messages) => conversation.keep(messages.map(asRead)),
  };
}

/** A frame as the model read it. */
function asRead(message: ToldMessage): ModelMessage {
  if (!('frame' in message)) {
    return message;
  }
  const { role, frame, tool_call_id } = message;
  return { role, content: lineOf(frame), tool_call_id };
}

function dropNote({ dropped: { turns, entries, tool_calls: calls } }: RecentConversation): string {
  return entries === 0
    ? ''
    : `[akernel] The beginning of this conversation is left out: ${counted(turns, 'turn')} with ${counted(entries, 'message')} and ${counted(calls, 'tool call')}.`;
}

function counted(amount: number, one: string): string {
  return `${amount} ${one}${amount === 1 ? '' : 's'}`;
}

/** Every request carries it: what is remembered is meant to be short. */
const MOST_MEMORY_CHARS = 16_000;

function memoryNote(items: readonly MemoryItem[]): string {
  const lines: string[] = [];
  let chars = 0;
  for (const { key, value } of items) {
    const line = `${key}: ${JSON.stringify(value)}`;
    chars += line.length;
    if (chars <= MOST_MEMORY_CHARS) {
      lines.push(line);
    }
  }
  if (items.length === 0) {
    return '';
  }
  const left = items.length - lines.length;
  const more = left === 0 ? [] : [`[akernel] ${left} more are too long to be told.`];
  return ['What is remembered of this conversation:', ...lines, ...more].join('\n');
}

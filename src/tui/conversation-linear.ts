import type { ActorPart, ActorResult, ActorRun } from '../contract/actor.js';
import { terminalSafe, terminalSafeLine } from '../contract/terminal-safe.js';
import { createLinearText, type LinearTextPorts } from './linear-text.js';
import {
  type ConversationEntry,
  type ConversationEvent,
  NO_CONVERSATION,
  reduceConversation,
} from './state/conversation.js';

interface LinearConversationOptions extends LinearTextPorts {
  /** Iterated here: nobody else may. */
  readonly run: ActorRun;
  /** undefined where it stands on the terminal already. */
  readonly message: string | undefined;
  /** A call was announced: what is written of it elsewhere comes below. */
  readonly onCall?: (toolCallId: string) => void;
}

/**
 * A run of an agent for screen readers and terminals that only print: lines, one below the other. Says what the model
 * writes as it comes, each call before it is made and what came of it.
 */
export async function runConversationLinear(options: LinearConversationOptions): Promise<ActorResult> {
  const { run, message, write } = options;
  const spoken = createLinearText(options);
  let state = NO_CONVERSATION;

  async function writeLines(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) {
      await spoken.end();
    }
    for (const line of lines) {
      await write(`${line}\n`);
    }
  }

  async function tell(event: ConversationEvent): Promise<void> {
    const { entries, ...next } = reduceConversation(state, event);
    state = { ...next, entries: [] };
    await writeLines(entries.flatMap(entryTexts));
  }

  async function tellPart(part: ActorPart): Promise<void> {
    if (part.type === 'text-delta') {
      await spoken.add(part.delta);
      return;
    }
    if (part.type === 'finish-step') {
      await spoken.end();
    }
    await tell({ type: 'part', part });
    const said = announcement(part);
    await writeLines(said === undefined ? [] : [terminalSafeLine(said)]);
    if (part.type === 'tool-call') {
      options.onCall?.(part.tool_call_id);
    }
  }

  if (message !== undefined) {
    await tell({ type: 'begin', message, at: 0 });
  }
  try {
    for await (const part of run) {
      await tellPart(part);
    }
  } catch (error) {
    const { error: known } = await run.result;
    if (error !== known) {
      throw error;
    }
  } finally {
    await spoken.end();
  }
  const result = await run.result;
  await tell({ type: 'end', result });
  return result;
}

function announcement(part: ActorPart): string | undefined {
  if (part.type !== 'tool-call') {
    return undefined;
  }
  return `calls ${part.tool_name}${part.input === undefined ? '' : ` with ${JSON.stringify(part.input)}`}`;
}

function entryTexts(entry: ConversationEntry): readonly string[] {
  switch (entry.type) {
    case 'message':
      return [`you: ${terminalSafe(entry.text)}`];
    case 'text':
      return [terminalSafe(entry.text)];
    case 'note':
      return [terminalSafe(entry.text)];
    case 'call':
      return [`${entry.isError ? 'failed' : 'result'}: ${entry.answer.map(terminalSafeLine).join('; ')}`];
  }
}

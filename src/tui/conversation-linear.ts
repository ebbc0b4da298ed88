import type { ActorPart, ActorResult, ActorRun } from '../contract/actor.js';
import { type ConversationEntry, NO_CONVERSATION, reduceConversation } from './state/conversation.js';
import { terminalSafe, terminalSafeLine } from './text/terminal-safe.js';

interface LinearConversationOptions {
  /** Iterated here: nobody else may. */
  readonly run: ActorRun;
  readonly message: string;
  readonly write: (text: string) => Promise<void>;
}

/**
 * A run of an agent for screen readers and terminals that only print: whole lines, one below the other. Says what the model
 * writes as its lines are complete, each call before it is made and what came of it.
 */
export async function runConversationLinear(options: LinearConversationOptions): Promise<ActorResult> {
  const { run, message, write } = options;
  let state = reduceConversation(NO_CONVERSATION, { type: 'begin', message, at: 0 });

  async function tell(): Promise<void> {
    const { entries } = state;
    state = { ...state, entries: [] };
    for (const line of entries.flatMap(entryTexts)) {
      await write(`${line}\n`);
    }
  }

  await tell();
  try {
    for await (const part of run) {
      state = reduceConversation(state, { type: 'part', part });
      await tell();
      const said = announcement(part);
      if (said !== undefined) {
        await write(`${terminalSafeLine(said)}\n`);
      }
    }
  } catch (error) {
    const { error: known } = await run.result;
    if (error !== known) {
      throw error;
    }
  }
  const result = await run.result;
  state = reduceConversation(state, { type: 'end', result });
  await tell();
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

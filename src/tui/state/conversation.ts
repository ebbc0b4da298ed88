import type { ActorPart, ActorResult } from '../../contract/actor.js';
import type { RunStatus } from '../../contract/stream-run.js';
import { answerSummary } from './frame-summary.js';

type NoteRole = 'plain' | 'faint' | 'warn' | 'bad';

/** One thing that was said or done, and is done with. */
export type ConversationEntry =
  | { readonly type: 'message' | 'text'; readonly text: string }
  | {
      readonly type: 'call';
      readonly name: string;
      readonly input?: unknown;
      readonly isError: boolean;
      /** What came of it. */
      readonly answer: readonly string[];
    }
  | { readonly type: 'note'; readonly role: NoteRole; readonly text: string };

/** A tool call that has no answer yet. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly state: 'forming' | 'running';
  /** Of its arguments, as the model writes them. */
  readonly bytes: number;
  readonly input?: unknown;
}

/** What a person is asked before a call that writes or destroys. */
export interface Approval {
  readonly capabilityId: string;
  readonly safetyClass: string;
  /** Redacted. */
  readonly input?: unknown;
}

export interface ConversationState {
  /** When the run began that goes on; undefined between runs. */
  readonly startedAt?: number;
  readonly step: number;
  readonly nodeId?: string;
  /** More than one node was seen, so that its name says something. */
  readonly isGraph?: boolean;
  /** The line that the model is writing. */
  readonly text: string;
  readonly calls: readonly OpenCall[];
  /** What is done with and not yet printed. */
  readonly entries: readonly ConversationEntry[];
  readonly stopping?: 'after-step' | 'now';
  readonly ask?: Approval;
}

export type ConversationEvent =
  | { readonly type: 'begin'; readonly message: string; readonly at: number }
  | { readonly type: 'part'; readonly part: ActorPart }
  | { readonly type: 'note'; readonly role: NoteRole; readonly text: string }
  | { readonly type: 'stopping'; readonly how: 'after-step' | 'now' }
  | { readonly type: 'ask'; readonly approval: Approval }
  | { readonly type: 'answered' }
  | { readonly type: 'end'; readonly result: ActorResult };

export const NO_CONVERSATION: ConversationState = { step: 0, text: '', calls: [], entries: [] };

/** What a person knows of a conversation after an event. */
export function reduceConversation(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'begin':
      return { ...added(state, { type: 'message', text: event.message }), step: 0, startedAt: event.at };
    case 'part':
      return afterPart(state, event.part);
    case 'note':
      return added(state, { type: 'note', role: event.role, text: event.text });
    case 'stopping':
      return state.startedAt === undefined || state.stopping === 'now' ? state : { ...state, stopping: event.how };
    case 'ask':
      return { ...state, ask: event.approval };
    case 'answered':
      return withoutAsk(state);
    case 'end':
      return afterEnd(state, event.result);
  }
}

function afterPart(state: ConversationState, part: ActorPart): ConversationState {
  switch (part.type) {
    case 'start-step':
      return {
        ...flushed(state),
        step: part.step ?? state.step + 1,
        ...nodeOf(state, part.node_id),
      };
    case 'text-delta':
      return withText(state, part.delta);
    case 'tool-call-start':
      return opened(state, { id: part.tool_call_id, name: part.tool_name, state: 'forming', bytes: 0 });
    case 'tool-call-delta':
      return {
        ...state,
        calls: state.calls.map((call) =>
          call.id === part.tool_call_id ? { ...call, bytes: part.argument_bytes } : call,
        ),
      };
    case 'tool-call': {
      const { tool_call_id: id, tool_name: name, input } = part;
      return opened(state, { id, name, state: 'running', bytes: 0, ...(input === undefined ? {} : { input }) });
    }
    case 'tool-result':
      return answered(state, part);
    case 'finish-step':
      return flushed(state);
    default:
      return state;
  }
}

function nodeOf({ nodeId, isGraph = false }: ConversationState, next: string | undefined): Partial<ConversationState> {
  return next === undefined ? {} : { nodeId: next, isGraph: isGraph || (nodeId !== undefined && nodeId !== next) };
}

/** Lines that are complete are done with. */
function withText(state: ConversationState, delta: string): ConversationState {
  const text = state.text + delta;
  const end = text.lastIndexOf('\n');
  return end === -1
    ? { ...state, text }
    : { ...added({ ...state, text: '' }, { type: 'text', text: text.slice(0, end) }), text: text.slice(end + 1) };
}

/** The same call comes again when it has formed. */
function opened(state: ConversationState, call: OpenCall): ConversationState {
  // Text that was held back may still come while a call forms.
  const before = call.state === 'running' ? flushed(state) : state;
  const isKnown = before.calls.some(({ id }) => id === call.id);
  return {
    ...before,
    calls: isKnown ? before.calls.map((each) => (each.id === call.id ? call : each)) : [...before.calls, call],
  };
}

function answered(state: ConversationState, part: ActorPart & { readonly type: 'tool-result' }): ConversationState {
  const { tool_call_id: id, output, is_error: isError = false } = part;
  const call = state.calls.find((each) => each.id === id);
  const calls = state.calls.filter((each) => each !== call);
  const { name, input } = call ?? { name: 'a tool', input: undefined };
  const told = input === undefined ? {} : { input };
  return added({ ...state, calls }, { type: 'call', name, ...told, isError, answer: answerSummary(output) });
}

function afterEnd(state: ConversationState, { warnings, error, status }: ActorResult): ConversationState {
  const { startedAt: _, stopping: _stopping, ...rest } = withoutAsk(flushed(state));
  const unanswered = rest.calls.filter((call) => call.state === 'running').map(unansweredEntry(status));
  const notes = warnings.map(
    (text): ConversationEntry => ({ type: 'note', role: 'warn', text: `warning: ${withoutNode(text, state)}` }),
  );
  const failure: readonly ConversationEntry[] =
    error === undefined ? [] : [{ type: 'note', role: 'bad', text: `${error.code}: ${error.message}` }];
  return { ...rest, calls: [], entries: [...rest.entries, ...unanswered, ...notes, ...failure] };
}

/** Of an agent alone nobody knows that it is a node. */
function withoutNode(text: string, { nodeId, isGraph = false }: ConversationState): string {
  const prefix = `node ${nodeId}: `;
  return !isGraph && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function unansweredEntry(status: RunStatus): (call: OpenCall) => ConversationEntry {
  return ({ name, input }) => ({
    type: 'call',
    name,
    ...(input === undefined ? {} : { input }),
    isError: true,
    answer: [`no answer: the run ended as ${status}`],
  });
}

function flushed(state: ConversationState): ConversationState {
  const text = state.text.trimEnd();
  return text === '' ? { ...state, text: '' } : added({ ...state, text: '' }, { type: 'text', text });
}

function added(state: ConversationState, entry: ConversationEntry): ConversationState {
  return { ...state, entries: [...state.entries, entry] };
}

function withoutAsk(state: ConversationState): ConversationState {
  const { ask: _, ...rest } = state;
  return rest;
}

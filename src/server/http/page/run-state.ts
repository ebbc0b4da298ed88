import { countPlaceholders } from '../../../contract/count-placeholders.js';
import { type AgentAmounts, afterPart, NO_AMOUNTS } from './agent-amounts.js';
import type { RunEvent } from './event-parser.js';
import { isMembers, listOf, type Members, membersOf, numberOf, textOf, textsOf } from './members.js';

/** What is known of a run beside its content. */
export interface RunState {
  readonly runId: string;
  readonly subject: string;
  readonly actionId: string;
  readonly handleId: string;
  readonly handleState: string;
  readonly phase: number;
  readonly budget: Members;
  readonly seen: Members;
  readonly shownRows: number;
  /** By type, in what was shown so far. */
  readonly redactions: Members;
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly omitted: Members;
  readonly next: string;
  /** Undefined while it goes on. */
  readonly status: string | undefined;
  readonly problem: Members | undefined;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly connection: 'open' | 'lost' | 'given-up';
  readonly isCancelling: boolean;
  /** Of a run of an agent. */
  readonly agent: AgentAmounts | undefined;
}

export function newRunState(runId: string, subject: string, now: number): RunState {
  return {
    runId,
    subject,
    actionId: '',
    handleId: '',
    handleState: '',
    phase: 1,
    budget: {},
    seen: {},
    shownRows: 0,
    redactions: {},
    facts: [],
    warnings: [],
    omitted: {},
    next: '',
    status: undefined,
    problem: undefined,
    startedAt: now,
    endedAt: undefined,
    connection: 'open',
    isCancelling: false,
    agent: undefined,
  };
}

/** The state after one more event. */
export function afterEvent(state: RunState, { type, data }: RunEvent, now: number): RunState {
  if (type === 'run.started') {
    const startedAt = Date.parse(textOf(data['started_at']));
    return {
      ...state,
      runId: textOf(data['run_id']),
      subject: textOf(data['capability_id']) || textOf(data['agent']) || state.subject,
      startedAt: Number.isNaN(startedAt) ? now : Math.min(now, startedAt),
      agent: data['kind'] === 'agent' ? NO_AMOUNTS : undefined,
    };
  }
  if (type === 'frame') {
    return afterFrame(state, data);
  }
  if (type === 'part') {
    return afterAgent(state, afterPart(state.agent ?? NO_AMOUNTS, data));
  }
  if (type.startsWith('run.')) {
    return {
      ...state,
      status: textOf(data['status']) || type.slice('run.'.length),
      actionId: textOf(data['action_id']) || state.actionId,
      handleId: textOf(data['handle_id']) || state.handleId,
      problem: data['problem'] === undefined ? state.problem : membersOf(data['problem']),
      endedAt: endOf(textOf(data['ended_at']), state, now),
      connection: 'open',
    };
  }
  return state;
}

/** A run may have ended long before somebody looks at it. */
function endOf(text: string, { startedAt }: RunState, now: number): number {
  const told = Date.parse(text);
  return Number.isNaN(told) ? now : Math.max(startedAt, Math.min(now, told));
}

function afterAgent(state: RunState, agent: AgentAmounts): RunState {
  const { redactions, handleId, handleState } = agent;
  return { ...state, agent, redactions, handleId, handleState };
}

function afterFrame(state: RunState, frame: Members): RunState {
  const handle = membersOf(frame['handle']);
  const facts = textsOf(frame['facts']);
  const isFinal = frame['is_final'] === true;
  const shown = numberOf(membersOf(frame['shown'])['rows']);
  return {
    ...state,
    actionId: textOf(frame['action_id']) || state.actionId,
    handleId: textOf(frame['handle_id']) || textOf(handle['handle_id']) || state.handleId,
    handleState: textOf(handle['state']) || state.handleState,
    phase: numberOf(frame['phase']) ?? state.phase,
    budget: { ...state.budget, ...membersOf(frame['budget']) },
    seen: { ...state.seen, ...membersOf(frame['seen']) },
    shownRows: shown ?? state.shownRows + listOf(frame['rows']).length,
    redactions: isMembers(frame['redactions']) ? frame['redactions'] : withPlaceholders(state.redactions, frame),
    facts: facts.length > 0 && isFinal ? facts : state.facts,
    warnings: [...state.warnings, ...textsOf(frame['warnings'])].slice(-20),
    omitted: isFinal ? membersOf(frame['omitted']) : state.omitted,
    next: textOf(frame['next']) || state.next,
  };
}

/** Only the last frame tells what was replaced: until then what stands in its place is counted. */
function withPlaceholders(before: Members, { rows, text, facts, highlights }: Members): Members {
  const found = countPlaceholders([JSON.stringify([rows, text, facts, highlights])]);
  return {
    ...before,
    ...Object.fromEntries([...found].map(([type, count]) => [type, count + (numberOf(before[type]) ?? 0)])),
  };
}

import type { BudgetState } from '../../contract/budget.js';
import type { Frame, HandleInfo, Outcome, Phase } from '../../contract/frame.js';
import { badExitText } from '../../contract/frame-account.js';
import type { InvokeResult, InvokeUsage } from '../../contract/kernel.js';
import type { FlowEntry } from './live-flow.js';
import type { LogEntry } from './live-log.js';
import { addSample, type Samples } from './live-rates.js';

export const LIVE_TABS = ['rows', 'facts', 'log'] as const;
export type LiveTab = (typeof LIVE_TABS)[number];

/** Whose run is shown. */
export interface LiveAbout {
  readonly capabilityId: string;
  readonly principalId: string;
  readonly actionId?: string;
}

export type PaneEntry = FlowEntry | LogEntry;

/** A pane that stands still: what it held when it stopped, and where it is scrolled to. */
export interface Held {
  readonly by: 'space' | 'scroll';
  readonly entries: readonly PaneEntry[];
  readonly top: number;
  /** Entries of the stream when it stopped. */
  readonly pushed: number;
}

export interface LiveState {
  readonly about: LiveAbout;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly status?: Outcome;
  /** How a command ended, when that was not well. */
  readonly badExit?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly actionId?: string;
  readonly handleId?: string;
  readonly handle?: HandleInfo;
  readonly phase: Phase;
  readonly budget?: BudgetState;
  readonly usage: InvokeUsage;
  readonly shownRows: number;
  readonly shownChars: number;
  readonly samples: Samples;
  readonly redactions: Readonly<Record<string, number>>;
  readonly progress?: { readonly done: number; readonly total?: number };
  /** The newest facts: of the last batch, of the stream so far, or of the whole of it. */
  readonly facts: readonly string[];
  readonly factsOf: 'batch' | 'running' | 'stream';
  readonly hasFrames: boolean;
  readonly isCancelling: boolean;
  readonly tab: LiveTab;
  readonly held?: Held;
  readonly ask?: 'cancel' | 'leave';
  readonly isHelp: boolean;
  /** Said once, until the next key. */
  readonly notice?: string;
}

export type LiveEvent =
  | { readonly type: 'frame'; readonly frame: Frame; readonly usage: InvokeUsage }
  | { readonly type: 'usage'; readonly usage: InvokeUsage; readonly at: number }
  | { readonly type: 'end'; readonly result: InvokeResult; readonly usage: InvokeUsage; readonly at: number }
  /** Facts about the stream so far. */
  | { readonly type: 'facts'; readonly facts: readonly string[] }
  | { readonly type: 'tab'; readonly by: 1 | -1 }
  | { readonly type: 'hold'; readonly held: Held }
  | { readonly type: 'scroll'; readonly top: number }
  | { readonly type: 'follow' }
  | { readonly type: 'ask'; readonly what: 'cancel' | 'leave' }
  | { readonly type: 'help' }
  | { readonly type: 'cancelling' }
  | { readonly type: 'notice'; readonly text: string }
  /** Whatever was asked or said is done with. */
  | { readonly type: 'dismiss' };

export function initialLive(about: LiveAbout, startedAt: number): LiveState {
  return {
    about,
    startedAt,
    ...(about.actionId === undefined ? {} : { actionId: about.actionId }),
    phase: 1,
    usage: { frames: 0, rows: 0, bytes: 0 },
    shownRows: 0,
    shownChars: 0,
    samples: [{ at: startedAt, rows: 0, bytes: 0 }],
    redactions: {},
    facts: [],
    factsOf: 'batch',
    hasFrames: false,
    isCancelling: false,
    tab: 'rows',
    isHelp: false,
  };
}

/** The live view after an event. Content itself is kept beside it, in rings. */
export function reduceLive(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'frame':
      return afterFrame(withUsage(state, event.usage), event.frame);
    case 'usage':
      return afterUsage(state, event.usage, event.at);
    case 'end':
      return afterEnd(afterUsage(state, event.usage, event.at), event.result, event.at);
    case 'facts':
      return { ...state, ...runningFacts(state, event.facts) };
    case 'tab':
      return { ...withoutHeld(state), tab: neighbour(state.tab, event.by) };
    case 'hold':
      return { ...state, held: event.held };
    case 'scroll':
      return state.held === undefined ? state : { ...state, held: { ...state.held, top: event.top } };
    case 'follow':
      return withoutHeld(state);
    case 'ask':
      return { ...state, ask: event.what };
    case 'help':
      return { ...state, isHelp: !state.isHelp };
    case 'cancelling':
      return state.status === undefined ? { ...state, isCancelling: true } : state;
    case 'notice':
      return { ...state, notice: event.text };
    case 'dismiss':
      return dismissed(state);
  }
}

/** Somebody looks at what would go away with the view. */
export function isHeldByPerson(state: LiveState): boolean {
  return state.held !== undefined || state.isHelp || state.tab !== 'rows';
}

function afterFrame(state: LiveState, frame: Frame): LiveState {
  const { action_id: actionId, handle_id: handleId, handle, progress, redactions } = frame;
  return {
    ...state,
    ...(actionId === undefined ? {} : { actionId }),
    ...(handleId === undefined ? {} : { handleId }),
    ...(handle === undefined ? {} : { handle, handleId: handle.handle_id }),
    ...(progress === undefined ? {} : { progress }),
    ...(redactions === undefined ? {} : { redactions }),
    ...factsAfter(state, frame),
    phase: frame.phase,
    budget: { ...state.budget, ...frame.budget },
    shownRows: frame.is_final ? (frame.shown?.rows ?? state.shownRows) : state.shownRows + (frame.rows?.length ?? 0),
    shownChars: frame.is_final
      ? (frame.shown?.chars ?? state.shownChars)
      : state.shownChars + (frame.text?.length ?? 0) + highlightChars(frame),
    hasFrames: true,
  };
}

function highlightChars({ highlights = [] }: Frame): number {
  return highlights.reduce((sum, { text }) => sum + text.length, 0);
}

type Facts = Pick<LiveState, 'facts' | 'factsOf'>;

function factsAfter({ facts: known, factsOf }: LiveState, { facts = [], is_final: isFinal }: Frame): Facts {
  const isRunning = factsOf === 'running';
  if (facts.length === 0 || (isRunning && !isFinal)) {
    return { facts: known, factsOf };
  }
  // The last frame may have had room for some of them only.
  const isFewer = isRunning && facts.length < known.length;
  return { facts: isFewer ? known : facts, factsOf: isFinal ? 'stream' : 'batch' };
}

function runningFacts({ facts: known, factsOf }: LiveState, facts: readonly string[]): Facts {
  if (factsOf !== 'stream') {
    return { facts, factsOf: 'running' };
  }
  return { facts: facts.length > known.length ? facts : known, factsOf };
}

function afterUsage(state: LiveState, usage: InvokeUsage, at: number): LiveState {
  return {
    ...withUsage(state, usage),
    samples: addSample(state.samples, { at, rows: usage.rows, bytes: usage.bytes }),
  };
}

function withUsage(state: LiveState, usage: InvokeUsage): LiveState {
  return {
    ...state,
    usage,
    ...(usage.redactions === undefined ? {} : { redactions: usage.redactions }),
    ...(usage.progress === undefined ? {} : { progress: usage.progress }),
    ...(usage.handle_id === undefined ? {} : { handleId: usage.handle_id }),
  };
}

function afterEnd(state: LiveState, result: InvokeResult, at: number): LiveState {
  const { ask: _, ...rest } = state;
  const { error, exit } = result;
  const badExit = badExitText({ exit });
  return {
    ...rest,
    endedAt: at,
    status: result.status,
    isCancelling: false,
    ...(badExit === undefined ? {} : { badExit }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    ...(result.handle_id === undefined ? {} : { handleId: result.handle_id }),
    // The rates of the whole run are what its end leaves to say.
    samples: [
      { at: state.startedAt, rows: 0, bytes: 0 },
      { at, rows: state.usage.rows, bytes: state.usage.bytes },
    ],
  };
}

function neighbour(tab: LiveTab, by: 1 | -1): LiveTab {
  const next = (LIVE_TABS.indexOf(tab) + by + LIVE_TABS.length) % LIVE_TABS.length;
  return LIVE_TABS[next] ?? 'rows';
}

function withoutHeld(state: LiveState): LiveState {
  const { held: _, ...rest } = state;
  return rest;
}

function dismissed(state: LiveState): LiveState {
  if (state.ask === undefined && state.notice === undefined) {
    return state;
  }
  const { ask: _ask, notice: _notice, ...rest } = state;
  return rest;
}

import type { Frame } from '../../contract/frame.js';
import type { InvokeResult, InvokeUsage } from '../../contract/kernel.js';
import { initialLive, type LiveAbout, type LiveEvent, type LiveState, type PaneEntry, reduceLive } from './live.js';
import { createFlow, type FlowEntry, factEntries } from './live-flow.js';
import { createLiveLog } from './live-log.js';
import { createStore } from './store.js';

interface LiveModelPorts {
  readonly about: LiveAbout;
  readonly now: () => number;
  readonly usage: () => InvokeUsage;
  /** About the stream so far; what frames say of their batches takes its place where nobody knows. */
  readonly facts?: () => readonly string[];
  readonly refresh: () => void;
}

/** What the live view knows of a run. */
export interface LiveModel {
  readonly state: () => LiveState;
  readonly dispatch: (event: LiveEvent) => void;
  readonly frame: (frame: Frame) => void;
  readonly tick: () => void;
  readonly end: (result: InvokeResult) => void;
  /** The newest entries of the pane that is chosen. */
  readonly entries: (count: number) => readonly PaneEntry[];
  /** Facts about the stream so far are looked at beside another pane. */
  readonly wantFacts: (is: boolean) => void;
  /** The newest rows and texts of the result, whatever pane is chosen. */
  readonly content: () => readonly FlowEntry[];
  /** Entries that came into this pane so far. */
  readonly pushed: () => number;
}

/** Facts are made anew so often while they are looked at. */
const FACTS_MS = 1000;

export function createLiveModel({ about, now, usage, facts, refresh }: LiveModelPorts): LiveModel {
  const store = createStore(reduceLive, initialLive(about, now()));
  const flow = createFlow();
  const log = createLiveLog();
  const factPane = createFactPane();
  let factsAt = Number.NEGATIVE_INFINITY;
  let isWanted = false;
  store.subscribe(refresh);
  log.add('begin', about.capabilityId, now());

  function tellFacts(): void {
    const told = facts?.() ?? [];
    if (told.length > 0) {
      factsAt = now();
      store.dispatch({ type: 'facts', facts: told });
    }
  }

  function tellSeenFacts(): void {
    const { tab, status, held } = store.get();
    const isSeen = tab === 'facts' || (isWanted && held === undefined);
    if (isSeen && status === undefined && now() - factsAt >= FACTS_MS) {
      tellFacts();
    }
  }

  return {
    state: store.get,
    dispatch(event) {
      store.dispatch(event);
      tellSeenFacts();
    },
    frame(frame) {
      flow.add(frame);
      log.addFrame(frame, now());
      store.dispatch({ type: 'frame', frame, usage: usage() });
    },
    tick() {
      const counted = usage();
      log.addProgress(counted.progress, now());
      store.dispatch({ type: 'usage', usage: counted, at: now() });
      tellSeenFacts();
    },
    end(result) {
      tellFacts();
      log.addProgress(usage().progress, now());
      log.addEnd(result, now());
      store.dispatch({ type: 'end', result, usage: usage(), at: now() });
    },
    entries(count) {
      const { tab, facts: known } = store.get();
      return tab === 'facts' ? factPane(known) : (tab === 'log' ? log : flow).tail(count);
    },
    wantFacts(is) {
      isWanted = is;
    },
    content: () => flow.tail(Number.MAX_SAFE_INTEGER).filter(({ type }) => type === 'row' || type === 'text'),
    pushed() {
      const { tab } = store.get();
      return tab === 'facts' ? 0 : (tab === 'log' ? log : flow).pushed();
    },
  };
}

/** Facts as entries of a pane; the same ones for the same facts. */
function createFactPane(): (facts: readonly string[]) => readonly PaneEntry[] {
  let known: readonly string[] = [];
  let entries: readonly PaneEntry[] = [];
  return (facts) => {
    if (facts !== known) {
      known = facts;
      entries = factEntries(facts, true);
    }
    return entries;
  };
}

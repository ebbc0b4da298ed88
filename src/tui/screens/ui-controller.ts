import type { AgentKernel } from '../../contract/agent.js';
import type { InvokeRun } from '../../contract/kernel.js';
import type { Receipt } from '../../contract/receipt.js';
import type { Screen } from '../screen.js';
import type { CoerceArguments } from '../state/form-request.js';
import type { KeyTable } from '../state/key-table.js';
import { createRecentTraces } from '../state/recent-traces.js';
import { createStore, type Store } from '../state/store.js';
import { thrownError } from '../state/thrown-error.js';
import { INITIAL_UI, reduceUi, type UiEvent, type UiState, type ViewName } from '../state/ui-state.js';
import { createAgentTalk, type OpenConversation } from './agent-talk.js';
import { createAgentsPane } from './agents-pane.js';
import { createCapabilitiesView } from './capabilities-view.js';
import { createHandlesPane } from './handles-pane.js';
import type { LiveRuns, LiveWork } from './live-runs.js';
import { inBackground, type Pane, type PanePorts } from './pane.js';
import { createReceiptsPane } from './receipts-pane.js';
import { createRunStarter, type RunDefaults } from './run-starter.js';
import { createSessionsPane } from './sessions-pane.js';
import { createTextPane } from './text-pane.js';
import { createTracesPane } from './traces-pane.js';
import { COMMON_KEYS, type UiAbout } from './ui-lines.js';

export interface InnerPorts {
  readonly refresh: () => void;
  readonly onClose: () => void;
}

export interface RunAbout {
  readonly capabilityId: string;
  readonly principalId: string;
}

export interface UiPorts extends Pick<PanePorts, 'kernel' | 'principal' | 'now' | 'after' | 'refresh'> {
  readonly defaults: RunDefaults;
  readonly coerceArguments: CoerceArguments;
  /** What calls of agent hosts left, read anew; none where they are on another machine. */
  readonly receipts?: () => readonly Receipt[];
  /** The server whose kernel it is. */
  readonly serverName?: string;
  /** Reads the lists of capabilities and agents anew, where they are on another machine. */
  readonly reload?: () => Promise<void>;
  readonly runs: LiveRuns;
  readonly openLive: (run: InvokeRun, about: RunAbout, ports: InnerPorts) => Screen;
  readonly openPager: (handleId: string, ports: InnerPorts) => Screen;
  readonly agents?: Pick<AgentKernel, 'agents' | 'openSession'>;
  readonly openConversation: OpenConversation;
  readonly signal: AbortSignal;
  /** The person leaves; `isFinishing`: runs may come to their end. */
  readonly onQuit: (isFinishing: boolean) => void;
}

/** What the browser shows now, and what can be done with it. */
export interface UiController {
  readonly store: Store<UiState, UiEvent>;
  /** A screen that has all the room and all the keys. */
  readonly inner: () => Screen | undefined;
  readonly pane: () => Pane;
  readonly keys: () => KeyTable;
  readonly about: () => UiAbout;
  readonly quit: () => void;
  /** Back to the run that was started last. */
  readonly showRun: () => void;
  /** What the person looks at came to the front. */
  readonly show: () => void;
}

/** The keys of a pane, and those of the browser that are not its own and not text. */
function allKeys(pane: Pane): KeyTable {
  const own = pane.keys();
  const taken = new Set(own.flatMap(({ keys }) => keys));
  const isFree = (key: string): boolean => !taken.has(key) && !(pane.isTyping() && key.length === 1);
  const common = COMMON_KEYS.map((binding) => ({ ...binding, keys: binding.keys.filter(isFree) }));
  return [...own, ...common.filter(({ keys }) => keys.length > 0)];
}

export function createUiController(ports: UiPorts): UiController {
  const { kernel, principal, now, after, runs, refresh, onQuit } = ports;
  const store = createStore(reduceUi, INITIAL_UI);
  let inner: Screen | undefined;
  let lastRun: Screen | undefined;
  let page: Pane | undefined;
  let sessionIds: readonly string[] = [];

  const fail = (error: unknown): void =>
    store.dispatch({ type: 'notice', notice: { type: 'failed', error: thrownError(error) } });
  const panePorts: PanePorts = {
    kernel,
    principal,
    now,
    after,
    recent: createRecentTraces(ports, fail),
    refresh,
    fail,
    say: (text) => store.dispatch({ type: 'notice', notice: { type: 'said', text } }),
    ask: (question) => store.dispatch({ type: 'question', question }),
    prompt: (prompt) => store.dispatch({ type: 'prompt', prompt }),
    openHandle(handleId) {
      openInner((inside) => ports.openPager(handleId, inside), show);
    },
    openText(text) {
      page = createTextPane(text, { close: closePage, openHandle: panePorts.openHandle, refresh });
      refresh();
    },
  };

  function closePage(): void {
    page = undefined;
    refresh();
  }

  function openInner(open: (inside: InnerPorts) => Screen, onClosed: () => void): Screen {
    const opened = open({
      refresh,
      onClose() {
        inner = inner === opened ? undefined : inner;
        onClosed();
        refresh();
      },
    });
    inner = opened;
    refresh();
    return opened;
  }

  function showRun(run: InvokeRun, capabilityId: string): void {
    lastRun = openInner(
      (inside) => ports.openLive(run, { capabilityId, principalId: principal.principal_id }, inside),
      () => afterRun(run, work),
    );
    const work: LiveWork = {
      ended: run.result,
      cancel: () => void run.cancel('the person left').catch(() => undefined),
    };
    runs.add(work);
    refresh();
  }

  function showLastRun(): void {
    inner = lastRun;
    if (lastRun === undefined) {
      panePorts.say('nothing was run here yet');
    }
    refresh();
  }

  /** One looked at a run and came back: its result can be opened at once. */
  function afterRun(run: InvokeRun, work: LiveWork): void {
    inBackground(panePorts, async () => {
      if (runs.isLive(work)) {
        panePorts.say('the run goes on; its result is among the handles');
        return;
      }
      const { status, handle_id: handleId, error } = await run.result;
      if (handleId === undefined) {
        panePorts.say(error === undefined ? `run ${status}` : `run ${status}: ${error.code} ${error.message}`);
        return;
      }
      const open = { key: 'o', words: 'open', act: () => panePorts.openHandle(handleId) };
      panePorts.ask({ text: `The run ${status}. Open its result, ${handleId}?`, choices: [open] });
    });
  }

  const talk = createAgentTalk({
    ...panePorts,
    sessionId: () => store.get().sessionId,
    ...(ports.agents === undefined ? {} : { agents: ports.agents }),
    openConversation: ports.openConversation,
    show(open, onClosed) {
      lastRun = openInner(open, onClosed);
    },
    track: runs.add,
  });
  const start = createRunStarter({
    ...panePorts,
    defaults: ports.defaults,
    signal: ports.signal,
    showRun,
    track: runs.add,
  });
  const panes: Readonly<Record<ViewName, Pane>> = {
    capabilities: createCapabilitiesView({
      ...panePorts,
      coerceArguments: ports.coerceArguments,
      maxTokens: ports.defaults.maxTokens,
      reload: ports.reload,
      sessions: () => sessionIds,
      sessionId: () => store.get().sessionId,
      run: (capability, request) => inBackground(panePorts, () => start(capability, request)),
    }),
    sessions: createSessionsPane(panePorts, {
      get: () => store.get().sessionId,
      set: (sessionId) => store.dispatch({ type: 'session', sessionId }),
      onList: (sessions) => {
        sessionIds = sessions.map(({ session_id: id }) => id);
      },
    }),
    handles: createHandlesPane(panePorts),
    traces: createTracesPane(panePorts),
    receipts: createReceiptsPane(panePorts, ports.receipts),
    agents: createAgentsPane(panePorts, {
      async list() {
        await ports.reload?.();
        return ports.agents?.agents.list() ?? [];
      },
      send: talk.ask,
    }),
  };

  function pane(): Pane {
    return page ?? panes[store.get().view];
  }

  function show(): void {
    page = undefined;
    panes[store.get().view].onShow();
  }

  function quit(): void {
    if (runs.count() === 0) {
      onQuit(false);
      return;
    }
    panePorts.ask({
      text: `${runs.count() === 1 ? 'A run is' : `${runs.count()} runs are`} live.`,
      choices: [
        { key: 'c', words: 'cancel and quit', act: () => onQuit(false) },
        { key: 'f', words: 'let it finish, and quit', act: () => onQuit(true) },
      ],
    });
  }

  store.subscribe(refresh);
  inBackground(panePorts, async () => {
    sessionIds = (await kernel.sessions.list(principal)).map(({ session_id: id }) => id);
  });
  panes.capabilities.onShow();
  return {
    store,
    inner: () => inner,
    pane,
    keys: () => allKeys(pane()),
    about: () => ({ principalId: principal.principal_id, serverName: ports.serverName, running: runs.count() }),
    quit,
    showRun: showLastRun,
    show,
  };
}

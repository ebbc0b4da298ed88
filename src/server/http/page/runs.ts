import { phaseAnnouncement } from '../../../contract/phase-words.js';
import { type Api, type Problem, problemWords, UNREACHABLE } from './api.js';
import { createContent } from './content.js';
import type { RunEvent } from './event-parser.js';
import { followEvents } from './follow-events.js';
import type { Wanted } from './form.js';
import { numberOf } from './members.js';
import { createRunPane, type RunPane } from './run-pane.js';
import { afterEvent, newRunState, type RunState } from './run-state.js';

/** A run that this page follows, or has followed. */
export interface ShownRun {
  readonly state: () => RunState;
  readonly pane: RunPane;
  readonly cancel: () => void;
  readonly leave: () => void;
}

interface RunPorts {
  readonly api: Api;
  /** Says something to those who do not see the page. */
  readonly tell: (text: string) => void;
  readonly onHandle: (handleId: string) => void;
  /** Told when it begins, and when it ends. */
  readonly onChange: (run: ShownRun) => void;
}

type Open = Parameters<typeof followEvents>[0]['open'];

/** At most so often is a run drawn. */
const DRAW_MS = 100;
const CLOCK_MS = 1000;

/** Begins an invocation. A key makes it one, also when the connection breaks before its first event. */
export function beginRun(wanted: Wanted, ports: RunPorts): ShownRun {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const { api } = ports;
  let isBegun = false;
  return showRun(newRunState('', wanted.capability_id, Date.now()), ports, (after, signal, { runId }) => {
    isBegun ||= after !== undefined;
    return isBegun
      ? eventsBehind(api, runId, after, signal)
      : api.open('/v1/invocations/stream', { body: wanted, headers: { 'idempotency-key': key }, signal });
  });
}

/** Follows a run that somebody began, from its beginning on. */
export function followRun(runId: string, subject: string, ports: RunPorts): ShownRun {
  return showRun(newRunState(runId, subject, Date.now()), ports, (after, signal) =>
    eventsBehind(ports.api, runId, after, signal),
  );
}

function eventsBehind(api: Api, runId: string, after: string | undefined, signal: AbortSignal): Promise<Response> {
  const headers = after === undefined ? {} : { 'last-event-id': after };
  return api.open(`/v1/runs/${encodeURIComponent(runId)}/events`, { headers, signal });
}

type OpenRun = (after: string | undefined, signal: AbortSignal, state: RunState) => ReturnType<Open>;

function showRun(begun: RunState, ports: RunPorts, openRun: OpenRun): ShownRun {
  const { api, tell, onHandle, onChange } = ports;
  const content = createContent();
  const leaving = new AbortController();
  let state = begun;
  let isToBeDrawn = false;
  let lastId: string | undefined;

  const pane = createRunPane({ content, onCancel: cancel, onFollow: () => void follow(), onHandle });
  const run: ShownRun = { state: () => state, pane, cancel, leave: () => leaving.abort() };

  function change(more: Partial<RunState>): void {
    state = { ...state, ...more };
    drawSoon();
  }

  function drawSoon(): void {
    if (!isToBeDrawn) {
      isToBeDrawn = true;
      setTimeout(() => {
        isToBeDrawn = false;
        pane.draw(state, Date.now());
      }, DRAW_MS);
    }
  }

  function take(event: RunEvent): void {
    const before = state;
    lastId = event.id;
    state = afterEvent(state, event, Date.now());
    if (event.type === 'frame') {
      content.addFrame(event.data);
    } else if (event.type === 'part') {
      content.addPart(event.data);
    } else if (event.type === 'gap') {
      content.addMark(`events ${numberOf(event.data['from'])} to ${numberOf(event.data['to'])} are gone`);
    }
    announce(before, state, tell);
    if (state.runId !== before.runId || state.status !== before.status) {
      onChange(run);
    }
    drawSoon();
  }

  async function follow(): Promise<void> {
    change({ connection: 'open' });
    const events = followEvents({
      open: (after, signal) => openRun(after ?? lastId, signal, state),
      onConnection: (connection) => {
        if (connection !== state.connection) {
          tell(connection === 'lost' ? 'connection lost, trying again' : 'connected again');
          change({ connection });
        }
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: leaving.signal,
    });
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      take(next.value);
    }
    if (next.value.type === 'refused') {
      fail(await api.problemOf(next.value.response));
    } else if (next.value.type === 'lost') {
      change({ connection: 'given-up' });
      tell(UNREACHABLE.detail);
    }
  }

  function fail(problem: Problem): void {
    change({ status: problem.status === 403 ? 'denied' : 'failed', problem: { ...problem }, endedAt: Date.now() });
    tell(problemWords(problem));
    onChange(run);
  }

  function cancel(): void {
    if (state.status !== undefined || state.runId === '' || state.isCancelling) {
      return;
    }
    change({ isCancelling: true });
    tell('cancelling');
    void api.ask(`/v1/runs/${encodeURIComponent(state.runId)}`, { method: 'DELETE' }).then(({ problem }) => {
      if (problem !== undefined) {
        change({ isCancelling: false, warnings: [...state.warnings, problemWords(problem)] });
      }
    });
  }

  const ticking = setInterval(() => {
    drawSoon();
    if (state.status !== undefined || leaving.signal.aborted) {
      clearInterval(ticking);
    }
  }, CLOCK_MS);
  pane.draw(state, Date.now());
  void follow();
  return run;
}

/** A new phase, and the end. */
function announce(before: RunState, after: RunState, tell: (text: string) => void): void {
  const { phase, status, handleId, shownRows, agent } = after;
  if (status !== undefined && before.status === undefined) {
    const kept = handleId === '' ? 'nothing is kept' : `handle ${handleId}`;
    const amounts = agent === undefined ? `, phase ${phase}, ${shownRows} rows shown, ${kept}` : '';
    tell(`${after.subject} ${status}${amounts}`);
  } else if (phase !== before.phase && (phase === 2 || phase === 3 || phase === 4)) {
    tell(phaseAnnouncement(phase, handleId !== ''));
  }
}

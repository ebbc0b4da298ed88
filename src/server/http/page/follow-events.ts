import { createEventJoiner } from './event-joiner.js';
import { createEventParser, type RunEvent } from './event-parser.js';

export interface FollowPorts {
  /** Asks for the events behind the one with this id; for the first ones where there is none. */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<Response>;
  /** Told when the connection was lost, and when events come again. */
  readonly onConnection: (state: 'open' | 'lost') => void;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the following; the run is not touched. */
  readonly signal: AbortSignal;
}

/** How the following ended: with the last event, because it was left, or by an answer that is none. */
export type FollowEnd =
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly response: Response }
  | { readonly type: 'lost' };

const TERMINAL = /^run\.(?:completed|failed|cancelled)$/;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const MOST_ATTEMPTS = 10;
/** The server says something every 15 seconds: a connection without a word for so long is dead. */
const SILENCE_MS = 45_000;
/** A browser may hand over megabytes at once. */
const PIECE_BYTES = 16 * 1024;
/** How long events are read before the page may draw and take keys. */
const TURN_MS = 25;

/** The events of a run, each once, also when the connection breaks between them or within one. */
export async function* followEvents(ports: FollowPorts): AsyncGenerator<RunEvent, FollowEnd> {
  const { onConnection, wait, signal } = ports;
  const join = createEventJoiner();
  let last: RunEvent | undefined;
  for (let attempt = 0; attempt < MOST_ATTEMPTS && !signal.aborted; attempt += 1) {
    const events = oneConnection(ports, last);
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      last = next.value;
      attempt = 0;
      onConnection('open');
      const whole = join(last);
      if (whole !== undefined) {
        yield whole;
      }
      if (TERMINAL.test(last.type)) {
        await events.return({ type: 'ended' });
        return { type: 'ended' };
      }
    }
    if (next.value.type !== 'lost' || signal.aborted) {
      return next.value;
    }
    onConnection('lost');
    await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt), signal);
  }
  return { type: signal.aborted ? 'ended' : 'lost' };
}

/** What one connection gives of the events behind the last one. */
async function* oneConnection(
  { open, signal }: FollowPorts,
  last: RunEvent | undefined,
): AsyncGenerator<RunEvent, FollowEnd> {
  const watched = watchSilence(signal);
  try {
    const response = await open(last?.id, watched.signal);
    if (response.status === 204) {
      return { type: 'ended' };
    }
    if (!response.ok) {
      const { status } = response;
      // Its body is read here: it goes with the connection.
      return isPassing(status, last !== undefined)
        ? { type: 'lost' }
        : { type: 'refused', response: new Response(await response.text(), { status }) };
    }
    let seq = last?.seq ?? 0;
    for await (const event of eventsOf(response, watched.heard)) {
      if (event.seq > seq) {
        seq = event.seq;
        yield event;
      }
    }
    return { type: 'lost' };
  } catch {
    // It broke, or could not be made: it is tried again behind the last event.
    return { type: 'lost' };
  } finally {
    watched.leave();
  }
}

/** A server that a proxy does not reach now, or that is busy; of what has not begun, busy is an answer. */
function isPassing(status: number, hasBegun: boolean): boolean {
  return status === 502 || status === 503 || status === 504 || (status === 429 && hasBegun);
}

interface Watched {
  readonly signal: AbortSignal;
  readonly heard: () => void;
  readonly leave: () => void;
}

/** Aborted with the outer one, and when nothing is heard for too long. */
function watchSilence(outer: AbortSignal): Watched {
  const own = new AbortController();
  const abort = () => own.abort();
  let timer = setTimeout(abort, SILENCE_MS);
  outer.addEventListener('abort', abort);
  return {
    signal: own.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    leave() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
      own.abort();
    },
  };
}

async function* eventsOf(response: Response, heard: () => void): AsyncGenerator<RunEvent> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    return;
  }
  const decoder = new TextDecoder();
  const parser = createEventParser();
  let turnEnds = performance.now() + TURN_MS;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      heard();
      for (let at = 0; at < read.value.length; at += PIECE_BYTES) {
        yield* parser.push(decoder.decode(read.value.subarray(at, at + PIECE_BYTES), { stream: true }));
        if (performance.now() > turnEnds) {
          await new Promise((resolve) => setTimeout(resolve));
          turnEnds = performance.now() + TURN_MS;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { isKernelError } from '../../contract/errors.js';
import type { Answer, Asking, Connection } from './connection.js';
import { eventsOf } from './events-of.js';
import { createEventJoiner } from './join-events.js';
import { isObject, parseJson } from './json.js';
import { lost, notOurs } from './problems.js';

/** One event of a run. */
export interface RunEvent {
  readonly type: string;
  /** As it came: one line of JSON. */
  readonly line: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RunEvents {
  /** Undefined until the server has named it. */
  readonly runId: () => string | undefined;
  /** Each event once, to the terminal one; what was cut off is gone on with. */
  readonly read: (begin: Asking) => AsyncGenerator<RunEvent>;
  /** Asks the server to cancel the run; what it still says comes all the same. */
  readonly cancel: (after?: 'step') => Promise<void>;
}

/** What can be sent back in a header. */
const EVENT_ID = /^[\w.:-]{0,200}$/;
const TERMINAL = /^run\.(completed|failed|cancelled)$/;
/** Between attempts to go on; the first is made at once. */
const PAUSES_MS = [0, 200, 500, 1000, 2000, 4000];

export function createRunEvents(connection: Connection, leaving: AbortSignal): RunEvents {
  const { serverName } = connection;
  let runId: string | undefined;
  let lastId = '';
  const joiner = createEventJoiner();

  async function* read(begin: Asking): AsyncGenerator<RunEvent> {
    let answer: Answer | undefined = await connection.open({ ...begin, signal: leaving });
    const id = runIn(answer);
    runId = id;
    let pauses = [...PAUSES_MS];
    for (let ms: number | undefined = 0; ms !== undefined; ms = pauses.shift()) {
      await pause(ms, leaving);
      answer ??= await again(id);
      for await (const event of answer === undefined ? [] : eventsIn(answer)) {
        pauses = [...PAUSES_MS];
        yield event;
        if (TERMINAL.test(event.type)) {
          return;
        }
      }
      answer = undefined;
    }
    throw lost(serverName, id);
  }

  function runIn({ headers }: Answer): string {
    const id = /^\/v1\/runs\/([\w.:-]+)$/.exec(String(headers.location ?? ''))?.[1];
    if (id === undefined) {
      throw notOurs(serverName);
    }
    return id;
  }

  /** Events of one answer, to where it ends or breaks off. */
  async function* eventsIn(answer: Answer): AsyncGenerator<RunEvent> {
    try {
      for await (const { id, type, line } of eventsOf(answer.body)) {
        lastId = placeOf(id);
        const event = wholeOf({ type, line, data: dataOf(line) });
        if (event !== undefined) {
          yield event;
        }
      }
    } catch (error) {
      // a connection that breaks off is no end of the run
      if (isKernelError(error) || leaving.aborted) {
        throw error;
      }
    }
  }

  /** Where it can be gone on from. */
  function placeOf(id: string): string {
    if (!EVENT_ID.test(id)) {
      throw notOurs(serverName);
    }
    return id;
  }

  /** An event that came in parts, once the last one is there. */
  function wholeOf(event: RunEvent): RunEvent | undefined {
    if (event.type === 'gap') {
      joiner.forget();
    }
    if (event.type !== 'split') {
      return event;
    }
    const joined = joiner.add(event.data);
    return joined === 'more' || joined === 'none' ? undefined : { ...joined, data: dataOf(joined.line) };
  }

  function dataOf(line: string): RunEvent['data'] {
    const data = parseJson(line);
    if (!isObject(data)) {
      throw notOurs(serverName);
    }
    return data;
  }

  async function again(id: string): Promise<Answer | undefined> {
    try {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastId };
      return await connection.open({ path: `/v1/runs/${id}/events`, headers, signal: leaving });
    } catch (error) {
      if (isKernelError(error) && error.code === 'RUN_NOT_FOUND') {
        throw lost(serverName, id);
      }
      if (isKernelError(error) && error.code === 'DRIVER_UNAVAILABLE') {
        return undefined;
      }
      throw error;
    }
  }

  return {
    runId: () => runId,
    read,
    async cancel(after) {
      if (runId !== undefined) {
        const query = after === undefined ? '' : `?after=${after}`;
        await connection.ask({ method: 'DELETE', path: `/v1/runs/${runId}${query}` });
      }
    },
  };
}

function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      leaving.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    leaving.addEventListener('abort', done);
  });
}

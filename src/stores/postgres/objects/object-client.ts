import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedClient, damagedObject, lostConnection, type ObjectFailure, refusedBy } from './object-failure.js';
import type { ObjectPlace } from './object-place.js';
import { type ObjectAnswer, type ObjectRequest, sendRequest } from './object-request.js';

/** Objects of a bucket. All of it may be done twice, so what fails in passing is tried again, with pauses that grow. */
export interface ObjectClient {
  readonly put: (key: string, parts: readonly Uint8Array[], signal?: AbortSignal) => Promise<void>;
  /** At least `length` bytes from `start` on, and at most `most` if there are more. */
  readonly get: (key: string, part: ObjectPart, signal?: AbortSignal) => Promise<Buffer>;
  /** What is not there counts as removed. */
  readonly remove: (key: string, signal?: AbortSignal) => Promise<void>;
  readonly list: (folder: string, after?: string, signal?: AbortSignal) => Promise<ListedObjects>;
  readonly close: () => void;
}

export interface ObjectPart {
  readonly start: number;
  readonly length: number;
  readonly most?: number;
}

export interface ListedObjects {
  readonly keys: readonly string[];
  /** With which the next page is asked for. */
  readonly next?: string;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 200;
const SHORT_ANSWER = 65_536;
const LONGEST_LIST = 8 * 1024 ** 2;

const WRITE = 'write a result';
const READ = 'read a result';
const REMOVE = 'remove a result';
const LIST = 'list its objects';

export function createObjectClient(place: ObjectPlace, random: () => number = Math.random): ObjectClient {
  const options = { keepAlive: true, maxSockets: 8 };
  const agent = place.root.startsWith('https:') ? new TlsAgent(options) : new Agent(options);
  const ended = new AbortController();
  const ask = async (request: ObjectRequest, what: string, given?: AbortSignal): Promise<ObjectAnswer> => {
    const signals = given === undefined ? [ended.signal] : [ended.signal, given];
    for (let tries = 1; ; tries += 1) {
      const found = await attempt(place, request, { what, agent, signals });
      if ('answer' in found) {
        return found.answer;
      }
      if (signals.some(({ aborted }) => aborted)) {
        throw closedClient();
      }
      if (!found.mayPass || tries === TRIES) {
        throw found.error;
      }
      // Those who failed together do not come back together.
      const pauseMs = FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + random());
      await sleep(pauseMs, undefined, { signal: given ?? ended.signal }).catch(() => undefined);
    }
  };
  return {
    put: async (key, body, signal) => {
      await ask({ method: 'PUT', key, body, maxBytes: SHORT_ANSWER }, WRITE, signal);
    },
    get: async (key, { start, length, most = length }, signal) => {
      const range = { start, length: Math.max(length, most) };
      const maxBytes = Math.max(range.length, SHORT_ANSWER);
      const { status, body } = await ask({ method: 'GET', key, range, maxBytes }, READ, signal);
      if (status !== 206 || body.length < length || body.length > range.length) {
        throw damagedObject(READ);
      }
      return body;
    },
    remove: async (key, signal) => {
      await ask({ method: 'DELETE', key, maxBytes: SHORT_ANSWER }, REMOVE, signal);
    },
    list: async (folder, after, signal) => {
      const query = {
        'list-type': '2',
        prefix: `${place.prefix}${folder}`,
        'max-keys': '1000',
        ...(after === undefined ? {} : { 'continuation-token': after }),
      };
      const { body } = await ask({ method: 'GET', query, maxBytes: LONGEST_LIST }, LIST, signal);
      return readList(body.toString('utf8'), place.prefix);
    },
    close: () => {
      ended.abort();
      agent.destroy();
    },
  };
}

interface Sending {
  readonly what: string;
  readonly agent: Agent;
  readonly signals: readonly AbortSignal[];
}

async function attempt(
  place: ObjectPlace,
  request: ObjectRequest,
  { what, ...sending }: Sending,
): Promise<{ readonly answer: ObjectAnswer } | ObjectFailure> {
  try {
    const answer = await sendRequest(place, request, sending);
    const isGone = request.method === 'DELETE' && answer.status === 404 && answer.body.includes('NoSuchKey');
    return (answer.status >= 200 && answer.status < 300) || isGone ? { answer } : refusedBy(place, answer, what);
  } catch (error) {
    return lostConnection(place, error, what);
  }
}

/** Names of ours need no escapes; others are none of ours. */
function readList(text: string, prefix: string): ListedObjects {
  const keys = [...text.matchAll(/<Key>([^<&]{1,1024})<\/Key>/g)].map(([, key = '']) => key);
  const [, next] = /<NextContinuationToken>([^<]{1,4096})<\/NextContinuationToken>/.exec(text) ?? [];
  return {
    keys: keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)),
    ...(next === undefined ? {} : { next: unescaped(next) }),
  };
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

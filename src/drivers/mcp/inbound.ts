import type { Transport } from './protocol.js';
import { withListedTools } from './raw-tools.js';

type Message = Parameters<Transport['send']>[0];

/** Stands between a transport and the library: of what a server sends, only what somebody waits for goes on. */
export interface Inbound {
  /** Told of each message before it is sent. What it gives is told when the message has been sent. */
  readonly sending: (message: Message) => () => void;
  /** The message as the library may see it; undefined for one that nobody waits for. */
  readonly accept: (message: Message) => Message | undefined;
  /** A request whose answer nobody waits for any more. */
  readonly forget: (id: RequestId) => void;
  /** Whether an answer is awaited; to hear of changes is no waiting. */
  readonly isWaiting: () => boolean;
  /** Messages that nobody waited for. */
  readonly strays: () => number;
}

/** No code of the protocol: the answer is none. */
export const INVALID_ANSWER = -3;

/** Answers to requests of the server that are on their way; while so many are, further requests are not looked at. */
const MOST_ANSWERS = 64;

/** Stays open as long as the connection does. */
const LISTEN = 'subscriptions/listen';

const NOTHING = (): void => undefined;

/**
 * Answers are taken once, and only to requests that are open; progress only of these. Requests of the server go on, to
 * be refused, as long as it reads what it is told. Everything else a server may say unasked, such as logs, is dropped
 * without having been looked at closer.
 */
export function createInbound(): Inbound {
  const open = new Map<RequestId, string>();
  let answering = 0;
  let strays = 0;

  const takeAnswer = (message: Message, id: unknown): Message | undefined => {
    const method = isId(id) ? open.get(id) : undefined;
    if (!isId(id) || method === undefined) {
      return undefined;
    }
    open.delete(id);
    if (!isAnswer(message)) {
      return { jsonrpc: '2.0', id, error: { code: INVALID_ANSWER, message: 'neither a result nor an error' } };
    }
    return method === 'tools/list' ? withListedTools(message) : message;
  };
  const take = (message: Message): Message | undefined => {
    if (!('method' in message)) {
      return takeAnswer(message, 'id' in message ? message.id : undefined);
    }
    if ('id' in message) {
      return answering < MOST_ANSWERS ? message : undefined;
    }
    return isAwaited(message, open) ? message : undefined;
  };
  return {
    sending(message) {
      if (!('method' in message)) {
        answering += 1;
        return () => {
          answering -= 1;
        };
      }
      const id: unknown = 'id' in message ? message.id : message.params?.['requestId'];
      if (isId(id) && 'id' in message) {
        open.set(id, message.method);
      } else if (isId(id) && message.method === 'notifications/cancelled') {
        open.delete(id);
      }
      return NOTHING;
    },
    accept(message) {
      const taken = take(message);
      strays += taken === undefined ? 1 : 0;
      return taken;
    },
    forget: (id) => {
      open.delete(id);
    },
    isWaiting: () => [...open.values()].some((method) => method !== LISTEN),
    strays: () => strays,
  };
}

/** The library would pass over what is neither, and the call would wait for ever. */
function isAnswer(message: Message): boolean {
  const [result, error]: readonly unknown[] = [Reflect.get(message, 'result'), Reflect.get(message, 'error')];
  return (
    isObject(result) || (isObject(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string')
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text "1" is another one than the number 1, although the library takes both for the number. */
export type RequestId = string | number;

export function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

type Notification = Extract<Message, { readonly method: string }>;

function isAwaited({ method, params }: Notification, open: ReadonlyMap<RequestId, string>): boolean {
  if (method === 'notifications/progress') {
    const about: unknown = params?.['progressToken'];
    return isId(about) && open.has(about);
  }
  return method === 'notifications/tools/list_changed' || method === 'notifications/subscriptions/acknowledged';
}

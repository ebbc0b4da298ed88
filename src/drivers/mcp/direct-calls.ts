import { whenAborted } from '../cancellation.js';
import type { CallToolResult, McpLibrary, Transport } from './protocol.js';

type Message = Parameters<Transport['send']>[0];
type Params = Readonly<Record<string, unknown>>;

export interface DirectCall {
  readonly params: Params;
  readonly signal: AbortSignal;
  /** Without an answer or progress. */
  readonly timeoutMs: number;
  /** With progress, in all. */
  readonly maxMs: number;
  readonly onProgress: (progress: Progress) => void;
  readonly library: McpLibrary;
  /** The same call by the library: it is not sent, and the library finds the answer that is there. */
  readonly byLibrary: () => Promise<CallToolResult>;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/**
 * Calls of tools over a pipe, in the older protocol. The library checks each message several times, which costs more than all
 * else about a small call. Answers that are not quite plain it is given nevertheless.
 */
export interface DirectCalls {
  readonly call: (call: DirectCall) => Promise<CallToolResult>;
  /** Takes a message about one of these calls. */
  readonly take: (message: Message) => boolean;
  /** Fails what is still open. */
  readonly end: () => void;
  /** The answer that is there already for a message that the library wants to send. */
  readonly answerTo: (message: Message) => Message | undefined;
}

/** Far from where the library begins to count. */
const FIRST_ID = 2 ** 30;

interface Open {
  readonly onAnswer: (message: Message) => void;
  readonly onProgress: (params: Params) => void;
  /** The server is gone. */
  readonly end: () => void;
}

export function createDirectCalls(send: (message: Message) => Promise<void>): DirectCalls {
  const open = new Map<unknown, Open>();
  const answers = new WeakMap<object, Message>();
  let nextId = FIRST_ID;

  const exchange = (id: number, call: DirectCall): Promise<Message> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      let release = (): void => undefined;
      const close = (): void => {
        open.delete(id);
        clearTimeout(timer);
        release();
      };
      const fail = (error: unknown): void => {
        close();
        reject(error);
      };
      const leave = (error: unknown, reason: unknown): void => {
        fail(error);
        const params = { requestId: id, reason: String(reason) };
        send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
      };
      const tooLate = (): void => leave(failureOf(call, 'RequestTimeout'), 'timeout');
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(tooLate, call.timeoutMs);
      };
      open.set(id, {
        end: () => fail(failureOf(call, 'ConnectionClosed')),
        onAnswer: (message) => {
          close();
          resolve(message);
        },
        onProgress: (params) => {
          if (performance.now() - startedAt >= call.maxMs) {
            tooLate();
            return;
          }
          wait();
          if (isProgress(params)) {
            call.onProgress(params);
          }
        },
      });
      wait();
      release = whenAborted(call.signal, () => leave(call.signal.reason, call.signal.reason));
      send(requestOf(id, call.params)).catch(fail);
    });

  return {
    async call(call) {
      const id = nextId;
      nextId += 1;
      const message = await exchange(id, call);
      const result = plainResult(message);
      if (result !== undefined) {
        return result;
      }
      answers.set(call.params, message);
      return call.byLibrary();
    },
    take(message) {
      if (!('method' in message)) {
        const of = 'id' in message ? open.get(message.id) : undefined;
        of?.onAnswer(message);
        return of !== undefined;
      }
      const { method, params = {} } = message;
      const of = method === 'notifications/progress' ? open.get(params['progressToken']) : undefined;
      of?.onProgress(params);
      return of !== undefined;
    },
    end() {
      for (const { end } of [...open.values()]) {
        end();
      }
    },
    answerTo(message) {
      const params: unknown = 'method' in message && 'id' in message ? message.params : undefined;
      const answer = typeof params === 'object' && params !== null ? answers.get(params) : undefined;
      return answer === undefined || !('id' in message) ? undefined : Object.assign({}, answer, { id: message.id });
    },
  };
}

/** As the library fails. */
function failureOf({ library }: DirectCall, code: 'RequestTimeout' | 'ConnectionClosed'): Error {
  return new library.SdkError(library.SdkErrorCode[code], 'the call has no answer');
}

function requestOf(id: number, params: Params): Message {
  const { _meta: meta, ...others } = params;
  const all = { ...others, _meta: { ...(isObject(meta) ? meta : {}), progressToken: id } };
  return { method: 'tools/call', params: all, jsonrpc: '2.0', id };
}

function isProgress(params: Params): params is Params & Progress {
  const { progress, total, message } = params;
  return (
    typeof progress === 'number' && isNumberOrNone(total) && (message === undefined || typeof message === 'string')
  );
}

function isNumberOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'number';
}

const OF_ANSWER = new Set(['jsonrpc', 'id', 'result']);
const OF_RESULT = new Set(['content', 'isError', 'structuredContent']);
const OF_TEXT = new Set(['type', 'text']);

/** The result of an answer that nothing can be wrong with: texts, and structured content. */
function plainResult(message: Message): CallToolResult | undefined {
  const result: unknown = Reflect.get(message, 'result');
  return hasOnly(message, OF_ANSWER) && isPlain(result) ? result : undefined;
}

function isPlain(result: unknown): result is CallToolResult {
  if (!isObject(result) || !hasOnly(result, OF_RESULT)) {
    return false;
  }
  const { content, isError, structuredContent } = result;
  return (
    Array.isArray(content) &&
    content.every(isText) &&
    (isError === undefined || typeof isError === 'boolean') &&
    (structuredContent === undefined || isObject(structuredContent))
  );
}

function isText(block: unknown): boolean {
  return isObject(block) && hasOnly(block, OF_TEXT) && block['type'] === 'text' && typeof block['text'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

import type { CalledTool } from './protocol-server.js';

type Id = string | number;

export interface DirectCallPorts {
  readonly call: (called: CalledTool) => Promise<object>;
  readonly write: (line: string) => void;
}

/**
 * Calls of tools over pipes, in the older protocol, without the library: its checks of each message and of our own results
 * cost as much as the rest of a small call. What is not quite plain is left to it.
 */
export interface DirectCalls {
  /** Takes one message, or leaves it. */
  readonly take: (line: string) => boolean;
  /** Ends the calls that are open; nothing is written any more. */
  readonly close: () => void;
}

export function createDirectCalls({ call, write }: DirectCallPorts): DirectCalls {
  const open = new Map<Id, AbortController>();
  let isClosed = false;

  const tell = (message: object): void => {
    if (!isClosed) {
      write(`${JSON.stringify(message)}\n`);
    }
  };
  const run = async (id: Id, called: Pick<CalledTool, 'name' | 'args' | 'meta'>): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    open.set(id, controller);
    const notify: CalledTool['notify'] = async (notification) => tell({ ...notification, jsonrpc: '2.0' });
    try {
      const result = await call({ ...called, signal, notify });
      if (!signal.aborted) {
        tell({ result, jsonrpc: '2.0', id });
      }
    } catch (error) {
      if (!signal.aborted) {
        tell({ jsonrpc: '2.0', id, error: errorOf(error) });
      }
    } finally {
      if (open.get(id) === controller) {
        open.delete(id);
      }
    }
  };
  return {
    take(line) {
      const message = parsed(line);
      const { id, method, params } = message ?? {};
      if (method === 'notifications/cancelled' && isObject(params)) {
        const cancelled = isId(params['requestId']) ? open.get(params['requestId']) : undefined;
        cancelled?.abort(params['reason']);
        return cancelled !== undefined;
      }
      const called = method === 'tools/call' && message !== undefined ? calledTool(message) : undefined;
      if (called === undefined || !isId(id)) {
        return false;
      }
      void run(id, called);
      return true;
    },
    close() {
      isClosed = true;
      for (const controller of open.values()) {
        controller.abort();
      }
    },
  };
}

const INTERNAL_ERROR = -32603;

/** As the library tells it. */
function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const code: unknown = isObject(error) ? error['code'] : undefined;
  return {
    code: typeof code === 'number' && Number.isSafeInteger(code) ? code : INTERNAL_ERROR,
    message: error instanceof Error ? error.message : 'the call failed',
  };
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) && message['jsonrpc'] === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

const OF_REQUEST = new Set(['jsonrpc', 'id', 'method', 'params']);
const OF_PARAMS = new Set(['name', 'arguments', '_meta']);
/** What the protocol itself may say of a request, and the library has to understand. */
const OF_PROTOCOL = 'io.modelcontextprotocol/';

function calledTool(
  message: Readonly<Record<string, unknown>>,
): Pick<CalledTool, 'name' | 'args' | 'meta'> | undefined {
  const { params } = message;
  if (!hasOnly(message, OF_REQUEST) || !isObject(params) || !hasOnly(params, OF_PARAMS)) {
    return undefined;
  }
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  return typeof name === 'string' && isObject(args) && isPlainMeta(meta) ? { name, args, meta } : undefined;
}

function isPlainMeta(meta: unknown): meta is Readonly<Record<string, unknown>> {
  if (!isObject(meta) || Object.keys(meta).some((name) => name.startsWith(OF_PROTOCOL))) {
    return false;
  }
  const { progressToken } = meta;
  return progressToken === undefined || isId(progressToken);
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

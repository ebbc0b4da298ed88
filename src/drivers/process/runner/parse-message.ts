import type { FromRunner } from '../../../contract/runner.js';
import { parseShallow } from '../../../streams/deep-json.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * `malformed` is a line that holds no JSON object; `unknown` a message that this supervisor does not understand; `blank`
 * a line of nothing but white space.
 */
export type ParsedLine = FromRunner | { readonly op: 'malformed' | 'unknown' | 'blank' };

/**
 * Reads one line of a runner. What a message lacks, or has of another type, is mended where it can be: the `kind` of a
 * chunk becomes `custom`, and its `content` may be anything.
 */
export function parseMessage(line: string): ParsedLine {
  // Asked first: an error of the parser costs a hundred times as much.
  if (!/\S/.test(line)) {
    return { op: 'blank' };
  }
  let value: unknown;
  try {
    value = parseShallow(line);
  } catch {
    return { op: 'malformed' };
  }
  if (!isMembers(value)) {
    return { op: 'malformed' };
  }
  const { op } = value;
  return typeof op === 'string' && Object.hasOwn(READERS, op) ? (READERS[op]?.(value) ?? UNKNOWN) : UNKNOWN;
}

const UNKNOWN = { op: 'unknown' } as const;

const READERS: Readonly<Record<string, (message: Members) => ParsedLine>> = {
  chunk: ({ kind, content = null, metadata }) => ({
    op: 'chunk',
    kind: typeof kind === 'string' && kind !== '' ? kind : 'custom',
    content,
    ...(isMembers(metadata) ? { metadata } : {}),
  }),
  ready: ({ pid }) => ({ op: 'ready', pid }),
  log: ({ level, msg }) => ({ op: 'log', level: textOf(level, 'info'), msg: textOf(msg, '') }),
  iteration_start: (message) => ({ op: 'iteration_start', iter: iterationOf(message) }),
  iteration_done: (message) => ({
    op: 'iteration_done',
    iter: iterationOf(message),
    tokens: message['tokens'],
    cost_micro: message['cost_micro'],
  }),
  charge: ({ dim, amount }) => ({ op: 'charge', dim, amount }),
  tool_call: ({ tool_call_id: id, tool, args }) =>
    isId(id) && typeof tool === 'string' ? { op: 'tool_call', tool_call_id: id, tool, args } : UNKNOWN,
  permission_request: ({ request_id: id, tool, input }) =>
    isId(id) ? { op: 'permission_request', request_id: id, tool: textOf(tool, ''), input } : UNKNOWN,
  notify: ({ text, msg }) => ({ op: 'log', level: 'notice', msg: textOf(text, textOf(msg, '')) }),
  paused_budget: ({ reason }) => ({ op: 'log', level: 'warning', msg: `paused: ${textOf(reason, 'budget')}` }),
  resumed: () => ({ op: 'log', level: 'info', msg: 'resumed' }),
  exit: ({ exit_kind, summary, text, metadata }) => ({
    op: 'exit',
    exit_kind,
    ...(typeof summary === 'string' ? { summary } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(isMembers(metadata) ? { metadata } : {}),
  }),
};

/** The daemon of the original calls it `iteration`. */
function iterationOf(message: Members): number | undefined {
  const value = message['iter'] ?? message['iteration'];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

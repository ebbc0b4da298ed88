import type { ServerContext } from '@modelcontextprotocol/server';
import { isKernelError } from '../../contract/errors.js';
import type { TraceContext } from '../../contract/telemetry.js';
import { type Answer, joined } from './answer.js';
import { expandPage } from './expand-page.js';
import type { Gateway } from './gateway.js';
import { type OwnTool, ownTools } from './own-tools.js';
import type { OfferedTool } from './tool-list.js';

/** The library's exports, given around by those who have loaded it. */
export type McpServerLibrary = typeof import('./mcp-server-library.js');

export interface ProtocolOptions {
  readonly library: McpServerLibrary;
  readonly version: string;
  /** Three tools in place of all. */
  readonly isLazy: boolean;
  /** Aborted when the host's request is gone; over pipes the protocol itself says so. */
  readonly requestSignal?: AbortSignal | undefined;
}

const INSTRUCTIONS =
  'Results are checked for secrets and kept short. Where something was left out or replaced, the last line begins with [akernel] and names the call that shows the rest.';

const HANDLE_URI = 'akernel://handle/';

type Server = InstanceType<McpServerLibrary['Server']>;

/** A server of the protocol, in both of its eras, over one gateway. One is made for each connection or request. */
export function createProtocolServer(gateway: Gateway, options: ProtocolOptions): Server {
  const { library, version, isLazy } = options;
  const server = new library.Server(
    { name: 'akernel', version },
    { capabilities: { tools: { listChanged: true }, resources: {} }, instructions: INSTRUCTIONS },
  );
  const own = ownTools({ isLazy });
  server.setRequestHandler('tools/list', async () => {
    const ownEntries = own.map(ownToolEntry);
    gateway.noteOwn('tools/list', 'overhead', INSTRUCTIONS + JSON.stringify(ownEntries));
    return { tools: [...ownEntries, ...(isLazy ? [] : await offeredEntries(gateway))] };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, context) => {
    const call = { args, signal: signalOf(context, options), ...progressOf(context) };
    const ownTool = own.find((tool) => tool.name === name);
    if (ownTool !== undefined) {
      const answer = await ownTool.run(gateway, call);
      if (ownTool.name !== 'call') {
        gateway.noteOwn(name, ownTool.name === 'expand' ? 'expand' : 'overhead', answer.texts.join(''));
      }
      return resultOf(answer);
    }
    const tool = await gateway.tools.find(name, call.signal);
    if (tool === undefined) {
      throw unknown(library, 'there is no tool of this name');
    }
    return gateway.kernel.withTraceContext(traceContextOf(context), async () =>
      resultOf(await gateway.call(tool, call)),
    );
  });
  server.setRequestHandler('resources/list', () => ({ resources: gateway.handles().map(resourceEntry) }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ name: 'result', uriTemplate: `${HANDLE_URI}{handle}`, mimeType: 'text/plain' }],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => ({
    contents: [{ uri, mimeType: 'text/plain', text: await readHandle(gateway, { uri, library, context }) }],
  }));
  return server;
}

function signalOf({ mcpReq }: ServerContext, { requestSignal }: ProtocolOptions): AbortSignal {
  return requestSignal === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, requestSignal]);
}

async function offeredEntries({ tools }: Gateway) {
  const list = await tools.list();
  return list.tools.filter(({ denied }) => denied === undefined).map(toolEntry);
}

function toolEntry({ name, capability }: OfferedTool) {
  const { capability_id: id, name: title, description, params, safety_class: safety } = capability;
  const source = id.slice(0, id.indexOf('.'));
  return {
    name,
    ...(title === id ? {} : { title }),
    description: `[${source}] ${description}`.trim(),
    inputSchema: { ...params, type: 'object' as const },
    annotations: {
      readOnlyHint: safety === 'READ',
      ...(safety === 'READ' ? {} : { destructiveHint: safety !== 'WRITE' }),
    },
  };
}

function ownToolEntry({ name, description, inputSchema }: OwnTool) {
  const annotations = name === 'call' ? {} : { annotations: { readOnlyHint: true } };
  return { name, description, inputSchema: { ...inputSchema, type: 'object' as const }, ...annotations };
}

/** Never structured content: some hosts show it in place of the text, which names the handle. */
function resultOf({ texts, isError, meta }: Answer) {
  return {
    content: texts.map((text) => ({ type: 'text' as const, text })),
    ...(isError ? { isError } : {}),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/** A host may say which trace its call is a part of, as the specification of MCP reserves these names for. */
function traceContextOf({ mcpReq }: ServerContext): TraceContext {
  const { traceparent, tracestate }: Readonly<Record<string, unknown>> = mcpReq._meta ?? {};
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
  };
}

/** A host without a token for it is told nothing. */
function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) {
    return {};
  }
  return {
    onProgress: (progress: object) => {
      void mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
        .catch(() => undefined);
    },
  };
}

function resourceEntry(handleId: string) {
  return { uri: `${HANDLE_URI}${handleId}`, name: handleId, mimeType: 'text/plain' };
}

interface Reading {
  readonly uri: string;
  readonly library: McpServerLibrary;
  readonly context: ServerContext;
}

async function readHandle(gateway: Gateway, { uri, library, context }: Reading): Promise<string> {
  const handle = uri.startsWith(HANDLE_URI) ? uri.slice(HANDLE_URI.length) : '';
  try {
    return joined(await expandPage(gateway, { handle }, context.mcpReq.signal));
  } catch (error) {
    throw unknown(library, isKernelError(error) ? error.message : 'there is no such resource');
  }
}

function unknown({ ProtocolError, ProtocolErrorCode }: McpServerLibrary, message: string) {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { cutText } from '../../streams/text.js';
import { cancellation, throwIfAborted, whenAborted } from '../cancellation.js';
import { describeFailure } from './describe-failure.js';
import { MESSAGE_TOO_LONG, STREAM_ENDED } from './http-transport.js';
import { INVALID_ANSWER } from './inbound.js';
import type { ListedTool } from './listed-tools.js';
import { withProgress } from './progress.js';
import type { CallToolResult, McpLibrary, Tool } from './protocol.js';
import { resultChunks } from './result-chunks.js';
import type { OpenServer, Server } from './server.js';
import { DISCOVERED, refusal } from './tool-capability.js';

/** Compiles a JSON Schema into a check. Throws a KernelError for a schema that cannot be used. */
export type CompileSchema = (schema: Readonly<Record<string, unknown>>) => (value: unknown) => boolean;

export interface ToolCall {
  readonly call: DriverCall;
  readonly server: Server;
  readonly tool: string;
  readonly library: McpLibrary;
  readonly compileSchema: CompileSchema;
  readonly keepsTexts: boolean;
}

/** Without a reason Node makes an error with a stack, for every call that ends in order. */
const LEFT = 'the call was left';

/**
 * Calls a tool once: never again by itself, whatever happens. How far it has come is passed on while it runs, its
 * result when it is whole. Leaving the iteration cancels the call at the server.
 */
export async function* callTool(toolCall: ToolCall): AsyncGenerator<Chunk> {
  const { call, server } = toolCall;
  throwIfAborted(call.signal);
  const open = await server.open(call.signal);
  const listed = callable(toolCall, open);
  const fitsOutput = outputCheck(listed, toolCall);
  const left = new AbortController();
  const release = whenAborted(call.signal, () => left.abort(call.signal.reason));
  try {
    const { signal } = left;
    const result = yield* withProgress((report) => request(toolCall, { open, listed, signal }, report));
    refuseWrongOutput(result, { fitsOutput, server });
    const { keepsTexts } = toolCall;
    yield* resultChunks(result, { isProjected: call.capability.allowed_fields !== undefined, keepsTexts });
  } catch (error) {
    if (call.signal.aborted) {
      throw cancellation(call.signal);
    }
    await leaveLostSession(error, open, toolCall.library);
    yield* wordsOf(error, toolCall.library);
    throw describeFailure(error, {
      library: toolCall.library,
      server: server.settings.name,
      maxBytes: server.settings.maxBytes,
      local: open.connection.local,
      during: 'call',
    });
  } finally {
    release();
    left.abort(LEFT);
  }
}

/** A server that has forgotten the session would refuse every further call: the next one begins another. */
async function leaveLostSession(error: unknown, { connection }: OpenServer, library: McpLibrary): Promise<void> {
  const status = error instanceof library.SdkHttpError ? error.data.status : undefined;
  if (connection.hasSession() && (status === 404 || status === 400)) {
    await connection.close();
  }
}

/** The tool as it is listed and pinned now, which may differ from what it was when it was registered. */
function callable({ server, tool, call }: ToolCall, { tools }: OpenServer): ListedTool {
  const { name } = server.settings;
  const listed = tools.get(tool);
  if (listed === undefined) {
    throw new KernelError('CAPABILITY_NOT_FOUND', `the MCP server ${name} has no such tool`, {
      hint: `akernel mcp list ${name} shows its tools`,
    });
  }
  const refused = refusal(name, listed);
  const isOwnClass =
    call.binding.operation !== DISCOVERED && listed.pinState !== 'changed' && listed.unusable === undefined;
  if (refused !== undefined && !isOwnClass) {
    throw new KernelError('POLICY_DENIED', refused.message, {
      hint: refused.remedy,
      details: { reason: 'capability_switched_off' },
    });
  }
  return listed;
}

function outputCheck(
  { tool }: ListedTool,
  { compileSchema, server }: ToolCall,
): ((value: unknown) => boolean) | undefined {
  if (tool.outputSchema === undefined) {
    return undefined;
  }
  try {
    return compileSchema(tool.outputSchema);
  } catch (cause) {
    throw new KernelError(
      'DRIVER_PROTOCOL',
      `a tool of ${server.settings.name} has an output schema that cannot be used`,
      {
        hint: 'references to other documents are never followed',
        cause,
      },
    );
  }
}

interface Request {
  readonly open: OpenServer;
  readonly listed: ListedTool;
  readonly signal: AbortSignal;
}

type Report = Parameters<Parameters<typeof withProgress>[0]>[0];

function request(
  { call, server }: ToolCall,
  { open, listed, signal }: Request,
  report: Report,
): Promise<CallToolResult> {
  const { callTimeoutMs, maxCallMs } = server.settings;
  const { outputSchema: _, ...definition } = listed.tool;
  const toolDefinition: Tool = definition;
  return open.connection.client.callTool(
    { name: listed.tool.name, arguments: { ...call.args }, ...(call.trace_context && { _meta: call.trace_context }) },
    {
      signal,
      timeout: callTimeoutMs,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: maxCallMs,
      onprogress: report,
      toolDefinition,
    },
  );
}

interface OutputCheck {
  readonly fitsOutput: ((value: unknown) => boolean) | undefined;
  readonly server: Server;
}

function refuseWrongOutput({ structuredContent, isError }: CallToolResult, { fitsOutput, server }: OutputCheck): void {
  if (fitsOutput === undefined || isError === true) {
    return;
  }
  if (structuredContent === undefined || !fitsOutput(structuredContent)) {
    throw new KernelError(
      'DRIVER_PROTOCOL',
      `a tool of ${server.settings.name} gave a result that does not fit its own schema`,
    );
  }
}

/** What stands for an answer that did not come. */
const OUR_CODES = new Set([STREAM_ENDED, MESSAGE_TOO_LONG, INVALID_ANSWER]);

const MOST_WORDS = 16 * 1024;

/** What a server says when it refuses a call is content: it goes the way of all content. */
function* wordsOf(error: unknown, library: McpLibrary): Generator<Chunk> {
  if (error instanceof library.ProtocolError && !OUR_CODES.has(error.code) && error.message !== '') {
    for (const text of cutText(`${error.message.slice(0, MOST_WORDS)}\n`)) {
      yield { type: 'text', channel: 'text', text };
    }
  }
}

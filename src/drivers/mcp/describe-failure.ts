import { isKernelError, KernelError } from '../../contract/errors.js';
import { MESSAGE_TOO_LONG, STREAM_ENDED } from './http-transport.js';
import { INVALID_ANSWER } from './inbound.js';
import { messageTooLong } from './message-too-long.js';
import type { McpLibrary } from './protocol.js';
import type { StdioTransport } from './stdio-transport.js';

export interface FailureContext {
  readonly library: McpLibrary;
  readonly server: string;
  readonly local: StdioTransport | undefined;
  readonly during: 'start' | 'call';
  /** Of one message. */
  readonly maxBytes: number;
}

/**
 * What went wrong between akernel and a server, without anything that the server said: its words are in the cause,
 * which only `--debug` shows.
 */
export function describeFailure(error: unknown, context: FailureContext): KernelError {
  const { library, server, local, during } = context;
  const known = local?.failure() ?? (isKernelError(error) ? error : kernelErrorWithin(error));
  if (known !== undefined) {
    return known;
  }
  const cause = withLastWords(error, local);
  if (error instanceof library.ProtocolError) {
    return rpcFailure(error.code, context, cause);
  }
  const status = httpStatus(error, library);
  if (status !== undefined) {
    return httpFailure(server, status, cause);
  }
  if (local === undefined && !isConnected(error)) {
    return unreachable(server, cause);
  }
  if (error instanceof library.SdkError) {
    return sdkFailure(error.code, context, cause);
  }
  if (error instanceof RangeError) {
    return new KernelError('DRIVER_PROTOCOL', `the MCP server ${server} sent an answer that is nested too deeply`, {
      cause,
    });
  }
  if (during === 'call' && local?.exit() === undefined && local !== undefined) {
    return new KernelError('DRIVER_FAILED', `the MCP server ${server} could not be asked`, { cause });
  }
  return gone(context, cause);
}

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Once there was a connection the server may have done its work. */
function isConnected(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) {
    return true;
  }
  const isRefused =
    ('code' in error && typeof error.code === 'string' && NOT_CONNECTED.has(error.code)) ||
    // `fetch` has a list of ports of other protocols.
    error.message === 'bad port';
  return !isRefused && (error.cause === undefined || isConnected(error.cause, depth + 1));
}

/** The library wraps what `fetch` throws, once or twice. */
function kernelErrorWithin(error: unknown, depth = 0): KernelError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause === undefined || depth > 4) {
    return undefined;
  }
  return isKernelError(cause) ? cause : kernelErrorWithin(cause, depth + 1);
}

function withLastWords(error: unknown, local: StdioTransport | undefined): unknown {
  const words = local?.lastWords() ?? '';
  return words === '' ? error : new Error(`${String(error)}; the server's standard error ends with:\n${words}`);
}

function rpcFailure(code: number, context: FailureContext, cause: unknown): KernelError {
  switch (code) {
    case STREAM_ENDED:
      return gone(context, cause);
    case MESSAGE_TOO_LONG:
      return messageTooLong(context.maxBytes);
    case INVALID_ANSWER:
      return invalidAnswer(context.server, cause);
    default:
      return refusal(context, code, cause);
  }
}

function refusal({ server, during }: FailureContext, rpcCode: number, cause: unknown): KernelError {
  const details = { rpc_code: rpcCode };
  if (during === 'start') {
    return new KernelError('DRIVER_PROTOCOL', `the MCP server ${server} refused to start a session`, {
      hint: 'set era of the server to legacy or modern',
      details,
      cause,
    });
  }
  return new KernelError('DRIVER_FAILED', `the MCP server ${server} refused the call`, { details, cause });
}

function httpStatus(error: unknown, library: McpLibrary): number | undefined {
  if (error instanceof library.UnauthorizedError) {
    return 401;
  }
  return error instanceof library.SdkHttpError ? error.data.status : undefined;
}

function httpFailure(server: string, status: number, cause: unknown): KernelError {
  const details = { status };
  if (status === 401 || status === 403) {
    return new KernelError('DRIVER_UNAVAILABLE', `the MCP server ${server} wants other credentials (HTTP ${status})`, {
      hint: `set mcp_servers.${server}.headers; signing in with OAuth is not supported`,
      details,
      cause,
    });
  }
  return new KernelError('DRIVER_FAILED', `the MCP server ${server} answered with HTTP status ${status}`, {
    details,
    cause,
  });
}

function sdkFailure(code: string, context: FailureContext, cause: unknown): KernelError {
  const { server, during, library } = context;
  const codes = library.SdkErrorCode;
  switch (code) {
    case codes.RequestTimeout:
      return new KernelError('TIMEOUT', `the MCP server ${server} was silent for too long`, {
        hint:
          during === 'start'
            ? 'see start_timeout_ms of the server'
            : 'see call_timeout_ms and max_call_ms of the server',
        cause,
      });
    case codes.ConnectionClosed:
    case codes.NotConnected:
    case codes.SendFailed:
      return gone(context, cause);
    case codes.UnsupportedResultType:
      return new KernelError('DRIVER_FAILED', `the tool of ${server} asks for input, which nobody gives here`, {
        cause,
      });
    case codes.EraNegotiationFailed:
      return context.local?.exit() === undefined
        ? new KernelError('DRIVER_UNAVAILABLE', `no common protocol with the MCP server ${server} was found`, {
            hint: 'check that it is an MCP server; set its era to legacy or modern',
            cause,
          })
        : gone(context, cause);
    default:
      return invalidAnswer(server, cause);
  }
}

function invalidAnswer(server: string, cause: unknown): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the MCP server ${server} sent an answer that is not valid`, { cause });
}

function gone({ server, local, during }: FailureContext, cause: unknown): KernelError {
  const exit = local?.exit();
  const details = exit === undefined ? {} : { details: { ...exit } };
  const how =
    exit === undefined ? '' : `, ${exit.signal === null ? `with status ${exit.exit_code}` : `by ${exit.signal}`}`;
  if (during === 'start') {
    return new KernelError('DRIVER_UNAVAILABLE', `the MCP server ${server} ended while it started${how}`, {
      hint: 'run it in a shell to see why, or use --debug',
      cause,
      ...details,
    });
  }
  return new KernelError('DRIVER_FAILED', `the MCP server ${server} ended during the call${how}`, {
    hint: 'the call was not repeated; the next one starts the server anew',
    cause,
    ...details,
  });
}

function unreachable(server: string, cause: unknown): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', `cannot connect to the MCP server ${server}`, {
    hint: `is it running, and is mcp_servers.${server}.url its address?`,
    cause,
  });
}

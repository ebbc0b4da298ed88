import { KernelError } from '../../contract/errors.js';
import { orCancelled } from '../cancellation.js';
import type { Dispatchers } from '../dispatchers.js';
import { describeFailure } from './describe-failure.js';
import { createHttpTransport } from './http-transport.js';
import type { EraVerdict, KnownEras } from './known-eras.js';
import { type Era, type McpLibrary, MODERN_VERSION, type Transport } from './protocol.js';
import type { ServerSettings } from './server-settings.js';
import { createStdioTransport, type StdioTransport } from './stdio-transport.js';

export type McpClient = InstanceType<McpLibrary['Client']>;

/** An open connection to one server. */
export interface Connection {
  readonly client: McpClient;
  readonly era: Era;
  /** The subprocess, for a local server. */
  readonly local: StdioTransport | undefined;
  /** False for good once either side has closed it. */
  readonly isOpen: () => boolean;
  /** Whether a remote server keeps a session for it, which it may forget. */
  readonly hasSession: () => boolean;
  /** Messages that nobody waited for. */
  readonly strays: () => number;
  /** Ends the server, or the session with it. Idempotent. */
  readonly close: () => Promise<void>;
}

export interface ConnectOptions {
  readonly library: McpLibrary;
  readonly settings: ServerSettings;
  readonly dispatchers: Dispatchers;
  readonly eras: KnownEras;
  /** Told when the server says that its tools have changed. */
  readonly onToolsChanged: () => void;
  /** Told the end of what a server that did not start wrote on its standard error. */
  readonly onLastWords: (text: string) => void;
  /** Aborted when the start takes too long. */
  readonly signal: AbortSignal;
}

type Attempt = 'auto' | 'legacy' | 'modern' | EraVerdict;

/** The longest that a local server may leave unanswered the question which protocol it speaks. */
const LONGEST_PROBE_MS = 5000;

/**
 * Starts the server, or turns to it, and agrees on a protocol. Servers older than the question may end when asked, or
 * be so slow to start that they answer it too late: those are started once more with what is left to try. So is one that
 * was known to speak a protocol and does not any more.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { settings, eras } = options;
  const first: Attempt = settings.era === 'auto' ? ((await eras.get(settings)) ?? 'auto') : settings.era;
  const outcome = await attempt(options, first);
  if ('connection' in outcome) {
    return outcome.connection;
  }
  if (typeof first === 'object') {
    await eras.forget(settings);
  }
  if (settings.era !== 'auto' || outcome.next === undefined || options.signal.aborted) {
    throw outcome.error;
  }
  const second = await attempt(options, outcome.next);
  if ('connection' in second) {
    return second.connection;
  }
  throw second.error;
}

type Outcome =
  | { readonly connection: Connection }
  | { readonly error: KernelError; readonly next: Attempt | undefined };

async function attempt(options: ConnectOptions, how: Attempt): Promise<Outcome> {
  const { library, settings, dispatchers, signal } = options;
  const local = settings.local === undefined ? undefined : createStdioTransport(settings.local);
  const remote =
    settings.remote === undefined ? undefined : { ...settings.remote, dispatchers, maxBytes: settings.maxBytes };
  const http = remote === undefined ? undefined : createHttpTransport(library, remote);
  const transport: Transport | undefined = local ?? http;
  if (transport === undefined) {
    throw new KernelError('CONFIG_INVALID', `the MCP server ${settings.name} has neither command nor url`);
  }
  const client = createClient(options, how);
  let isOpen = true;
  client.onclose = () => {
    isOpen = false;
  };
  const close = async () => {
    if (isOpen && http?.sessionId !== undefined) {
      await Promise.race([http.leave().catch(() => undefined), aSecond()]);
    }
    isOpen = false;
    await transport.close().catch(() => undefined);
  };
  try {
    const prior = typeof how === 'object' ? { prior: how } : {};
    const timeout = settings.startTimeoutMs;
    await orCancelled(client.connect(transport, { timeout, signal, ...prior }), signal);
  } catch (cause) {
    await transport.close().catch(() => undefined);
    options.onLastWords(local?.lastWords() ?? '');
    const error = describeFailure(cause, {
      library,
      server: settings.name,
      maxBytes: settings.maxBytes,
      local,
      during: 'start',
    });
    const next = typeof how === 'object' ? 'auto' : otherEra(cause, library);
    return { error, next: local === undefined || local.failure() !== undefined ? undefined : next };
  }
  local?.sessionBegun();
  const era = client.getProtocolEra() ?? 'legacy';
  const discover = client.getDiscoverResult();
  hearOfChanges(client, local);
  await options.eras.set(settings, discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover });
  return {
    connection: {
      client,
      era,
      local,
      isOpen: () => isOpen,
      hasSession: () => http?.sessionId !== undefined,
      strays: () => (local ?? http)?.strays() ?? 0,
      close,
    },
  };
}

/** Nothing is offered to the server: it cannot ask for input, models or folders. Schemas are checked elsewhere. */
function createClient({ library, settings, onToolsChanged }: ConnectOptions, how: Attempt): McpClient {
  const timeoutMs = Math.min(LONGEST_PROBE_MS, settings.startTimeoutMs / 2);
  const mode = how === 'modern' ? { pin: MODERN_VERSION } : how === 'auto' ? 'auto' : 'legacy';
  const client = new library.Client(
    { name: 'akernel', version: settings.clientVersion },
    {
      capabilities: {},
      versionNegotiation: { mode, ...(settings.local === undefined ? {} : { probe: { timeoutMs } }) },
      inputRequired: { autoFulfill: false },
      jsonSchemaValidator: { getValidator: refuseToCompile },
    },
  );
  client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
  // what a server does beside the point is no failure of a call
  client.onerror = () => undefined;
  return client;
}

/**
 * Servers of the newer protocol tell only those who ask. One that is not asked, being at an address, is compared now and
 * then.
 */
function hearOfChanges(client: McpClient, local: StdioTransport | undefined): void {
  const tells = client.getServerCapabilities()?.tools?.listChanged === true;
  if (tells && local !== undefined && client.getProtocolEra() === 'modern') {
    void client.listen({ toolsListChanged: true }).catch(() => undefined);
  }
}

/** What is left to try with a server that ended, or refused the older protocol, after it was asked which one it speaks. */
function otherEra(cause: unknown, library: McpLibrary): Attempt | undefined {
  if (cause instanceof library.SdkError && cause.code === library.SdkErrorCode.EraNegotiationFailed) {
    return 'legacy';
  }
  return cause instanceof library.ProtocolError ? 'modern' : undefined;
}

function refuseToCompile(): never {
  throw new Error('schemas are checked elsewhere');
}

function aSecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1000).unref();
  });
}

import type { Server } from 'node:http';
import type { AgentKernel } from '../../contract/agent.js';
import type { Principal } from '../../contract/principal.js';
import type { SharedRuns } from '../../contract/shared-runs.js';
import { createApp } from './app.js';
import { createCallers } from './callers.js';
import { createIdempotentReplies } from './idempotent-replies.js';
import { type Address, listen, type Tls } from './listen.js';
import { createMetrics } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { createReadiness } from './readiness.js';
import { createReadings } from './readings.js';
import { ROUTES } from './routes/index.js';
import { createRunBook } from './runs/run-book.js';
import type { Service } from './service.js';
import { createTurns } from './turns.js';

export interface ServeOptions {
  readonly library: typeof import('./hono-library.js');
  readonly kernel: AgentKernel;
  /** Throws what stands in the way of keeping anything now. */
  readonly checkStore: () => Promise<void>;
  readonly principals: readonly Principal[];
  /** Where other servers can read the runs of this one, and know of its answers. */
  readonly shared?: SharedRuns | undefined;
  readonly defaults: Service['defaults'];
  readonly renderingOf: Service['renderingOf'];
  readonly version: string;
  readonly address: Address;
  readonly tls?: Tls;
  /** Names of this server beside those of this machine, in small letters. */
  readonly hostNames: readonly string[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Told the address once it is served. */
  readonly onListening: (url: string) => void;
  /** Ends the service. */
  readonly signal: AbortSignal;
}

/** How long runs and their readers are given to come to their end. */
const END_MS = 8000;

/**
 * Serves the kernel over HTTP until `signal` is aborted; then nothing new is begun, what runs is cancelled and has its
 * terminal event, and the connections end. Throws USAGE where the address cannot be had.
 */
export async function serveHttp(options: ServeOptions): Promise<void> {
  const { library, signal, address, tls, hostNames } = options;
  const service = createService(options);
  const app = createApp(new library.Hono(), {
    service,
    identify: createCallers(options),
    routes: ROUTES,
    hostNames,
  });
  const handler = library.getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const { server, url } = await listen(address, tls, (incoming, outgoing) => void handler(incoming, outgoing));
  options.onListening(url);
  await aborted(signal);
  await end(server, service);
}

function createService(options: ServiceOptions): Service {
  const { kernel, checkStore, shared, version, defaults, renderingOf, now, signal } = options;
  const metrics = createMetrics();
  // A clock that jumps must not make runs and keys be forgotten, and their requests be done twice.
  const monotonic = () => performance.now();
  let description: Readonly<Record<string, unknown>> | undefined;
  return {
    kernel,
    description: () => {
      description ??= openApiDocument(ROUTES, version);
      return description;
    },
    isStoreReady: createReadiness(checkStore),
    version,
    defaults,
    renderingOf,
    metrics,
    runs: createRunBook({ metrics, now, monotonic, shared }),
    readings: createReadings({ kernel, now: monotonic }),
    searches: new Map(),
    replies: createIdempotentReplies(monotonic, shared?.replies),
    turn: createTurns(),
    calls: new Set(),
    loading: kernel.capabilities.load(),
    ending: signal,
  };
}

type ServiceOptions = Pick<
  ServeOptions,
  'kernel' | 'checkStore' | 'shared' | 'version' | 'defaults' | 'renderingOf' | 'now' | 'signal'
>;

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function end(server: Server, { runs, calls }: Service): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const call of calls) {
    call.cancel('the server was ended');
  }
  await runs.end(END_MS);
  server.closeIdleConnections();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
  server.closeAllConnections();
}

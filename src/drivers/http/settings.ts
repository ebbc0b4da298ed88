import type { DriverCall } from '../../contract/driver.js';
import { type HttpRequestOptions, httpRequestOptions } from '../../contract/driver-options/http.js';
import { KernelError } from '../../contract/errors.js';
import type { ConnectionSettings } from '../dispatchers.js';
import type { Method } from '../http-exchange.js';

/** The options of a capability with what they leave out. */
export interface HttpSettings {
  readonly options: HttpRequestOptions;
  readonly connection: ConnectionSettings;
  readonly idleMs: number;
  readonly totalMs: number | undefined;
  /** How often a request is repeated; 0 where that could do something twice. */
  readonly attempts: number;
  readonly maxDelayMs: number;
  readonly maxBytes: number;
  readonly maxPages: number;
}

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;
const ATTEMPTS = 2;
const MAX_DELAY_MS = 10_000;
const MAX_BYTES = 1024 ** 3;
const MAX_PAGES = 100;
const IDEMPOTENT: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

export function readSettings({ binding, capability }: DriverCall): HttpSettings {
  const parsed = httpRequestOptions().safeParse(binding.options ?? {});
  if (binding.operation !== 'request' || !parsed.success) {
    throw new KernelError('CONFIG_INVALID', 'the options of the http driver are not valid', {
      hint: 'akernel config check tells what is wrong',
      cause: parsed.error,
    });
  }
  const options = parsed.data;
  const { timeouts = {}, retries = {} } = options;
  const isRepeatable = IDEMPOTENT.has(options.method ?? 'GET') || capability.idempotent === true;
  return {
    options,
    connection: {
      reach: { allowPrivate: options.allow_private === true, allowHosts: options.allow_hosts ?? [] },
      connectMs: timeouts.connect_ms ?? CONNECT_MS,
      caFile: options.ca_file,
    },
    idleMs: timeouts.idle_ms ?? IDLE_MS,
    totalMs: timeouts.total_ms,
    attempts: isRepeatable ? (retries.attempts ?? ATTEMPTS) : 0,
    maxDelayMs: retries.max_delay_ms ?? MAX_DELAY_MS,
    maxBytes: options.max_response_bytes ?? MAX_BYTES,
    maxPages: options.pagination?.max_pages ?? MAX_PAGES,
  };
}

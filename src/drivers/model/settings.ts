import { modelClientOptions } from '../../contract/driver-options/model.js';
import type { ModelClientOptions } from '../../contract/model.js';
import type { TurnLimits } from '../../streams/model-turn/turn-builder.js';
import type { ConnectionSettings } from '../dispatchers.js';
import { parseOptions } from '../parse-options.js';
import { PROVIDERS } from './providers.js';
import type { Members, Wire, WireEmbeddings } from './wire.js';

/** The options of a client with what they leave out. */
export interface ModelSettings {
  readonly wire: Wire;
  readonly url: URL;
  /** Undefined for a provider that has none. */
  readonly embeddings: { readonly wire: WireEmbeddings; readonly url: URL } | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: Members;
  readonly connection: ConnectionSettings;
  readonly idleMs: number;
  readonly attempts: number;
  readonly maxDelayMs: number;
  readonly limits: TurnLimits;
  readonly maxEventChars: number;
  readonly maxBytes: number;
}

const CONNECT_MS = 10_000;
/** A model may think for a while, or be loaded first. */
const IDLE_MS = 120_000;
const ATTEMPTS = 2;
const MAX_DELAY_MS = 10_000;
const MAX_CALLS = 128;
const MAX_ARGUMENT_CHARS = 256 * 1024;
const MAX_CHARS = 4 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/** Throws CONFIG_INVALID. */
export function readModelSettings(options: ModelClientOptions): ModelSettings {
  const {
    provider,
    api_key: apiKey,
    timeouts = {},
    retries = {},
    limits = {},
    ...rest
  } = parseOptions(modelClientOptions(), options, 'model');
  const wire: Wire = PROVIDERS[provider];
  const at = (path: Wire['path']): URL => {
    const url = new URL(rest.base_url ?? wire.default_base_url);
    url.pathname = path(url.pathname.replace(/\/+$/, ''));
    return url;
  };
  return {
    wire,
    url: at(wire.path),
    embeddings: wire.embeddings === undefined ? undefined : { wire: wire.embeddings, url: at(wire.embeddings.path) },
    headers: {
      accept:
        wire.framing === 'lines' ? 'application/x-ndjson, application/json' : 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'user-agent': 'akernel',
      ...wire.headers(apiKey),
      ...lowerCase(rest.headers ?? {}),
    },
    extraBody: rest.extra_body ?? {},
    connection: {
      reach: { allowPrivate: rest.allow_private === true, allowHosts: rest.allow_hosts ?? [] },
      connectMs: timeouts.connect_ms ?? CONNECT_MS,
      caFile: rest.ca_file,
    },
    idleMs: timeouts.idle_ms ?? IDLE_MS,
    attempts: retries.attempts ?? ATTEMPTS,
    maxDelayMs: retries.max_delay_ms ?? MAX_DELAY_MS,
    limits: {
      max_calls: limits.max_calls ?? MAX_CALLS,
      max_argument_chars: limits.max_argument_chars ?? MAX_ARGUMENT_CHARS,
      max_answer_chars: limits.max_answer_chars ?? MAX_CHARS,
    },
    maxEventChars: limits.max_event_chars ?? MAX_CHARS,
    maxBytes: limits.max_response_bytes ?? MAX_BYTES,
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

import { resolve } from 'node:path';
import type { McpServerConfig } from '../../contract/driver-options/mcp-servers.js';
import { GATEWAY_DEPTH, gatewayDepth } from '../../contract/mcp.js';
import { childEnvironment } from '../child-environment.js';
import type { StdioOptions } from './stdio-transport.js';

/** One server of the config with every default filled in. */
export interface ServerSettings {
  readonly name: string;
  readonly era: 'auto' | 'legacy' | 'modern';
  /** What akernel calls itself. */
  readonly clientVersion: string;
  /** Set for a server that is a subprocess. */
  readonly local: StdioOptions | undefined;
  /** Set for a server at an address. */
  readonly remote: RemoteServer | undefined;
  readonly startTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly maxCallMs: number;
  readonly maxBytes: number;
}

export interface RemoteServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its address may be private or local. */
  readonly allowPrivate: boolean;
}

export interface ServerPlace {
  /** The process that runs it may be told to end at any moment, and then has no time. */
  readonly servesHost?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

const DEFAULT_START_MS = 30_000;
const DEFAULT_SILENCE_MS = 60_000;
const DEFAULT_CALL_MS = 600_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** How long each step waits that makes a server end. */
const STEP_MS = 2000;
const SHORT_STEP_MS = 300;
const CLIENT_VERSION = '1';

export function serverSettings(name: string, config: McpServerConfig, place: ServerPlace): ServerSettings {
  const { env, cwd, servesHost } = place;
  const { command, url, headers = {} } = config;
  const maxBytes = config.max_result_bytes ?? DEFAULT_MAX_BYTES;
  const callTimeoutMs = config.call_timeout_ms ?? DEFAULT_SILENCE_MS;
  const local =
    command === undefined
      ? undefined
      : {
          command: {
            file: command,
            args: config.args ?? [],
            cwd: resolve(cwd, config.cwd ?? '.'),
            env: {
              ...childEnvironment(env, config.env_allow ?? []),
              ...(servesHost === true ? { [GATEWAY_DEPTH]: String(gatewayDepth(env) + 1) } : {}),
              ...config.env,
            },
            stepMs: servesHost === true ? SHORT_STEP_MS : STEP_MS,
          },
          maxBytes,
        };
  return {
    name,
    era: config.era ?? 'auto',
    clientVersion: CLIENT_VERSION,
    local,
    remote: url === undefined ? undefined : { url, headers, allowPrivate: config.allow_private === true },
    startTimeoutMs: config.start_timeout_ms ?? DEFAULT_START_MS,
    callTimeoutMs,
    maxCallMs: Math.max(callTimeoutMs, config.max_call_ms ?? DEFAULT_CALL_MS),
    maxBytes,
  };
}

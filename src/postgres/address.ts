import type { ConnectionOptions } from 'node:tls';
import type { ServerConfig } from '../contract/driver-options/databases.js';
import { KernelError } from '../contract/errors.js';
import { readRegularFile } from '../files/read-regular-file.js';

/** Where a server is and how to speak to it; nothing in it may get into a message. */
export interface Address {
  /** A name, an IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string | undefined;
  readonly password: string;
  readonly ssl: false | ConnectionOptions;
  readonly applicationName: string;
  readonly options: string | undefined;
  readonly connectTimeoutMs: number;
}

const PORT = 5432;
const MAX_CERTIFICATE_BYTES = 16 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Members of the config are stronger than the parameters of its url. `setting` is where they stand in the config. Throws
 * CONFIG_INVALID.
 */
export async function readAddress(setting: string, config: ServerConfig): Promise<Address> {
  const url = parseUrl(setting, config.url);
  const parameter = (key: string): string | undefined => url.searchParams.get(key) ?? undefined;
  const host = parameter('host') ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const mode = config.sslmode ?? parameter('sslmode') ?? (isThisMachine(host) ? 'disable' : 'verify-full');
  const ca = config.ca_file === undefined ? undefined : await readAuthorities(setting, config.ca_file);
  const seconds = Number(parameter('connect_timeout'));
  return {
    host,
    port: url.port === '' ? PORT : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)) || undefined,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password),
    ssl: sslOptions(mode, ca),
    applicationName: config.application_name ?? parameter('application_name') ?? 'akernel',
    options: parameter('options'),
    connectTimeoutMs: config.connect_timeout_ms ?? (seconds > 0 ? seconds * 1000 : CONNECT_TIMEOUT_MS),
  };
}

function parseUrl(setting: string, text = ''): URL {
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password + url.hostname + url.pathname);
    return url;
  } catch {
    // The error would repeat the address.
    throw new KernelError('CONFIG_INVALID', `${setting}.url is not a PostgreSQL address`, {
      hint: 'write postgres://user:password@host:5432/name, with %-escapes for the characters : / ? # [ ] @ %',
    });
  }
}

async function readAuthorities(setting: string, path: string): Promise<string> {
  const content = await readRegularFile(path, MAX_CERTIFICATE_BYTES);
  if (!Buffer.isBuffer(content)) {
    const { cause } = content;
    const hint = 'check its path';
    throw new KernelError('CONFIG_INVALID', `the certificates of ${setting}.ca_file cannot be read`, { hint, cause });
  }
  return content.toString('utf8');
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** As libpq has it: `require` alone checks nothing, with certificates it is `verify-ca`. */
function sslOptions(mode: string, ca: string | undefined): false | ConnectionOptions {
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return ca === undefined ? { rejectUnauthorized: false } : { ca, checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...(ca === undefined ? {} : { ca }), checkServerIdentity: () => undefined };
    default:
      return ca === undefined ? {} : { ca };
  }
}

/** What the library connects with. */
export function clientOptions(address: Address) {
  const { host, port, database, user, password, ssl, applicationName, options, connectTimeoutMs } = address;
  return {
    host,
    port,
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    // As a function it keeps the environment and ~/.pgpass from being asked.
    password: () => password,
    ssl,
    application_name: applicationName,
    client_encoding: 'UTF8',
    ...(options === undefined ? {} : { options }),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  };
}

import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { KernelError } from '../contract/errors.js';
import { readRegularFile } from '../files/read-regular-file.js';
import type { StateGuard } from '../files/state-guard.js';
import { createAddressGuard, type Reach, type ResolveHost } from './address-guard.js';
import { proxyFor } from './proxy-environment.js';

const MAX_CERTIFICATE_BYTES = 16 * 1024 * 1024;

export interface HttpHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where the relative path of `ca_file` starts; `cwd` when absent. */
  readonly configDir?: string;
  /** The system's own when absent. */
  readonly resolveHost?: ResolveHost;
  /** Keeps `ca_file` out of akernel's own state. */
  readonly guard?: StateGuard;
}

/** What connections depend on: two calls that differ in it never share one. */
export interface ConnectionSettings {
  readonly reach: Reach;
  readonly connectMs: number;
  readonly caFile: string | undefined;
}

/** Sends requests to the origin of a URL; the guard has been told of everything that it connects to. */
export interface Line {
  readonly dispatcher: Dispatcher;
  /** Refuses addresses that no look-up would see. To be awaited before each request. */
  readonly check: (url: URL) => Promise<void>;
}

export interface Dispatchers {
  readonly lineTo: (url: URL, settings: ConnectionSettings) => Promise<Line>;
  readonly close: () => Promise<void>;
}

/** Keeps connections open between calls, until it is closed. */
export function createDispatchers(host: HttpHost): Dispatchers {
  const lines = new Map<string, Promise<Line>>();
  const resolveHost = host.resolveHost ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }));

  return {
    lineTo(url, settings) {
      const proxy = proxyFor(url, host.env);
      const key = JSON.stringify([proxy, settings]);
      const line = lines.get(key) ?? openLine({ host, proxy, settings, resolveHost });
      lines.set(key, line);
      // One that cannot be made, because a file is missing, is tried again by the next call.
      line.catch(() => lines.delete(key));
      return line;
    },
    async close() {
      const open = [...lines.values()];
      lines.clear();
      await Promise.all(open.map((line) => line.then(({ dispatcher }) => dispatcher.destroy()).catch(() => undefined)));
    },
  };
}

interface LineParts {
  readonly host: HttpHost;
  readonly proxy: string | undefined;
  readonly settings: ConnectionSettings;
  readonly resolveHost: ResolveHost;
}

async function openLine({ host, proxy, settings, resolveHost }: LineParts): Promise<Line> {
  const { Agent, ProxyAgent } = await import('./undici-library.js');
  const guard = createAddressGuard(resolveHost, settings.reach);
  const timeout = settings.connectMs;
  const tls = { timeout, rejectUnauthorized: true, ...(await extraAuthorities(settings.caFile, host)) };
  if (proxy !== undefined) {
    const proxyTls = { timeout, rejectUnauthorized: true };
    // Many proxies open tunnels for https only; plain requests are theirs to forward.
    const dispatcher = new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls, proxyTunnel: false });
    return { dispatcher, check: (url) => guard.checkIfKnown(url.hostname) };
  }
  const dispatcher = new Agent({ connect: { ...tls, lookup: guard.lookup } });
  return { dispatcher, check: (url) => guard.checkLiteral(url.hostname) };
}

async function extraAuthorities(
  file: string | undefined,
  { configDir, cwd, guard }: HttpHost,
): Promise<{ readonly ca?: string[] }> {
  if (file === undefined) {
    return {};
  }
  const path = resolve(configDir ?? cwd, file);
  guard?.refuse(path);
  const content = await readRegularFile(path, MAX_CERTIFICATE_BYTES);
  if (!Buffer.isBuffer(content)) {
    throw new KernelError('CONFIG_INVALID', 'the ca_file of the capability cannot be read', { cause: content.cause });
  }
  return { ca: [...rootCertificates, content.toString('utf8')] };
}

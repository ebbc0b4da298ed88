import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { KernelError } from '../../contract/errors.js';
import { VERSION } from '../../contract/version.js';
import type { Address, Tls } from '../../server/http/listen.js';
import type { CommandContext, OpenKernel } from '../context.js';
import type { ServeFlags } from '../flags/serve-flags.js';
import { collect, quote, usage } from '../flags/values.js';
import { printValue } from '../output/print-value.js';
import { renderingOf } from '../output/rendering-of.js';

const NOTES = `
The address is a page for browsers, too. Every request but /, /healthz, /readyz and /openapi.json needs a capability
token, also from this machine:
  akernel grant http.serve --ttl 24h --out serve.token
One for another capability opens that one alone. akernel help server has the requests; /openapi.json describes them.`;

export function defineServe(command: Command, context: CommandContext): void {
  command
    .addOption(
      new Option('--listen <place>', 'HOST:PORT, port 0 for any free one, or unix:PATH')
        .argParser(parsePlace)
        .default(DEFAULT_PLACE, '127.0.0.1:8787'),
    )
    .option('--allow-host <name>', 'another name that requests may call this server by; repeatable', collect)
    .option('--tls-cert <file>', 'certificate (PEM); needed beyond this machine')
    .option('--tls-key <file>', 'its key (PEM)')
    .option('--as <principal>', 'serve this principal of the config alone')
    .option('--print-unit', 'print a systemd unit that serves like this, and end')
    .option('--print-containerfile', 'print a Containerfile whose container serves like this, and end')
    .addHelpText('after', NOTES)
    .action(async (flags: ServeFlags) => {
      if (flags.printUnit === true || flags.printContainerfile === true) {
        const { printService } = await import('../print-service.js');
        await printService(context, flags);
      } else {
        await serve(context, flags);
      }
    });
}

const DEFAULT_PLACE = { host: '127.0.0.1', port: 8787 };
const LOOPBACK = ['127.0.0.1', '::1'];

function parsePlace(text: string): Address {
  const path = /^unix:(.+)$/s.exec(text)?.[1];
  if (path !== undefined) {
    return { path };
  }
  const [, host = '', digits = ''] = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(digits) > 65_535) {
    throw usage(`--listen takes HOST:PORT or unix:PATH, not ${quote(text)}`, 'write 127.0.0.1:8787');
  }
  return { host: host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''), port: Number(digits) };
}

async function serve(context: CommandContext, flags: ServeFlags): Promise<void> {
  const tls = readTls(context, flags);
  const address = 'path' in flags.listen ? { path: resolve(context.cwd, flags.listen.path) } : flags.listen;
  if ('host' in address && !LOOPBACK.includes(address.host) && tls === undefined) {
    throw usage('beyond this machine capability tokens would travel in the open', 'give --tls-cert and --tls-key');
  }
  const { runs } = context;
  await context.withKernel({ as: flags.as, withoutStdin: true }, async (open) => {
    runs.active += 1;
    try {
      const hostNames = [...(flags.allowHost ?? []), ...('host' in address ? [nameOf(address.host)] : [])];
      await serveKernel(context, open, { address, ...(tls && { tls }), hostNames, isOnly: flags.as !== undefined });
    } finally {
      runs.active -= 1;
    }
  });
}

function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

interface Serving {
  readonly address: Address;
  readonly tls?: Tls;
  readonly hostNames: readonly string[];
  readonly isOnly: boolean;
}

async function serveKernel(context: CommandContext, open: OpenKernel, serving: Serving): Promise<void> {
  const { kernel, config, principal, defaults, sharedRuns, checkStore } = open;
  const { isOnly, hostNames, ...place } = serving;
  const loading = import('../../server/http/hono-library.js');
  const { serveHttp } = await import('../../server/http/serve.js');
  await serveHttp({
    ...place,
    library: await loading,
    kernel,
    shared: sharedRuns,
    checkStore,
    principals: isOnly ? [principal] : [config.principal, ...Object.values(config.principals)],
    defaults,
    renderingOf,
    version: VERSION,
    hostNames: hostNames.map((name) => name.toLowerCase()),
    now: context.now,
    signal: context.interrupt,
    onListening: (url) => void printValue(context, { url }, () => `akernel serves at ${url}\n`).catch(() => undefined),
  });
}

function readTls({ cwd }: CommandContext, { tlsCert, tlsKey }: ServeFlags): Tls | undefined {
  if (tlsCert === undefined && tlsKey === undefined) {
    return undefined;
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    throw usage('--tls-cert and --tls-key go together', 'give both');
  }
  return { cert: read(resolve(cwd, tlsCert), '--tls-cert'), key: read(resolve(cwd, tlsKey), '--tls-key') };
}

function read(path: string, flag: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new KernelError('USAGE', `${flag}: the file cannot be read`, { hint: 'name a PEM file', cause });
  }
}

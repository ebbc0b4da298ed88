import { resolve } from 'node:path';
import { VERSION } from '../contract/version.js';
import type { Address } from '../server/http/listen.js';
import { printContainerfile } from '../server/http/print-containerfile.js';
import { printUnit } from '../server/http/print-unit.js';
import type { CommandContext } from './context.js';
import type { ServeFlags } from './flags/serve-flags.js';
import { usage } from './flags/values.js';
import { ownProgram } from './own-program.js';

/** Prints what starts a server with these flags: a systemd unit, or a Containerfile. */
export async function printService(context: CommandContext, flags: ServeFlags): Promise<void> {
  if (flags.printUnit === true && flags.printContainerfile === true) {
    throw usage('--print-unit and --print-containerfile print different files', 'give one of them');
  }
  const text =
    flags.printUnit === true
      ? printUnit({ node: process.execPath, program: ownProgram(), args: unitArgs(context, flags) })
      : printContainerfile({ version: VERSION, args: containerArgs(context, flags) });
  await context.stdout.write(text);
}

function unitArgs({ cwd, settings }: CommandContext, flags: ServeFlags): readonly string[] {
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  const { listen } = flags;
  const place = 'path' in listen ? { path: resolve(cwd, listen.path) } : listen;
  return [
    ...given('--config', absolute(settings.configFile)),
    'serve',
    ...given('--listen', placeText(place)),
    ...others(flags, absolute(flags.tlsCert), absolute(flags.tlsKey)),
  ];
}

/** Where a container's files are expected; paths that are given are those inside of it. */
const IN_CONTAINER = { listen: '0.0.0.0:8443', cert: '/etc/akernel/tls.crt', key: '/etc/akernel/tls.key' };

function containerArgs({ settings }: CommandContext, flags: ServeFlags): readonly string[] {
  const { listen, tlsCert, tlsKey } = flags;
  const isUsual = 'host' in listen && listen.host === '127.0.0.1';
  const isPlain = 'path' in listen;
  return [
    ...given('--config', settings.configFile),
    'serve',
    ...given('--listen', isUsual ? IN_CONTAINER.listen : placeText(listen)),
    ...others(
      flags,
      isPlain ? tlsCert : (tlsCert ?? IN_CONTAINER.cert),
      isPlain ? tlsKey : (tlsKey ?? IN_CONTAINER.key),
    ),
  ];
}

function others(
  { allowHost = [], as }: ServeFlags,
  cert: string | undefined,
  key: string | undefined,
): readonly string[] {
  return [
    ...allowHost.flatMap((name) => ['--allow-host', name]),
    ...given('--tls-cert', cert),
    ...given('--tls-key', key),
    ...given('--as', as),
  ];
}

function given(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value];
}

function placeText(place: Address): string {
  if ('path' in place) {
    return `unix:${place.path}`;
  }
  const { host, port } = place;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

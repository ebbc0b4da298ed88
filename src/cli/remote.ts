import { resolve } from 'node:path';
import type { Host, OpenKernel } from './context.js';
import type { RemoteFlags } from './flags/remote-flags.js';
import { usage } from './flags/values.js';
import { readTokenFrom } from './key-values.js';

export interface RemotePlace {
  readonly address: string;
  readonly tokenFile: string | undefined;
}

/** The server that does the work, where flags or the environment name one. Throws USAGE for what does not go together. */
export function remotePlace(flags: RemoteFlags, { env, cwd }: Pick<Host, 'env' | 'cwd'>): RemotePlace | undefined {
  const given = flags.remote ?? env['AKERNEL_REMOTE'];
  if (given === undefined || given === '') {
    if (flags.remoteTokenFile !== undefined) {
      throw usage('--remote-token-file is for a server, and none is named', 'add --remote, or set AKERNEL_REMOTE');
    }
    return undefined;
  }
  if (flags.as !== undefined) {
    throw usage('--as: over --remote the capability token says who acts', 'leave out --as, or use another token');
  }
  const path = /^unix:(.+)$/s.exec(given)?.[1];
  return { address: path === undefined ? given : `unix:${resolve(cwd, path)}`, tokenFile: flags.remoteTokenFile };
}

/** The command line is meant for a server: a mistake in it is no action here. */
export function isForServer({ argv, env }: Pick<Host, 'argv' | 'env'>): boolean {
  const named = env['AKERNEL_REMOTE'];
  return (named !== undefined && named !== '') || argv.some((word) => /^--remote(?:=|$)/.test(word));
}

type RemoteHost = Parameters<typeof readTokenFrom>[1];

/** The kernel of a server, in place of one of this process. */
export async function openRemote(
  { address, tokenFile }: RemotePlace,
  host: RemoteHost,
  options: { readonly onWarning: (text: string) => void; readonly readsAgents: boolean },
): Promise<
  Pick<OpenKernel, 'kernel' | 'defaults' | 'mcp' | 'inClear' | 'checkStore' | 'tryParts' | 'close' | 'principal'> &
    Required<Pick<OpenKernel, 'remote'>>
> {
  const { parseServerAddress } = await import('../server/client/address.js');
  const parsed = parseServerAddress(address);
  const capabilityToken = await tokenOf(tokenFile, host);
  const [{ openRemoteKernel }, { refusedHere }] = await Promise.all([
    import('../server/client/remote-kernel.js'),
    import('../server/client/refused.js'),
  ]);
  const { serverName, reload, ...opened } = await openRemoteKernel({
    address: parsed,
    capabilityToken,
    signal: host.interrupt,
    ...options,
  });
  return {
    ...opened,
    remote: { serverName, reload },
    mcp: async () => {
      throw refusedHere('MCP servers');
    },
    inClear: async () => {
      throw refusedHere('values as they are');
    },
    checkStore: async () => undefined,
    tryParts: async () => {
      throw refusedHere('the parts of its config');
    },
    close: async () => undefined,
  };
}

async function tokenOf(file: string | undefined, host: RemoteHost): Promise<string> {
  const token = file === undefined ? (host.env['AKERNEL_REMOTE_TOKEN'] ?? '').trim() : await readTokenFrom(file, host);
  if (token === '') {
    throw usage(
      'a capability token for the server is needed',
      'set AKERNEL_REMOTE_TOKEN, or name its file with --remote-token-file; akernel grant http.serve --out FILE makes one',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw usage('the capability token for the server is none', 'akernel grant http.serve --out FILE makes one');
  }
  return token;
}

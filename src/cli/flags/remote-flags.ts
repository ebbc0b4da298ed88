import type { Command } from 'commander';

/** Where the work is done, as parsed. */
export interface RemoteFlags {
  readonly remote?: string;
  readonly remoteTokenFile?: string;
  readonly as?: string;
}

export function addRemoteFlags(command: Command): Command {
  return command
    .option('--remote <address>', 'work at this akernel serve: https://HOST, http://127.0.0.1:PORT or unix:PATH')
    .option('--remote-token-file <file>', 'its capability token, in place of AKERNEL_REMOTE_TOKEN');
}

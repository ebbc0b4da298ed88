import type { HostId } from '../../contract/host.js';

/** How akernel is started on this machine: absolute paths, as hosts do not look along a path for programs. */
export interface OwnProgram {
  readonly node: string;
  readonly program: string;
  /** Variables that the host may not hand on. */
  readonly env: Readonly<Record<string, string>>;
}

export type Members = Readonly<Record<string, unknown>>;

interface EntryWish {
  readonly own: OwnProgram;
  /** The copy of the file with the servers that stand behind the gateway. */
  readonly from: string;
  /** Variables that those servers are given by the host. */
  readonly variables: readonly string[];
}

/** The one server that stands in a host's file in the place of its own. */
export function gatewayEntry(host: HostId, { own, from, variables }: EntryWish): Members {
  const args = [own.program, 'mcp', 'serve', '--host', host, '--from', from];
  const { node: command, env } = own;
  const hasEnv = Object.keys(env).length > 0;
  switch (host) {
    case 'claude-code':
    case 'cursor':
    case 'gemini':
      return { command, args, ...(hasEnv ? { env } : {}) };
    case 'vscode':
      return { type: 'stdio', command, args, ...(hasEnv ? { env } : {}) };
    case 'copilot':
      return { type: 'local', command, args, ...(hasEnv ? { env } : {}), tools: ['*'] };
    case 'opencode':
      return { type: 'local', command: [command, ...args], ...(hasEnv ? { environment: env } : {}), enabled: true };
    case 'codex':
      return {
        command,
        args,
        ...(hasEnv ? { env } : {}),
        ...(variables.length > 0 ? { env_vars: variables } : {}),
        startup_timeout_sec: START_SECONDS,
        tool_timeout_sec: CALL_SECONDS,
      };
  }
}

/** Codex waits 10 s for all servers behind the gateway together, when nothing is said. */
const START_SECONDS = 60;
/** It waits 60 s for a call, whatever its server is given; here each server keeps its own limit. */
const CALL_SECONDS = 600;

/** The member of a host's file in which its servers stand. */
export const SERVERS_MEMBER: Readonly<Record<HostId, string>> = {
  'claude-code': 'mcpServers',
  codex: 'mcp_servers',
  cursor: 'mcpServers',
  vscode: 'servers',
  copilot: 'mcpServers',
  gemini: 'mcpServers',
  opencode: 'mcp',
};

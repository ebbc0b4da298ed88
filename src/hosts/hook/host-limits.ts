import type { HostId } from '../../contract/host.js';

interface Limits {
  readonly command?: number;
  readonly other?: number;
}

/** What a host itself shows of one output at most, in bytes, where that is known; it counts some of them in characters. */
const LIMITS: Readonly<Record<HostId, Limits>> = {
  'claude-code': { command: 30_000, other: 50_000 },
  codex: { command: 10_240, other: 10_240 },
  cursor: {},
  vscode: {},
  copilot: { command: 80_000 },
  gemini: { command: 40_000, other: 40_000 },
  opencode: { command: 51_200, other: 51_200 },
};

const COMMAND_TOOLS: Readonly<Record<HostId, string>> = {
  'claude-code': 'Bash',
  codex: 'Bash',
  cursor: 'Shell',
  vscode: 'run_in_terminal',
  copilot: 'bash',
  gemini: 'run_shell_command',
  opencode: 'bash',
};

/** Under which name a host knows the tool that runs commands. */
export function commandTool(host: HostId): string {
  return COMMAND_TOOLS[host];
}

export function hostLimit(host: HostId, tool: string): number | undefined {
  return tool === commandTool(host) ? LIMITS[host].command : LIMITS[host].other;
}

/** Of prose; of code, numbers and tables a model token has fewer. */
const MOST_BYTES_A_TOKEN = 5;

/** Model tokens of one output: what the host would cut out of it again is not worth showing. */
export function outputBudget(host: HostId, tool: string, budget: number): number {
  const limit = hostLimit(host, tool);
  return limit === undefined ? budget : Math.min(budget, Math.floor(limit / MOST_BYTES_A_TOKEN));
}

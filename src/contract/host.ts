/** The agent hosts that akernel knows: their ids on the command line, and their names as people know them. */
export const HOSTS = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  vscode: 'VS Code',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
} as const;

export type HostId = keyof typeof HOSTS;

export const HOST_IDS = Object.keys(HOSTS).filter(isHostId);

export function isHostId(text: string): text is HostId {
  return Object.hasOwn(HOSTS, text);
}

import type { HostId } from '../../contract/host.js';
import type { Members, OwnProgram } from './gateway-entry.js';

/** One entry of a host's hooks, and the event it stands under. */
export interface HookEntry {
  readonly event: string;
  readonly entry: Members;
}

export interface HookWish {
  readonly own: OwnProgram;
  /** The gateway is there: what came through it is clean. */
  readonly hasGateway: boolean;
  /** Commands are to be run by akernel. */
  readonly wrap: boolean;
}

/** Without a program of its own, `akernel` is looked for along the path. */
export type EntryWish = Omit<HookWish, 'own'> & { readonly own?: OwnProgram };

/** What akernel puts into the hooks of a host; OpenCode takes a program instead. */
export function hookEntries(host: HostId, wish: EntryWish): readonly HookEntry[] {
  return ENTRIES[host](wish, `${hookCommand(host, wish.own)}${wish.wrap ? ' --wrap' : ''}`);
}

function hookCommand(host: HostId, own: OwnProgram | undefined): string {
  const program = own === undefined ? 'akernel' : `${quoted(own.node)} ${quoted(own.program)}`;
  return `${program} hook ${host}`;
}

/** Whether a command line of a host's hooks is one of ours. */
export function isOwnCommand(text: unknown): boolean {
  return typeof text === 'string' && /akernel(?:\.js)?["']? hook [a-z-]+(?: --wrap)?$/.test(text);
}

/** For a shell, and where it can be for the command line of Windows too. */
function quoted(path: string): string {
  return /["$`\\!]/.test(path) && !/^[A-Za-z]:\\/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
}

type Make = (wish: EntryWish, command: string) => readonly HookEntry[];

const SECONDS = 60;
/** They answer with parts of the file, so they come by twice. */
const WRITES = 'Write|Edit|MultiEdit|NotebookEdit';

/** The gateway under the names that Claude Code gives it: as a server, and as one of a plugin. */
const NOT_OURS = '(?!(?:plugin_akernel_)?akernel__)';

const ENTRIES: Readonly<Record<HostId, Make>> = {
  'claude-code': ({ hasGateway }, command) => [
    nested('PostToolUse', `Bash|Read|Grep|Glob|WebFetch|Task|${WRITES}|mcp__${hasGateway ? NOT_OURS : ''}.*`, command),
    nested('PreToolUse', `Bash|${WRITES}`, command),
  ],
  codex: ({ wrap }, command) => (wrap ? [nested('PreToolUse', 'Bash|apply_patch', command)] : []),
  cursor: (_, command) => [
    { event: 'postToolUse', entry: { command } },
    { event: 'preToolUse', entry: { command, matcher: 'Shell|Write' } },
  ],
  vscode: ({ wrap }, command) => (wrap ? [{ event: 'PreToolUse', entry: { type: 'command', command } }] : []),
  copilot: ({ wrap }, command) => {
    const program = { type: 'command', bash: command, powershell: `& ${command}`, timeoutSec: SECONDS };
    const written = 'create|edit|insert|str_replace|str_replace_editor|apply_patch';
    return [
      { event: 'postToolUse', entry: program },
      // it runs nothing at all where this hook cannot be started, as after a change of Node
      { event: 'preToolUse', entry: { ...program, matcher: wrap ? `bash|${written}` : written } },
    ];
  },
  gemini: ({ hasGateway }, command) => {
    const tools = 'run_shell_command|read_file|read_many_files|grep_search|search_file_content|web_fetch';
    const written = 'write_file|replace';
    return [
      geminiEntry('AfterTool', `${tools}|${written}|mcp_${hasGateway ? '(?!akernel_)' : ''}.*`, command),
      geminiEntry('BeforeTool', `run_shell_command|${written}`, command),
    ];
  },
  opencode: () => [],
};

/** Seconds for most hosts. */
function nested(event: string, matcher: string, command: string): HookEntry {
  return { event, entry: { matcher, hooks: [{ type: 'command', command, timeout: SECONDS }] } };
}

/** Milliseconds for Gemini CLI. */
function geminiEntry(event: string, matcher: string, command: string): HookEntry {
  return { event, entry: { matcher, hooks: [{ type: 'command', command, timeout: SECONDS * 1000 }] } };
}

import { join } from 'node:path';
import type { HostId } from '../../contract/host.js';
import { readRegularFile } from '../../files/read-regular-file.js';
import type { CommandRules } from './command-rules.js';
import type { Members } from './event.js';
import { isMembers, membersAt } from './members.js';

export interface RulePlace {
  readonly home: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const MAX_BYTES = 4 * 1024 * 1024;
const NONE: CommandRules = { deny: [], ask: [], allow: [] };

/** The user's rules about commands, of all files in which a host looks for them; undefined when one cannot be read. */
export async function readCommandRules(host: HostId, place: RulePlace): Promise<CommandRules | undefined> {
  const { files, rulesOf } = SOURCES[host];
  const read = await Promise.all(files(place).map(readJson));
  if (read.includes(undefined)) {
    return undefined;
  }
  const all = read.flatMap((settings) => (settings === undefined ? [] : [rulesOf(settings)]));
  return {
    deny: all.flatMap(({ deny }) => deny),
    ask: all.flatMap(({ ask }) => ask),
    allow: all.flatMap(({ allow }) => allow),
  };
}

interface Source {
  readonly files: (place: RulePlace) => readonly string[];
  readonly rulesOf: (settings: Members) => CommandRules;
}

/** Codex has no rules in files that can be read as such, and asks again after the hook. */
const NO_FILES: Source = { files: () => [], rulesOf: () => NONE };

const CLAUDE: Source = {
  files: ({ home, cwd, env }) => [
    '/etc/claude-code/managed-settings.json',
    '/Library/Application Support/ClaudeCode/managed-settings.json',
    join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
    ...projectFolders(cwd, env).flatMap((folder) => [
      join(folder, '.claude/settings.json'),
      join(folder, '.claude/settings.local.json'),
    ]),
  ],
  rulesOf: (settings) => permissionsOf(settings, 'Bash'),
};

const SOURCES: Readonly<Record<HostId, Source>> = {
  'claude-code': CLAUDE,
  vscode: CLAUDE,
  codex: NO_FILES,
  copilot: NO_FILES,
  cursor: {
    files: ({ home, cwd }) => [join(home, '.cursor/cli-config.json'), join(cwd, '.cursor/cli.json')],
    rulesOf: (settings) => permissionsOf(settings, 'Shell'),
  },
  gemini: {
    files: ({ home, cwd }) => [
      '/etc/gemini-cli/settings.json',
      join(home, '.gemini/settings.json'),
      join(cwd, '.gemini/settings.json'),
    ],
    rulesOf: geminiRules,
  },
  opencode: {
    files: ({ home, cwd }) => [join(home, '.config/opencode/opencode.json'), join(cwd, 'opencode.json')],
    rulesOf: opencodeRules,
  },
};

function projectFolders(cwd: string, env: NodeJS.ProcessEnv): readonly string[] {
  const project = env['CLAUDE_PROJECT_DIR'];
  return [...new Set([cwd, ...(project === undefined || project === '' ? [] : [project])])];
}

/** No file is no rules. */
async function readJson(path: string): Promise<Members | undefined> {
  const bytes = await readRegularFile(path, MAX_BYTES);
  if (!Buffer.isBuffer(bytes)) {
    const { cause } = bytes;
    const isMissing =
      cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
    return isMissing ? {} : undefined;
  }
  try {
    const settings: unknown = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
    return isMembers(settings) ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** `Bash`, `Bash(npm test)`, `Bash(git push:*)`; a tool without brackets means every command. */
function permissionsOf(settings: Members, tool: string): CommandRules {
  const permissions = membersAt(settings, 'permissions');
  const under = (name: string): readonly string[] => rulesFor(textsIn(permissions[name]), [tool, '*']);
  return { deny: under('deny'), ask: under('ask'), allow: under('allow') };
}

/** A list of what may run at all forbids the rest: then the host has to see the command itself. */
function geminiRules(settings: Members): CommandRules {
  const names = ['run_shell_command', 'ShellTool'];
  const tools = membersAt(settings, 'tools');
  const excluded = [...textsIn(tools['exclude']), ...textsIn(settings['excludeTools'])];
  const core = [...textsIn(tools['core']), ...textsIn(settings['coreTools'])];
  const deny = [...rulesFor(excluded, names), ...(rulesFor(core, names).some((rule) => rule !== '*') ? ['*'] : [])];
  return { deny, ask: [], allow: [] };
}

/** The pattern `*` says what holds where no other fits; the last one that fits wins, so any but `allow` counts. */
function opencodeRules(settings: Members): CommandRules {
  const permission = membersAt(settings, 'permission');
  const { bash } = permission;
  const rules: readonly (readonly [string, unknown])[] = isMembers(bash)
    ? Object.entries(bash)
    : [['*', bash ?? 'allow']];
  const saying = (what: string): readonly string[] => rules.filter(([, said]) => said === what).map(([rule]) => rule);
  return { deny: saying('deny'), ask: saying('ask'), allow: saying('allow') };
}

function rulesFor(rules: readonly string[], tools: readonly string[]): readonly string[] {
  return rules.flatMap((rule) => {
    const [, tool = '', inner] = /^([\w*]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
    return tools.includes(tool) ? [inner ?? '*'] : [];
  });
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HostId } from '../contract/host.js';

/** Where a host is looked for. */
export interface HostPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the project. */
  readonly cwd: string;
  readonly home: string;
  /** As in `process.platform`. */
  readonly platform: string;
}

export type Scope = 'user' | 'project';

/** The files of a host in one scope; what a host does not have there is absent. */
export interface HostFiles {
  /** Its MCP servers. */
  readonly mcp?: string;
  readonly hooks?: string;
  /** What its model is always told. */
  readonly rules?: string;
}

type FilesOf = (place: HostPlace) => Readonly<Record<Scope, HostFiles>> & {
  /** Its folder, by which a host is known to have been here. */
  readonly folder: string;
};

export function filesOf(host: HostId, place: HostPlace): ReturnType<FilesOf> {
  return FILES[host](place);
}

const FILES: Readonly<Record<HostId, FilesOf>> = {
  'claude-code': ({ env, cwd, home }) => {
    const moved = env['CLAUDE_CONFIG_DIR'] || undefined;
    const folder = moved ?? join(home, '.claude');
    return {
      folder,
      user: {
        mcp: join(moved ?? home, '.claude.json'),
        hooks: join(folder, 'settings.json'),
        rules: join(folder, 'CLAUDE.md'),
      },
      project: {
        mcp: join(cwd, '.mcp.json'),
        // the settings that are not shared: they name programs of this machine
        hooks: join(cwd, '.claude', 'settings.local.json'),
        rules: join(cwd, 'CLAUDE.md'),
      },
    };
  },
  codex: ({ env, cwd, home }) => {
    const folder = env['CODEX_HOME'] || join(home, '.codex');
    return {
      folder,
      user: {
        mcp: join(folder, 'config.toml'),
        hooks: join(folder, 'hooks.json'),
        rules: join(folder, 'AGENTS.md'),
      },
      project: {
        mcp: join(cwd, '.codex', 'config.toml'),
        hooks: join(cwd, '.codex', 'hooks.json'),
        rules: join(cwd, 'AGENTS.md'),
      },
    };
  },
  cursor: ({ cwd, home }) => ({
    folder: join(home, '.cursor'),
    user: { mcp: join(home, '.cursor', 'mcp.json'), hooks: join(home, '.cursor', 'hooks.json') },
    project: {
      mcp: join(cwd, '.cursor', 'mcp.json'),
      hooks: join(cwd, '.cursor', 'hooks.json'),
      rules: join(cwd, '.cursor', 'rules', 'akernel.mdc'),
    },
  }),
  vscode: (place) => {
    const folder = join(vscodeRoot(place), 'Code', 'User');
    return {
      folder,
      user: { mcp: join(folder, 'mcp.json'), hooks: join(copilotHome(place), 'hooks', 'akernel-vscode.json') },
      project: {
        mcp: join(place.cwd, '.vscode', 'mcp.json'),
        hooks: join(place.cwd, '.github', 'hooks', 'akernel-vscode.json'),
        rules: join(place.cwd, '.github', 'copilot-instructions.md'),
      },
    };
  },
  copilot: (place) => {
    const folder = copilotHome(place);
    return {
      folder,
      user: { mcp: join(folder, 'mcp-config.json'), hooks: join(folder, 'hooks', 'akernel.json') },
      project: {
        hooks: join(place.cwd, '.github', 'hooks', 'akernel.json'),
        rules: join(place.cwd, '.github', 'copilot-instructions.md'),
      },
    };
  },
  gemini: ({ cwd, home }) => {
    const [own, ofProject] = [join(home, '.gemini'), join(cwd, '.gemini')];
    return {
      folder: own,
      user: { mcp: join(own, 'settings.json'), hooks: join(own, 'settings.json'), rules: join(own, 'GEMINI.md') },
      project: {
        mcp: join(ofProject, 'settings.json'),
        hooks: join(ofProject, 'settings.json'),
        rules: join(cwd, 'GEMINI.md'),
      },
    };
  },
  opencode: ({ env, cwd, home }) => {
    const folder = join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'opencode');
    return {
      folder,
      user: {
        mcp: jsonOrJsonc(join(folder, 'opencode.json')),
        hooks: join(folder, 'plugins', 'akernel.js'),
        rules: join(folder, 'AGENTS.md'),
      },
      project: {
        mcp: jsonOrJsonc(join(cwd, 'opencode.json')),
        hooks: join(cwd, '.opencode', 'plugins', 'akernel.js'),
        rules: join(cwd, 'AGENTS.md'),
      },
    };
  },
};

function copilotHome({ env, home }: HostPlace): string {
  return env['COPILOT_HOME'] || join(home, '.copilot');
}

function vscodeRoot({ env, home, platform }: HostPlace): string {
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support');
  }
  return platform === 'win32'
    ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
    : (absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'));
}

function jsonOrJsonc(path: string): string {
  return !existsSync(path) && existsSync(`${path}c`) ? `${path}c` : path;
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') === true ? path : undefined;
}

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { HostId } from '../contract/host.js';
import { filesOf, type HostPlace } from './host-files.js';

/** The programs of each host, as they are called on a path. */
const PROGRAMS: Readonly<Record<HostId, readonly string[]>> = {
  'claude-code': ['claude'],
  codex: ['codex'],
  cursor: ['cursor', 'cursor-agent'],
  vscode: ['code', 'code-insiders'],
  copilot: ['copilot'],
  gemini: ['gemini'],
  opencode: ['opencode'],
};

export interface FoundHost {
  readonly isFound: boolean;
  /** Where its program is. */
  readonly program?: string;
  /** What was looked for, in words. */
  readonly lookedFor: string;
}

/** A host is here when its program is on the path, or its folder or its file of servers is there. */
export function findHost(host: HostId, place: HostPlace): FoundHost {
  const { folder, user } = filesOf(host, place);
  const program = programOf(host, place);
  const isFound = program !== undefined || existsSync(folder) || (user.mcp !== undefined && existsSync(user.mcp));
  const names = PROGRAMS[host].join(' or ');
  return {
    isFound,
    ...(program === undefined ? {} : { program }),
    lookedFor: `looked for the program ${names} and the folder ${folder}`,
  };
}

function programOf(host: HostId, { env, platform }: HostPlace): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const candidates = PROGRAMS[host].flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))),
  );
  return candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

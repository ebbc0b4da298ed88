import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { OWN_KEY_VARIABLES } from '../../contract/own-keys.js';
import type { StateGuard } from '../../files/state-guard.js';
import type { ReferenceStyle } from './parse-host-file.js';

export interface ReferenceSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the host works. */
  readonly cwd: string;
  readonly home: string;
  /** Keeps akernel's own state out of reach. */
  readonly guard: StateGuard;
}

export interface Resolver {
  /** The text with what its references lead to. */
  readonly text: (text: string) => string;
  readonly variable: (name: string) => string;
  readonly file: (path: string) => string;
  /** What references need and is not there, in words for a person. */
  readonly missing: () => readonly string[];
}

const REFERENCE = /\$\{([^}]*)\}/g;
const MAX_FILE_BYTES = 64 * 1024;

/** Reads references as the host does; akernel's own keys are not there for them. */
export function createResolver(sources: ReferenceSources, style: ReferenceStyle): Resolver {
  const missing: string[] = [];
  const miss = (what: string): string => {
    missing.push(what);
    return '';
  };
  const variable = (name: string, fallback?: string): string => {
    const value = OWN_KEY_VARIABLES.includes(name) ? undefined : sources.env[name];
    return value === undefined || (value === '' && fallback !== undefined)
      ? (fallback ?? miss(`the variable ${name}, which is not set`))
      : value;
  };
  const follow = (whole: string, inner: string): string => {
    const folder = Object.hasOwn(FOLDERS, inner) ? FOLDERS[inner]?.(sources) : undefined;
    if (folder !== undefined) {
      return folder;
    }
    const [, kind = 'env', rest = ''] = /^(?:(env|input|file):)?(.*)$/s.exec(inner) ?? [];
    if (kind === 'input') {
      return miss(`${whole}, which its host asks for`);
    }
    if (kind === 'file') {
      return fileText(rest, sources) ?? miss('a file that cannot be read');
    }
    const [, name, fallback] = /^([A-Za-z_][\w.-]*?)(?::-(.*))?$/s.exec(rest) ?? [];
    return name === undefined ? whole : variable(name, fallback);
  };
  return {
    text: (text) => (style === 'none' ? text : text.replace(REFERENCE, follow)),
    variable: (name) => variable(name),
    file: (path) => fileText(path, sources) ?? miss('a file that cannot be read'),
    missing: () => missing,
  };
}

/** Folders and marks that hosts have names for. */
const FOLDERS: Readonly<Record<string, (sources: ReferenceSources) => string>> = {
  workspaceFolder: ({ cwd }) => cwd,
  workspaceFolderBasename: ({ cwd }) => basename(cwd),
  userHome: ({ home }) => home,
  pathSeparator: () => sep,
  '/': () => sep,
};

function fileText(path: string, { home, cwd, guard }: ReferenceSources): string | undefined {
  const full = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(cwd, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > MAX_FILE_BYTES || guard.holds(full)) {
    return undefined;
  }
  return readFileSync(full, 'utf8').trim();
}

import { resolve } from 'node:path';
import type { SwitchedOff } from '../contract/capability.js';
import { OWN_KEY_VARIABLES } from '../contract/own-keys.js';
import { pathText } from '../contract/path-text.js';
import { readRegularFile, type UnreadFile } from '../files/read-regular-file.js';
import type { LocatedMistake } from './mistakes.js';
import { secretsIn } from './secret-values.js';

const REFERENCE = /\$(\$\{|\{([a-z]+):([^}]*)\})/g;
const MAX_FILE_BYTES = 64 * 1024;
const DEEPEST = 64;

interface Sources {
  readonly env: NodeJS.ProcessEnv;
  /** `${file:…}` is read relative to it. */
  readonly directory: string;
}

/** A reference that is wrong, or one that leads to nothing here. */
export interface ReferenceMistake extends LocatedMistake {
  /** Set when the config is right and something outside it is missing. */
  readonly missing?: SwitchedOff;
}

export interface Resolved {
  /** An empty text stands for a reference of which a mistake tells: the string around it must not be used. */
  readonly value: unknown;
  readonly mistakes: readonly ReferenceMistake[];
  /** What references lead to, as far as it is secret. */
  readonly secrets: readonly string[];
  /** Files that were read, by the places of their references. */
  readonly files: readonly ReferencedFile[];
}

export interface ReferencedFile {
  readonly steps: readonly PropertyKey[];
  readonly name: string;
  readonly path: string;
}

/**
 * Replaces `${env:NAME}` and `${file:PATH}` in every string of a config; `$${` stands for `${`. A reference that
 * cannot be followed is a mistake that names its place, never what it would have been; and so is one of akernel's own keys.
 */
export async function resolveReferences(tree: unknown, sources: Sources): Promise<Resolved> {
  const mistakes: ReferenceMistake[] = [];
  const secrets = new Set<string>();
  const files: ReferencedFile[] = [];
  const ownKeys = ownKeysIn(sources.env);

  /** The address of the store may stand where it is meant to. */
  const holdsKey = (text: string, path: readonly PropertyKey[]): boolean =>
    path[0] !== 'store' && ownKeys.some((key) => text.includes(key));

  async function walk(value: unknown, path: readonly PropertyKey[]): Promise<unknown> {
    if (typeof value === 'string') {
      const text = value.includes('$') ? await replaceIn(value, path) : value;
      return holdsKey(text, path) ? refuseKey(path) : text;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (path.length > DEEPEST) {
      mistakes.push({ steps: path, path: pathText(path), message: `is nested deeper than ${DEEPEST} levels` });
      return null;
    }
    if (Array.isArray(value)) {
      return Promise.all(value.map((item, index) => walk(item, [...path, index])));
    }
    const members = Object.entries(value).map(async ([key, item]) => [key, await walk(item, [...path, key])] as const);
    return Object.fromEntries(await Promise.all(members));
  }

  async function replaceIn(text: string, path: readonly PropertyKey[]): Promise<string> {
    let out = '';
    let from = 0;
    for (const match of text.matchAll(REFERENCE)) {
      const [whole, , kind, name = ''] = match;
      out += text.slice(from, match.index);
      from = match.index + whole.length;
      out += kind === undefined ? '${' : await follow(kind, name, path);
    }
    return out + text.slice(from);
  }

  function refuseKey(path: readonly PropertyKey[]): string {
    mistakes.push({ steps: path, path: pathText(path), message: 'holds a key of akernel itself', hint: KEY_HINT });
    return '';
  }

  async function follow(kind: string, name: string, path: readonly PropertyKey[]): Promise<string> {
    const found = await lookUp(kind, name, sources);
    if ('text' in found) {
      if (kind === 'file') {
        files.push({ steps: path, name, path: resolve(sources.directory, name) });
      }
      for (const secret of secretsIn(name, found.text)) {
        secrets.add(secret);
      }
      return found.text;
    }
    mistakes.push({ steps: path, path: pathText(path), ...found });
    return '';
  }

  return { value: await walk(tree, []), mistakes, secrets: [...secrets], files };
}

type Found = { readonly text: string } | Pick<ReferenceMistake, 'message' | 'hint' | 'missing'>;

async function lookUp(kind: string, name: string, { env, directory }: Sources): Promise<Found> {
  if (kind === 'env') {
    if (OWN_KEY_VARIABLES.includes(name)) {
      return { message: `refers to ${name}, a key of akernel, which is never handed on`, hint: KEY_HINT };
    }
    const value = env[name];
    return value === undefined ? unsetVariable(name) : { text: value };
  }
  if (kind === 'file') {
    return readReferenced(name, directory);
  }
  return {
    message: `does not know references of the kind ${kind}`,
    hint: 'write env:NAME or file:PATH in the braces; a doubled dollar sign makes them plain text',
  };
}

export const KEY_HINT = 'take it out: akernel reads its keys itself, and hands them to nobody';
const SHORTEST_KEY = 32;

/** The values of the variables: one may have another name too. */
function ownKeysIn(env: NodeJS.ProcessEnv): readonly string[] {
  const values = OWN_KEY_VARIABLES.flatMap((name) => (env[name] ?? '').split(','));
  return values.map((value) => value.trim()).filter((value) => value.length >= SHORTEST_KEY);
}

function unsetVariable(name: string): Found {
  const missing = { message: `the environment variable ${name} is not set`, remedy: `set ${name}` };
  return {
    message: `the environment variable ${name} is not set`,
    hint: `set the environment variable ${name}`,
    ...(/^\w{1,100}$/.test(name) ? { missing } : {}),
  };
}

async function readReferenced(name: string, directory: string): Promise<Found> {
  const content = await readRegularFile(resolve(directory, name), MAX_FILE_BYTES);
  return Buffer.isBuffer(content)
    ? { text: content.toString('utf8').replace(/\r?\n$/, '') }
    : { ...UNREAD[content.problem](name), ...missingFile(name) };
}

const UNREAD: Readonly<Record<UnreadFile['problem'], (name: string) => Pick<ReferenceMistake, 'message' | 'hint'>>> = {
  'too-long': (name) => ({
    message: `the file ${name} is longer than ${MAX_FILE_BYTES} bytes`,
    hint: 'name a file that holds the value and nothing else',
  }),
  'not-regular': (name) => ({
    message: `the file ${name} is not a regular file`,
    hint: 'pipes, devices and folders are not read; name a file that holds the value',
  }),
  unreadable: (name) => ({
    message: `the file ${name} cannot be read`,
    hint: `check the path ${name}; it starts at the config's folder`,
  }),
};

function missingFile(name: string): Pick<ReferenceMistake, 'missing'> {
  if (!/^[^\p{C}]{1,300}$/u.test(name)) {
    return {};
  }
  return { missing: { message: `the file ${name} cannot be read`, remedy: `put the value into the file ${name}` } };
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SwitchedOff } from '../contract/capability.js';
import { type LocatedMistake, pathText } from './mistakes.js';
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
}

/**
 * Replaces `${env:NAME}` and `${file:PATH}` in every string of a config; `$${` stands for `${`. A reference that
 * cannot be followed is a mistake that names its place, never what it would have been.
 */
export async function resolveReferences(tree: unknown, sources: Sources): Promise<Resolved> {
  const mistakes: ReferenceMistake[] = [];
  const secrets = new Set<string>();

  async function walk(value: unknown, path: readonly PropertyKey[]): Promise<unknown> {
    if (typeof value === 'string') {
      return value.includes('$') ? replaceIn(value, path) : value;
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

  async function follow(kind: string, name: string, path: readonly PropertyKey[]): Promise<string> {
    const found = await lookUp(kind, name, sources);
    if ('text' in found) {
      for (const secret of secretsIn(name, found.text)) {
        secrets.add(secret);
      }
      return found.text;
    }
    mistakes.push({ steps: path, path: pathText(path), ...found });
    return '';
  }

  return { value: await walk(tree, []), mistakes, secrets: [...secrets] };
}

type Found = { readonly text: string } | Pick<ReferenceMistake, 'message' | 'hint' | 'missing'>;

async function lookUp(kind: string, name: string, { env, directory }: Sources): Promise<Found> {
  if (kind === 'env') {
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

function unsetVariable(name: string): Found {
  const missing = { message: `The environment variable ${name} is not set.`, remedy: `set ${name}` };
  return {
    message: `the environment variable ${name} is not set`,
    hint: `set the environment variable ${name}`,
    ...(/^\w{1,100}$/.test(name) ? { missing } : {}),
  };
}

async function readReferenced(name: string, directory: string): Promise<Found> {
  try {
    const bytes = await readFile(resolve(directory, name));
    if (bytes.length > MAX_FILE_BYTES) {
      const message = `the file ${name} is longer than ${MAX_FILE_BYTES} bytes`;
      return { message, hint: 'name a file that holds the value and nothing else', ...missingFile(name) };
    }
    return { text: bytes.toString('utf8').replace(/\r?\n$/, '') };
  } catch {
    return {
      message: `the file ${name} cannot be read`,
      hint: `check the path ${name}; it starts at the config's folder`,
      ...missingFile(name),
    };
  }
}

function missingFile(name: string): Pick<ReferenceMistake, 'missing'> {
  if (!/^[^\p{C}]{1,300}$/u.test(name)) {
    return {};
  }
  return { missing: { message: `The file ${name} cannot be read.`, remedy: `put the value into the file ${name}` } };
}

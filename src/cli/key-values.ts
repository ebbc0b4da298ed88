import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { guardOwnState } from '../config/own-files.js';
import { KernelError } from '../contract/errors.js';
import type { CommandContext, Host } from './context.js';
import { quote, usage } from './flags/values.js';

type Reader = Host & Pick<CommandContext, 'loadConfig'>;

const MAX_ARGUMENT_BYTES = 16 * 1024 * 1024;

/** `key=value` words as members; a word without `=`, an empty key or a repeated one is a mistake. */
export function parsePairs(words: readonly string[]): Readonly<Record<string, string>> {
  const pairs = words.map((word, index): readonly [string, string] => {
    const at = word.indexOf('=');
    if (at <= 0) {
      throw usage(
        `argument ${quote(word)} is not of the form key=value`,
        spacedHint(words, index) ?? 'write arguments as key=value, or use --args',
      );
    }
    return [word.slice(0, at), word.slice(at + 1)];
  });
  const keys = pairs.map(([key]) => key);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined) {
    throw usage(`argument ${quote(repeated)} is given twice`, 'give it once, or use --args for a list');
  }
  return Object.fromEntries(pairs);
}

/** `rows = 5`, `rows =5`, `rows= 5` */
function spacedHint(words: readonly string[], at: number): string | undefined {
  const [before = '', word = '', next = '', afterNext = ''] = [words[at - 1], ...words.slice(at, at + 3)];
  const meant = before.endsWith('=')
    ? `${before}${word}`
    : next.startsWith('=')
      ? `${word}=${next.slice(1) || afterNext}`
      : undefined;
  return meant === undefined ? undefined : `no spaces around =: write ${quote(meant)}`;
}

/** `name=h_…#path` words as references to stored results; the whole result without `#`. */
export function parseReferences(words: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parsePairs(words)).map(([name, place]) => {
      const at = place.indexOf('#');
      const [handleId, path] = at === -1 ? [place] : [place.slice(0, at), place.slice(at + 1)];
      return [name, path === undefined ? { $handle: handleId } : { $handle: handleId, path }];
    }),
  );
}

/** The object given with `--args`: JSON itself, `@file`, or `-` for standard input. */
export async function readJsonArgs(source: string, host: Reader): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSource(source, host);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usage('--args is not a JSON object', `write --args '{"key":"value"}'`);
  }
  return Object.fromEntries(Object.entries(value));
}

/** A whole text from a file, or from standard input for `-`; bounded. */
export async function readTextFrom(path: string, host: Reader, what: string): Promise<string> {
  if (path === '-') {
    return readStdin(host, what);
  }
  const file = resolve(host.cwd, path);
  guardOwnState((await host.loadConfig()).config, host.env).refuse(file);
  try {
    return (await readBounded(file, what)).toString('utf8');
  } catch (cause) {
    if (cause instanceof KernelError) {
      throw cause;
    }
    throw new KernelError('USAGE', `the file with ${what} cannot be read`, {
      hint: `check the path ${quote(path)}`,
      cause,
    });
  }
}

function readSource(source: string, host: Reader): Promise<string> {
  if (source.startsWith('@')) {
    return readTextFrom(source.slice(1), host, 'the arguments');
  }
  return source === '-' ? readStdin(host, 'the arguments') : Promise.resolve(source);
}

async function readBounded(path: string, what: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(path, { end: MAX_ARGUMENT_BYTES })) {
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length > MAX_ARGUMENT_BYTES) {
    throw tooLong(what);
  }
  return bytes;
}

export async function readStdin(host: Host, what: string): Promise<string> {
  if (host.stdinIsTty) {
    throw usage(`standard input is a terminal, and ${what} should come from it`, 'pipe something in, or name a file');
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of host.stdin) {
    size += piece.length;
    if (size > MAX_ARGUMENT_BYTES) {
      throw tooLong(what);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function tooLong(what: string): KernelError {
  return new KernelError('LIMIT_REACHED', `the text with ${what} is longer than ${MAX_ARGUMENT_BYTES} bytes`, {
    hint: 'hand large input to a capability as a file or through pipe',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KernelError('USAGE', '--args is not valid JSON', {
      hint: `write --args '{"key":"value"}', --args @file.json or --args -`,
      cause,
    });
  }
}

/** A file holds the capability token alone, or the grant as `akernel grant` prints it. */
export async function readTokenFrom(path: string, host: Reader): Promise<string> {
  const text = await readTextFrom(path, host, 'the capability token');
  return /"capability_token":\s*"([^"]+)"/.exec(text)?.[1] ?? text.trim();
}

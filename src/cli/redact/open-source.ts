import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { guardOwnState } from '../../config/own-files.js';
import { KernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { quote, usage } from '../flags/values.js';

/** The bytes of a file, or of standard input for `-` and nothing. */
export function openSource(
  context: CommandContext,
  file: string | undefined,
  opened?: FileHandle,
): AsyncIterable<Uint8Array> {
  if (file !== undefined && file !== '-') {
    return fileBytes(file, opened, context);
  }
  if (context.stdinIsTty && !context.settings.input) {
    throw usage('standard input is a terminal', 'name a file, or pipe something in');
  }
  if (context.stdinIsTty && !context.settings.quiet) {
    context.stderr.write('akernel: reading from the terminal, end with Ctrl-D\n');
  }
  return context.stdin;
}

async function* fileBytes(
  file: string,
  opened: FileHandle | undefined,
  { cwd, env, interrupt, loadConfig }: CommandContext,
): AsyncGenerator<Uint8Array> {
  if (file === '') {
    throw usage('the name of the file is empty', 'give the path of a file, or - for standard input');
  }
  const path = resolve(cwd, file);
  guardOwnState((await loadConfig()).config, env).refuse(path);
  const stream = createReadStream(path, {
    signal: interrupt,
    ...(opened === undefined ? {} : { fd: opened, autoClose: false }),
  });
  try {
    yield* stream;
  } catch (cause) {
    interrupt.throwIfAborted();
    throw unreadable(file, cause);
  } finally {
    stream.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a directory',
  EACCES: 'may not be read',
};

export function unreadable(file: string, cause: unknown): KernelError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new KernelError('USAGE', `the file ${quote(file)} ${REASONS[code] ?? 'cannot be read'}`, {
    hint: 'give the path of a file, or - for standard input',
    cause,
  });
}

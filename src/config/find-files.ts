import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configInvalid } from './mistakes.js';

const EXTENSIONS = ['json', 'yaml'] as const;

/** The nearest `akernel.config.{json,yaml}` from a directory upwards. */
export function findProjectConfig(from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = findConfig(directory, 'akernel.config');
    if (found !== undefined || dirname(directory) === directory) {
      return found;
    }
  }
}

/** `config.{json,yaml}` in the directory that the XDG rules give to akernel. */
export function findUserConfig(env: NodeJS.ProcessEnv, home: string): string | undefined {
  return findConfig(join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'akernel'), 'config');
}

/** AKERNEL_HOME, or the place that the XDG rules give to state. */
export function stateDirectory(env: NodeJS.ProcessEnv, home: string): string {
  return env['AKERNEL_HOME'] || usualStateDirectory(env, home);
}

/** Where the keys of this user lie when nothing else is said; also when another place is used for now. */
export function usualStateDirectory(env: NodeJS.ProcessEnv, home = homeOf(env)): string {
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'akernel');
}

export function homeOf(env: NodeJS.ProcessEnv): string {
  return env['HOME'] || homedir();
}

/** At once: every command waits for it, and the first asynchronous call of a process takes 2 ms. */
function findConfig(directory: string, name: string): string | undefined {
  const paths = EXTENSIONS.map((extension) => join(directory, `${name}.${extension}`));
  const found = paths.filter((path) => existsSync(path));
  if (found.length > 1) {
    const message = `${found.join(' and ')} are both there`;
    throw configInvalid([{ path: '', message, hint: 'keep one of them' }]);
  }
  return found[0];
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') === true ? path : undefined;
}

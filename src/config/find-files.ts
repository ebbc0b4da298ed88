import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configInvalid } from './mistakes.js';

const EXTENSIONS = ['json', 'yaml'] as const;

/** The nearest `akernel.config.{json,yaml}` from a directory upwards. */
export async function findProjectConfig(from: string): Promise<string | undefined> {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = await findConfig(directory, 'akernel.config');
    if (found !== undefined || dirname(directory) === directory) {
      return found;
    }
  }
}

/** `config.{json,yaml}` in the directory that the XDG rules give to akernel. */
export async function findUserConfig(env: NodeJS.ProcessEnv, home: string): Promise<string | undefined> {
  return findConfig(join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'akernel'), 'config');
}

/** AKERNEL_HOME, or the place that the XDG rules give to state. */
export function stateDirectory(env: NodeJS.ProcessEnv, home: string): string {
  return env['AKERNEL_HOME'] || join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'akernel');
}

async function findConfig(directory: string, name: string): Promise<string | undefined> {
  const paths = EXTENSIONS.map((extension) => join(directory, `${name}.${extension}`));
  const there = await Promise.all(paths.map(exists));
  const found = paths.filter((_, index) => there[index]);
  if (found.length > 1) {
    const message = `${found.join(' and ')} are both there`;
    throw configInvalid([{ path: '', message, hint: 'keep one of them' }]);
  }
  return found[0];
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') === true ? path : undefined;
}

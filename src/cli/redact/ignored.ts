import { dirname, join, relative, sep } from 'node:path';
import { KernelError } from '../../contract/errors.js';
import { readRegularFile } from '../../files/read-regular-file.js';

export const IGNORE_FILE = '.akernelignore';

const MOST_BYTES = 1024 * 1024;
/**
 * Each `**` within a pattern multiplies its time by the depth of the path. With more of them a pattern is refused, and
 * nothing that lies deeper is passed over.
 */
const MOST_DEPTHS = 2;
const MOST_FOLDERS = 100;

/** Whether a path is to be passed over. */
export type IsIgnored = (path: string, isDirectory: boolean) => boolean;

/**
 * What the nearest `.akernelignore` says, in this directory or above it: patterns as of .gitignore, from the directory that
 * it stands in.
 */
export async function loadIgnored(directory: string): Promise<IsIgnored> {
  const text = await readIgnoreFile(join(directory, IGNORE_FILE));
  if (text !== undefined) {
    refuseSlow(text);
    const { createPatterns } = await import('./ignore-library.js');
    const patterns = createPatterns().add(text);
    return (path, isDirectory) => {
      const inside = relative(directory, path).split(sep).join('/');
      const isOutside = inside === '' || inside === '..' || inside.startsWith('../') || inside.startsWith('/');
      return (
        !isOutside && inside.split('/').length <= MOST_FOLDERS && patterns.ignores(isDirectory ? `${inside}/` : inside)
      );
    };
  }
  const above = dirname(directory);
  return above === directory ? () => false : loadIgnored(above);
}

async function readIgnoreFile(path: string): Promise<string | undefined> {
  const read = await readRegularFile(path, MOST_BYTES);
  if (Buffer.isBuffer(read)) {
    return read.toString();
  }
  const { problem, cause } = read;
  if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) {
    return undefined;
  }
  const hints = {
    unreadable: 'check its permissions',
    'not-regular': 'it is no regular file',
    'too-long': 'it is longer than 1 MiB',
  };
  throw new KernelError('USAGE', `${IGNORE_FILE} cannot be read`, { hint: hints[problem], cause });
}

function refuseSlow(text: string): void {
  const line = text.split(/\r?\n/).findIndex((pattern) => !pattern.startsWith('#') && depthsIn(pattern) > MOST_DEPTHS);
  if (line !== -1) {
    throw new KernelError('USAGE', `line ${line + 1} of ${IGNORE_FILE} has too many **`, {
      hint: `a pattern may have ${MOST_DEPTHS} in its middle, and one at each end`,
    });
  }
}

/** How many `**` a pattern has in its middle. */
function depthsIn(pattern: string): number {
  const inner = pattern.trim().replace(/^!?\/?\*\*+\/|\/\*\*+\/?$/g, '');
  return inner.match(/\*\*+/g)?.length ?? 0;
}

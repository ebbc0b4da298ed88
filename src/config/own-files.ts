import { pathText } from '../contract/path-text.js';
import { createStateGuard, type StateGuard } from '../files/state-guard.js';
import type { Config } from './config.js';
import { usualStateDirectory } from './find-files.js';
import type { Layer } from './layers.js';
import { KEY_HINT } from './references.js';

/** Of the state directory in use, and of the usual one: another store's keys are keys of akernel too. */
export function guardOwnState(
  { store }: { readonly store: Pick<Config['store'], 'directory'> },
  env: NodeJS.ProcessEnv,
): StateGuard {
  return createStateGuard(store.directory, usualStateDirectory(env));
}

/** Throws CONFIG_INVALID for a reference into the state directory; which one that is shows when layers are merged. */
export async function refuseOwnFiles(guard: StateGuard, layers: readonly Layer[]): Promise<void> {
  for (const layer of layers) {
    const own = layer.referenced.filter(({ path }) => guard.holds(path));
    await layer.refuse(
      own.map(({ steps, name }) => {
        const message = `the file ${name} leads to the state and keys of akernel itself`;
        return { steps, path: pathText(steps), message, hint: KEY_HINT };
      }),
    );
  }
}

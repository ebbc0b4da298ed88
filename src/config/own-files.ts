import { createStateGuard } from '../files/state-guard.js';
import type { Config } from './config.js';
import type { Layer } from './layers.js';
import { pathText } from './mistakes.js';
import { KEY_HINT } from './references.js';

/** Throws CONFIG_INVALID for a reference into the state directory; which one that is shows when layers are merged. */
export async function refuseOwnFiles({ store }: Config, layers: readonly Layer[]): Promise<void> {
  const guard = createStateGuard(store.directory);
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

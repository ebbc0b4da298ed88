import { createPagerScreen } from './screens/pager-screen.js';
import type { PagerOptions } from './state/pager.js';
import { showUntilClosed } from './terminal/show.js';

export { createPagerScreen } from './screens/pager-screen.js';

/** Pages a stored result on a screen of its own until the person closes it, or the signal does. */
export function runPager(options: PagerOptions, signal: AbortSignal = new AbortController().signal): Promise<void> {
  return showUntilClosed(options.terminal, signal, (ports) =>
    createPagerScreen({ ...options, ...ports, isOutermost: true }),
  );
}

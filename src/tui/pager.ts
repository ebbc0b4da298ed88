import { createPagerScreen } from './screens/pager-screen.js';
import type { PagerOptions } from './state/pager-controller.js';
import { mount } from './terminal/mount.js';

export { createPagerScreen, type PagerPorts } from './screens/pager-screen.js';
export type { PagerOptions } from './state/pager-controller.js';
export type { PagerKernel } from './state/pager-source.js';

/** Pages a stored result on a screen of its own until the person closes it. */
export async function runPager(options: PagerOptions): Promise<void> {
  let refresh = (): void => undefined;
  await new Promise<void>((resolve) => {
    const screen = createPagerScreen({ ...options, refresh: () => refresh(), onClose: done });
    const mounted = mount(options.terminal, screen);
    refresh = mounted.refresh;
    mounted.refresh();

    function done(): void {
      screen.close();
      mounted.close();
      resolve();
    }
  });
}

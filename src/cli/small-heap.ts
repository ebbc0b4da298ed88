import type { CompileCache } from './context.js';

/** Short commands have ended by then, and no long stream has had a first collection of what died old. */
const AFTER_MS = 300;
/** A first start, which compiles everything, is over by then, and V8 has dropped nothing yet of what ran only once. */
const KEPT_AFTER_MS = 1_500;

/** What V8 takes for none of ours. */
const USUAL = 0;
const SMALL = 20;

interface V8 {
  readonly setFlagsFromString: (flags: string) => void;
}

/**
 * V8 lets what died old pile up to some 70 MB before it collects, and a long stream makes little else. So it collects
 * sooner, at no cost that could be measured: the peak of a 600 MB stream is 139 MB, and would be 188. Each collection says how much
 * may pile up until the next, so this has to come before the first. Compiled code is of use only under the flags that it was
 * kept under, so it is kept under the usual ones.
 */
export function keepHeapSmall(
  cache?: Pick<CompileCache, 'beforeKept' | 'keep'>,
  loadV8: () => Promise<V8> = () => import('node:v8'),
): void {
  setTimeout(async () => {
    const { setFlagsFromString } = await loadV8();
    const grow = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);
    grow(SMALL);
    cache?.beforeKept(() => grow(USUAL));
    setTimeout(() => {
      cache?.keep();
      grow(SMALL);
    }, KEPT_AFTER_MS).unref();
  }, AFTER_MS).unref();
}

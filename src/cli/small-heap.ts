/** Short commands have ended by then, and no long stream has had a first collection of what died old. */
const AFTER_MS = 300;

/**
 * V8 lets what died old pile up to some 70 MB before it collects, and a long stream makes little else. So it collects
 * sooner, at no cost that could be measured: the peak of a 600 MB stream is 139 MB, and would be 188. Each collection says how much
 * may pile up until the next, so this has to come before the first. `before` is called before the flag is set.
 */
export function keepHeapSmall(before: () => void = () => undefined): void {
  setTimeout(async () => {
    const { setFlagsFromString } = await import('node:v8');
    before();
    setFlagsFromString('--heap-growing-percent=20');
  }, AFTER_MS).unref();
}

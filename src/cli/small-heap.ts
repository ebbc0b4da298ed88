import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets what died old pile up to some 70 MB before it collects, and a long stream makes little else. So it collects
 * sooner, at no cost that could be measured: the peak of a 2 GB stream fell from 164 to 127 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20');
}

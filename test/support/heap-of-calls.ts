import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { kernelOver, requestFor, text } from './test-kernel.js';

/*
 * A process of its own, run with `--expose-gc` by `call-garbage.proof.test.ts`: writes how many bytes in V8's heap a call
 * leaves behind that small garbage collections do not find.
 */
const WARM = 200;
const CALLS = 100;

export interface GarbageReport {
  readonly bytesOfCall: number;
}

/** Of the young objects only. */
function collectYoung(): void {
  globalThis.gc?.(true);
}

function oldSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
}

const kernel = await kernelOver(() => [text('done')]);
const request = await requestFor(kernel, { keep: false });
const call = async (): Promise<void> => {
  await kernel.invoke(request);
  // Whoever awaits a call leaves the event loop a turn, in which it is let go.
  await setImmediate();
};
for (let warm = 0; warm < WARM; warm += 1) {
  await call();
}
globalThis.gc?.();
const before = oldSpaceBytes();
for (let calls = 0; calls < CALLS; calls += 1) {
  await call();
  collectYoung();
  collectYoung();
}
const report: GarbageReport = { bytesOfCall: (oldSpaceBytes() - before) / CALLS };
process.stdout.write(JSON.stringify(report));

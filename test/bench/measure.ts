import { cpus } from 'node:os';

const SPIN_MS = 500;
const SHARED = 0.1;
const NOTHING: Spent = { wallMs: 0, cpuMs: 0 };

/** Milliseconds that a piece of work took. */
export interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The wall and processor time of work in this process, its threads included. */
export async function spend(work: () => unknown): Promise<Spent> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await work();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** Measures two things in turns, so that both meet the same neighbours, and sums each up. */
export async function inTurns(
  rounds: number,
  left: () => Promise<Spent>,
  right: () => Promise<Spent>,
): Promise<{ readonly left: Spent; readonly right: Spent }> {
  const [leftSpent = NOTHING, rightSpent = NOTHING] = await interleaved(rounds, [left, right]);
  return { left: leftSpent, right: rightSpent };
}

/** The same for any number of things. */
export async function interleaved(rounds: number, works: readonly (() => Promise<Spent>)[]): Promise<readonly Spent[]> {
  const all = works.map((): Spent[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      all[index]?.push(await work());
    }
  }
  return all.map(summed);
}

/** Several rounds of the same work, summed up. */
export async function repeated(rounds: number, work: () => unknown): Promise<Spent> {
  const all: Spent[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await spend(work));
  }
  return summed(all);
}

/** Whether others take so much of the machine that a clock on the wall would measure them. */
export function hasNeighbours(): boolean {
  const ownBefore = process.cpuUsage();
  const allBefore = busyMs();
  const began = performance.now();
  let wallMs = 0;
  while (wallMs < SPIN_MS) {
    wallMs = performance.now() - began;
  }
  const { user, system } = process.cpuUsage(ownBefore);
  const ownMs = (user + system) / 1000;
  const othersMs = busyMs() - allBefore - ownMs;
  return ownMs < (1 - SHARED) * wallMs || othersMs > SHARED * wallMs;
}

/** Of all processors and all processes. */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function mbPerSecond(bytes: number, { wallMs, cpuMs }: Spent): { readonly wall: number; readonly cpu: number } {
  return { wall: bytes / 1000 / wallMs, cpu: bytes / 1000 / cpuMs };
}

/** The median on the wall; the mean of the processor time, which has no outliers but is told in coarse ticks. */
function summed(all: readonly Spent[]): Spent {
  return {
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / all.length,
  };
}

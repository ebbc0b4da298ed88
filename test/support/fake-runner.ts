import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Runner, RunnerPart, RunnerSpec, SpawnOptions, Supervisor } from '../../src/contract/runner.js';
import { createSupervisor } from '../../src/drivers/process/runner/supervisor.js';
import { partsOf } from './parts-of.js';

const PROGRAM = resolve('fixtures/programs/fake-runner.mjs');

/** What starts the runner of fixtures/programs that behaves in a given way. */
export function fakeRunner(behavior: string, more: Partial<RunnerSpec> = {}): RunnerSpec {
  const { env, ...rest } = more;
  return {
    command: process.execPath,
    args: [PROGRAM],
    env: { AKERNEL_RUNNER_BEHAVIOR: behavior, ...env },
    ...rest,
  };
}

export const supervisor: Supervisor = createSupervisor();

/** Short graces, so that a test that needs the whole ladder is quick. */
export const QUICK: SpawnOptions = { stopGraceMs: 100, termGraceMs: 100 };

export function spawnFake(
  behavior: string,
  options: SpawnOptions = {},
  more: Partial<RunnerSpec> = {},
): Promise<Runner> {
  return supervisor.spawn(fakeRunner(behavior, more), options);
}

/** The texts of a run, as its consumer got them. */
export function textsOf(parts: readonly RunnerPart[]): string[] {
  return parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
}

/** The first text of a run, and the rest of its parts when they are asked for. */
export async function firstText(run: Runner) {
  const parts = run[Symbol.asyncIterator]();
  for (;;) {
    const step = await parts.next();
    if (step.done === true) {
      throw new Error('the run ended without a text');
    }
    if (step.value.type === 'text-delta') {
      return { text: step.value.delta, rest: () => partsOf({ [Symbol.asyncIterator]: () => parts }) };
    }
  }
}

/** The processes that this one has started and not yet collected. */
export function children(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '');
}

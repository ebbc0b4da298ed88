import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Capability } from '../../../src/contract/capability.js';
import type { Frame } from '../../../src/contract/frame.js';
import { highlightLines } from '../../../src/contract/highlight-lines.js';
import type { InvokeRequest, Kernel } from '../../../src/contract/kernel.js';
import type { RunnerPart } from '../../../src/contract/runner.js';
import { createKernel } from '../../../src/library.js';
import { fakeRunner, QUICK, supervisor } from '../../support/fake-runner.js';
import { isAlive } from '../../support/processes.js';
import { describeStreamRun, type StreamRunSubject } from '../../support/stream-run-conformance.js';
import { ANN, drain, TEST_CAPABILITY } from '../../support/test-kernel.js';

const RUNNER = resolve('fixtures/programs/fake-runner.mjs');
const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const LONG = 'stream=3200';
const CHUNK_BYTES = 65_536;

const folder = mkdtempSync(join(tmpdir(), 'akernel-stream-runs-'));
let notes = 0;
let kernel: Kernel;

/** A runner as a capability; its id is `runner.` and the first word of its behavior. */
function runnerCapability(behavior: string, note: string): Capability {
  const env = { AKERNEL_RUNNER_BEHAVIOR: behavior, AKERNEL_RUNNER_NOTE: note };
  const args = ['-c', 'echo $$ > "$0"; exec "$@"', `${note}.pid`, process.execPath, RUNNER];
  return {
    ...TEST_CAPABILITY,
    capability_id: `runner.${/^\w+/.exec(behavior)?.[0]}`,
    driver: { driver_id: 'process', operation: 'runner', options: { command: 'sh', args, env } },
  };
}

const kernelNote = join(folder, 'kernel-note');
beforeAll(async () => {
  const behaviors = ['chunks=200', 'failed', LONG, 'splits', 'burst=4000,bytes=20', 'oversize=2031616'];
  kernel = await createKernel({ capabilities: behaviors.map((behavior) => runnerCapability(behavior, kernelNote)) });
});
afterAll(async () => {
  await kernel.close();
  rmSync(folder, { recursive: true });
});

async function invoke(name: string, more: Partial<InvokeRequest> = {}) {
  writeFileSync(kernelNote, '0');
  const capabilityId = `runner.${name}`;
  const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId });
  return kernel.invokeStream({ capabilityId, args: {}, principal: ANN, capabilityToken, ...more });
}

function isRunning(note: string): boolean {
  try {
    return isAlive(Number(readFileSync(`${note}.pid`, 'utf8')));
  } catch {
    return false;
  }
}

const writtenBytes = (note: string): number => Number(readFileSync(note, 'utf8')) * CHUNK_BYTES;

const runners: StreamRunSubject<RunnerPart> = {
  name: 'runner',
  seqOf: ({ seq }) => seq,
  isFirst: ({ type }) => type === 'start',
  isLast: ({ type }) => type === 'finish' || type === 'abort' || type === 'error',
  textOf: (part) => (part.type === 'text-delta' ? part.delta : ''),
  startShort: () => supervisor.spawn(fakeRunner('chunks=20')),
  startFailing: () => supervisor.spawn(fakeRunner('failed')),
  async startLong(signal) {
    notes += 1;
    const note = join(folder, `note-${notes}`);
    writeFileSync(note, '0');
    const run = await supervisor.spawn(fakeRunner(LONG, { env: { AKERNEL_RUNNER_NOTE: note } }), {
      ...QUICK,
      ...(signal === undefined ? {} : { signal }),
    });
    return { run, isWorking: () => isAlive(run.osPid()), producedBytes: () => writtenBytes(note) };
  },
};

const invocations: StreamRunSubject<Frame> = {
  name: 'invocation of a runner',
  seqOf: ({ seq }) => seq,
  isFirst: ({ seq }) => seq === 0,
  isLast: ({ is_final }) => is_final,
  textOf: ({ text = '', highlights = [], facts = [], folded = [], omitted }) => {
    const told = [...highlightLines(highlights), ...facts, ...folded];
    return text + (omitted?.chars === undefined ? '' : `\n${told.map((line) => `${line}\n`).join('')}`);
  },
  startShort: () => invoke('chunks', { maxTokens: 700 }),
  startFailing: () => invoke('failed'),
  startLong: async (signal) => ({
    run: await invoke('stream', { maxTokens: 1_000_000_000, ...(signal === undefined ? {} : { signal }) }),
    isWorking: () => isRunning(kernelNote),
    producedBytes: () => writtenBytes(kernelNote),
  }),
};

describeStreamRun(runners);
describeStreamRun(invocations);

describe('the firewall over a runner', () => {
  test('C6.94: a secret is hidden wherever the runner cuts it', async () => {
    const { frames } = await drain(
      await invoke('splits', { args: { text: `key ${SECRET} end\n` }, maxTokens: 100_000 }),
    );
    const shown = frames.map(({ text = '' }) => text).join('');
    const line = 'key [REDACTED:github_token] end\n';
    expect(shown).toBe(line.repeat(SECRET.length + 8));
  });

  test('C6.95: after the budget the runner is drained into the handle', async () => {
    const { result } = await drain(await invoke('burst', { maxTokens: 600 }));
    expect(result).toMatchObject({ status: 'completed', exit: { exit_code: 0 } });
    expect(result.final_frame).toMatchObject({ handle: { state: 'complete' }, budget: { total: 600 } });
    const size = Array.from({ length: 4000 }, (_, i) => String(i).length + 20).reduce((sum, length) => sum + length);
    expect(result.final_frame?.seen?.chars).toBe(size);
    expect(isRunning(kernelNote)).toBe(false);
  });

  test('a line that is too long is counted, and the handle says why it is not whole', async () => {
    const { result } = await drain(await invoke('oversize'));
    expect(result.final_frame).toMatchObject({
      seen: { rows: 1, chars: 'beforeafter'.length },
      shown: { rows: 0 },
      omitted: { rows: 1, bytes: 2_031_616 },
      handle: { state: 'partial', reason: '1 record could not be read' },
    });
  });

  test('C6.95: or it is ended, when that is wanted', async () => {
    const { result } = await drain(await invoke('stream', { maxTokens: 600, stopAtBudget: true }));
    expect(result.final_frame).toMatchObject({ handle: { state: 'partial' } });
    expect(isRunning(kernelNote)).toBe(false);
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TRACE_CAPS } from '../../src/contract/trace.js';
import { keepDirectories } from '../support/store-fixtures.js';
import { ANN, kernelOver, records, stream } from '../support/test-kernel.js';

const newDirectory = keepDirectories();
const JUSTIFICATION = 'restored the backup of Monday';

async function kernelWith(more: Parameters<typeof kernelOver>[1] = {}) {
  const kernel = await kernelOver(() => [records([{ id: 1 }])], more);
  const act = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await stream(kernel);
    }
  };
  return { kernel, act };
}

describe('the audit trail keeps within its caps', () => {
  it.each([[20], [3], [1]])('of %i traces by itself, and tells of each pruning', async (most) => {
    const { kernel, act } = await kernelWith({ config: { audit: { ...DEFAULT_TRACE_CAPS, max_traces: most } } });
    await act(40);
    const traces = await kernel.audit.list({});
    expect(traces.length).toBeLessThanOrEqual(most + Math.floor(most / 10) + 1);
    const [pruning] = traces.filter(({ event }) => event === 'audit');
    expect(pruning).toMatchObject({ outcome: 'completed', principal_id: 'ann', args: { max_traces: most } });
    expect(pruning?.parent_action_id).toMatch(/^a_/);
    const verdict = await kernel.audit.verify();
    expect(verdict).toEqual({ ok: true, records_checked: traces.length, pruned: expect.any(Number) });
    await kernel.close();
  });

  it('of age', async () => {
    const { kernel, act } = await kernelWith({ config: { audit: { max_traces: 30, max_age_ms: 1 } } });
    await act(40);
    expect((await kernel.audit.list({})).length).toBeLessThan(10);
    expect(await kernel.audit.verify()).toMatchObject({ ok: true });
    await kernel.close();
  });

  it('leaves what is no trouble alone', async () => {
    const { kernel, act } = await kernelWith();
    await act(70);
    expect(await kernel.audit.list({ event: 'audit' })).toEqual([]);
    expect(await kernel.audit.verify()).toEqual({ ok: true, records_checked: 140 });
    await kernel.close();
  });

  it('when it is asked to, by the caps of the config or others', async () => {
    const { kernel, act } = await kernelWith();
    await act(10);
    expect(await kernel.audit.prune({ principal: ANN })).toEqual({ removed: 0, up_to: 0 });
    expect(await kernel.audit.prune({ principal: ANN, caps: { max_traces: 5 } })).toEqual({ removed: 16, up_to: 16 });
    expect(await kernel.audit.prune({ principal: ANN, caps: { max_traces: 5 } })).toEqual({ removed: 0, up_to: 0 });
    const [trace] = await kernel.audit.list({ event: 'audit' });
    expect(trace).toMatchObject({ principal_id: 'ann', args: { prune: 16, up_to: 16, max_traces: 5 } });
    await kernel.close();
  });
});

describe('a head file that is lost', () => {
  async function withoutHead() {
    const directory = newDirectory();
    const { kernel, act } = await kernelWith({ directory });
    await act(1);
    rmSync(join(directory, 'audit.head'));
    return { kernel, act, directory };
  }

  it('is accepted by name, with a trace that says so', async () => {
    const { kernel, act } = await withoutHead();
    expect(await kernel.audit.verify()).toMatchObject({ ok: false, problem: 'head_file' });
    expect(await kernel.audit.accept({ principal: ANN, justification: JUSTIFICATION })).toEqual({
      ok: true,
      records_checked: 3,
    });
    const [trace] = await kernel.audit.list({ event: 'audit' });
    expect(trace).toMatchObject({
      principal_id: 'ann',
      justification: JUSTIFICATION,
      args: { accept: 'the file audit.head is missing, so nobody can tell whether records are', records: 2 },
    });
    await act(1);
    expect(await kernel.audit.verify()).toEqual({ ok: true, records_checked: 5 });
    await kernel.close();
  });

  it.each([[' because        '], ['\u200b'.repeat(40)]])(
    'is not accepted without a reason: %j',
    async (justification) => {
      const { kernel } = await withoutHead();
      await expect(kernel.audit.accept({ principal: ANN, justification })).rejects.toMatchObject({ code: 'USAGE' });
      expect(await kernel.audit.list({ event: 'audit' })).toMatchObject([{ outcome: 'failed' }]);
      expect(await kernel.audit.verify()).toMatchObject({ ok: false });
      await kernel.close();
    },
  );

  it('is nothing to accept where all is well', async () => {
    const { kernel, act } = await kernelWith();
    await act(1);
    await expect(kernel.audit.accept({ principal: ANN, justification: JUSTIFICATION })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'the audit trail is intact: there is nothing to accept',
    });
    await kernel.close();
  });

  it('records that were removed are never accepted', async () => {
    const { kernel, directory } = await withoutHead();
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(join(directory, 'akernel.db'));
    database.exec('DELETE FROM traces WHERE seq = 1');
    database.close();
    await expect(kernel.audit.accept({ principal: ANN, justification: JUSTIFICATION })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'records of the audit trail were changed or removed, which cannot be accepted',
    });
    writeFileSync(join(directory, 'audit.head'), '');
    expect(await kernel.audit.verify()).toMatchObject({ ok: false, problem: 'records' });
    await kernel.close();
  });
});

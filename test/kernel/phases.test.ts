import { describe, expect, it } from 'vitest';
import type { Frame } from '../../src/contract/frame.js';
import { phaseAt } from '../../src/firewall/budget/phase.js';
import { ANN, kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

const MANY = Array.from({ length: 5000 }, (_, i) => ({
  id: i,
  name: `customer ${i}`,
  status: i % 3 === 0 ? 'open' : 'paid',
  amount: (i * 7.25) % 990,
  note: 'a note that is long enough to be cut when the phase asks for it, and then some more of it to be sure',
}));

const LONG = Array.from({ length: 12 }, () => MANY).flat();

function chunked(values: readonly unknown[], size: number) {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) =>
    records(values.slice(i * size, (i + 1) * size)),
  );
}

describe('phaseAt', () => {
  it.each([
    [1000, 1],
    [601, 1],
    [600, 2],
    [599, 2],
    [301, 2],
    [300, 3],
    [299, 3],
    [101, 3],
    [100, 3],
    [99, 4],
    [0, 4],
  ])('%i of 1000 remaining is phase %i', (remaining, phase) => {
    expect(phaseAt(remaining, 1000)).toBe(phase);
  });
});

describe('a stream that outgrows its budget', () => {
  async function run(size: number, maxTokens = 4000, values: readonly unknown[] = MANY): Promise<readonly Frame[]> {
    const kernel = await kernelOver(() => chunked(values, size));
    return (await stream(kernel, { maxTokens })).frames;
  }

  it('passes through four phases, never back', async () => {
    const phases = (await run(100, 1500, LONG)).map((frame) => frame.phase);
    expect(new Set(phases)).toEqual(new Set([1, 2, 3, 4]));
    expect([...phases].sort()).toEqual(phases);
  });

  it('carries the full envelope first, at each change of phase and last', async () => {
    const frames = await run(100);
    const [first] = frames;
    expect(first).toMatchObject({ seq: 0, capability_id: 'test.run', provenance: { principal_id: 'ann' } });
    expect(first?.handle_id).toMatch(/^h_[0-9a-hjkmnp-tv-z]{10}$/);
    for (const [i, frame] of frames.entries()) {
      const isChange = i === 0 || frame.phase !== frames[i - 1]?.phase;
      if (isChange && frame.phase < 4) {
        expect(frame.budget).toMatchObject({ unit: 'tokens', encoding: 'o200k_base', total: 4000 });
        expect(frame.seen?.rows).toBeGreaterThan(0);
      }
      expect(frame.seq).toBe(i);
    }
    expect(frames.at(-1)).toMatchObject({ is_final: true, status: 'completed', budget: { exact: true, total: 4000 } });
  });

  it('shows rows in full, then trimmed, then facts, then names the handle once', async () => {
    const frames = await run(100, 1500, LONG);
    const [full] = frames;
    expect(full?.rows?.[0]).toEqual(MANY[0]);
    const trimmed = frames.find((frame) => frame.phase === 2);
    const [row] = trimmed?.rows ?? [];
    expect(row).toMatchObject({ note: expect.stringMatching(/^.{79}…$/) });
    expect(trimmed?.omitted?.chars).toBeGreaterThan(0);
    const summaries = frames.filter((frame) => frame.phase === 3 && !frame.is_final);
    expect(summaries.length).toBeGreaterThan(1);
    expect(summaries[0]?.facts?.[0]).toMatch(/^rows \d+-\d+: \d+$/);
    const silent = frames.filter((frame) => frame.phase === 4 && !frame.is_final);
    expect(silent).toHaveLength(1);
    expect(silent[0]?.handle_id).toBe(full?.handle_id);
  });

  it('accounts for every row in the final frame', async () => {
    for (const size of [1, 7, 100, 5000]) {
      const frames = await run(size);
      const shown = frames.reduce((sum, frame) => sum + (frame.rows?.length ?? 0), 0);
      expect(frames.at(-1)).toMatchObject({
        seen: { rows: 5000 },
        shown: { rows: shown },
        omitted: { rows: 5000 - shown },
        handle: { total_rows: 5000, state: 'complete' },
        next: `akernel expand ${frames[0]?.handle_id} --offset ${shown}`,
      });
    }
  });

  it('covers the batches of phase 3 without gap or overlap, each larger than the one before', async () => {
    const frames = await run(50, 20_000);
    const spans = frames
      .flatMap((frame) => frame.facts?.slice(0, 1) ?? [])
      .flatMap((fact) => [...fact.matchAll(/^rows (\d+)-(\d+): (\d+)$/g)])
      .map(([, from, to, count]) => ({ from: Number(from), to: Number(to), count: Number(count) }));
    const shown = frames.reduce((sum, frame) => sum + (frame.rows?.length ?? 0), 0);
    expect(spans[0]?.from).toBe(shown + 1);
    for (const [i, span] of spans.entries()) {
      expect(span.to - span.from + 1).toBe(span.count);
      if (i > 0) {
        expect(span.from).toBe((spans[i - 1]?.to ?? 0) + 1);
      }
    }
  });

  it('skips a phase when one batch crosses two', async () => {
    const huge = Array.from({ length: 40 }, (_, i) => ({ id: i, ...wide(60) }));
    const kernel = await kernelOver(() => [records(huge)]);
    const { frames } = await stream(kernel, { maxTokens: 1000 });
    const phases = [...new Set(frames.map((frame) => frame.phase))];
    expect(phases.length).toBeLessThan(4);
    expect([...phases].sort()).toEqual(phases);
    expect(frames.at(-1)?.seen?.rows).toBe(40);
  });

  it('stays in byte counting, inexact but an upper bound, while phase 1 is proved', async () => {
    const kernel = await kernelOver(() => [records([{ id: 1 }])]);
    const { frames } = await stream(kernel, { maxTokens: 4000 });
    expect(frames.every((frame) => frame.budget.exact !== true)).toBe(true);
    expect(frames.at(-1)?.phase).toBe(1);
  });

  it('refuses a budget under 512', async () => {
    const kernel = await kernelOver(() => []);
    const { result, frames } = await stream(kernel, { maxTokens: 511 });
    expect(result.error).toMatchObject({ code: 'USAGE', message: expect.stringContaining('512') });
    expect(frames.filter((frame) => frame.rows !== undefined)).toHaveLength(0);
  });

  it('is not stopped by its budget, unless asked', async () => {
    let made = 0;
    async function* counted() {
      for (const chunk of chunked(MANY, 10)) {
        made += 1;
        yield chunk;
      }
    }
    const drained = await stream(await kernelOver(counted), { maxTokens: 600 });
    expect(made).toBe(500);
    expect(drained.frames.at(-1)?.handle).toMatchObject({ total_rows: 5000, state: 'complete' });
    made = 0;
    const stopped = await stream(await kernelOver(counted), { maxTokens: 600, stopAtBudget: true });
    expect(made).toBeLessThan(500);
    expect(stopped.frames.at(-1)?.handle).toMatchObject({ state: 'partial', reason: 'stopped at the budget' });
  });

  it('a source without end is stopped soon after what is shown in full, as text and as rows', async () => {
    const line = 'a line of a log that says the same again and again\n';
    const text = { type: 'text', channel: 'stdout', text: line.repeat(2000) } as const;
    const rows = records(Array.from({ length: 1000 }, (_, id) => ({ id, name: `name ${id}` })));
    for (const chunk of [text, rows]) {
      let made = 0;
      async function* endless() {
        for (; made < 2000; made += 1) {
          yield chunk;
        }
      }
      await stream(await kernelOver(endless), { maxTokens: 4000, stopAtBudget: true });
      expect(made).toBeLessThan(100);
    }
  });

  it('one frame is made of the whole source: there is nothing to stop at the budget', async () => {
    const kernel = await kernelOver(() => []);
    const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'test.run' });
    const request = { capabilityId: 'test.run', args: {}, principal: ANN, capabilityToken };
    await expect(kernel.invoke({ ...request, stopAtBudget: true })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'only a stream can be stopped at its budget',
    });
  });

  it('starts lower when a mode asks for it', async () => {
    for (const [mode, phase] of [
      ['table', 2],
      ['summary', 3],
      ['handle_only', 4],
    ] as const) {
      const kernel = await kernelOver(() => chunked(MANY, 100));
      const { frames } = await stream(kernel, { mode });
      expect(frames[0]?.phase, mode).toBe(phase);
    }
  });

  it('W5: shows at most max_rows rows over the whole stream, then facts', async () => {
    const kernel = await kernelOver(() => chunked(MANY, 1));
    const { frames } = await stream(kernel, { maxRows: 5, maxTokens: 20_000 });
    const shown = frames.reduce((sum, frame) => sum + (frame.rows?.length ?? 0), 0);
    expect(shown).toBe(5);
    expect(frames.at(-1)).toMatchObject({ shown: { rows: 5 }, omitted: { rows: 4995 } });
    expect(frames.some((frame) => frame.phase === 3)).toBe(true);
  });

  it('gives the same facts at the end as one frame of the same rows', async () => {
    const streamed = await stream(await kernelOver(() => chunked(MANY, 13)), { maxTokens: 20_000 });
    const kernel = await kernelOver(() => [records(MANY)]);
    const once = await kernel.invoke(await requestFor(kernel, { maxTokens: 20_000 }));
    expect(streamed.frames.at(-1)?.facts).toEqual(once.facts);
    expect(once.facts?.length).toBeGreaterThan(3);
  });
});

describe('text', () => {
  const log = Array.from({ length: 3000 }, (_, i) => `line ${i}: something happened to ann${i}@example.com\n`).join('');

  it('is shown in full, then its telling lines, then counted; all characters are accounted for', async () => {
    const chunks = Array.from({ length: Math.ceil(log.length / 997) }, (_, i) =>
      text(log.slice(i * 997, (i + 1) * 997)),
    );
    const { frames } = await stream(await kernelOver(() => chunks));
    const final = frames.at(-1);
    expect(final?.seen).toMatchObject({ chars: log.length, lines: 3000 });
    expect((final?.shown?.chars ?? 0) + (final?.omitted?.chars ?? 0)).toBe(log.length);
    expect(final?.highlights?.length).toBeGreaterThan(0);
    expect(final?.budget.remaining).toBeLessThan(0.05 * (final?.budget.total ?? 0));
    expect(JSON.stringify(frames)).not.toMatch(/ann\d+@/);
  });

  it('tells its lines behind its first frame where more has come than the first phase pays for', async () => {
    const { frames } = await stream(await kernelOver(() => [text(log)]), { maxTokens: 4000 });
    expect(frames.map((frame) => frame.phase)).toEqual([1, 2]);
    expect(frames[0]?.text?.length).toBeLessThan(1500);
  });

  it('is shown in full where the first phase pays for all that has come, though its bytes do not prove it', async () => {
    const whole = 'steady '.repeat(600);
    const { frames } = await stream(await kernelOver(() => [text(whole)]), { maxTokens: 4000 });
    expect(frames.map((frame) => frame.text ?? '').join('')).toBe(whole);
  });

  it('loses nothing while phase 1 lasts', async () => {
    const short = 'alpha\nbeta gamma\n\n  delta';
    const { frames } = await stream(await kernelOver(() => [...short].map((char) => text(char))));
    expect(frames.map((frame) => frame.text ?? '').join('')).toBe(short);
    expect(frames.at(-1)).toMatchObject({ shown: { chars: short.length }, omitted: { chars: 0 } });
  });

  it('keeps channels apart', async () => {
    const chunks = Array.from({ length: 20 }, (_, i) => text(`${i}\n`, i % 2 === 0 ? 'stdout' : 'stderr'));
    const { frames } = await stream(await kernelOver(() => chunks));
    const of = (channel?: string) =>
      frames
        .filter((frame) => frame.channel === channel)
        .map((frame) => frame.text ?? '')
        .join('');
    expect(of('stderr')).toBe('1\n3\n5\n7\n9\n11\n13\n15\n17\n19\n');
    expect(of(undefined)).toBe('0\n2\n4\n6\n8\n10\n12\n14\n16\n18\n');
  });
});

function wide(fields: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: fields }, (_, i) => [`column_number_${i}`, `some value of column ${i}`]),
  );
}

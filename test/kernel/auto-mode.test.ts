import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Frame } from '../../src/contract/frame.js';
import { lineOf } from '../../src/contract/frame.js';
import type { InvokeRequest } from '../../src/contract/kernel.js';
import { randomBudget, randomChunks } from '../support/random-chunks.js';
import { kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

const tokenizer = get_encoding('o200k_base');
afterAll(() => tokenizer.free());

function count(printed: string): number {
  return tokenizer.encode_ordinary(printed).length;
}

async function invoke(chunks: readonly Chunk[], more: Partial<InvokeRequest> = {}): Promise<Frame> {
  const kernel = await kernelOver(() => chunks);
  return kernel.invoke(await requestFor(kernel, more));
}

const customers = (amount: number) =>
  Array.from({ length: amount }, (_, id) => ({ id, plan: id % 3 === 0 ? 'free' : 'team', amount: id * 1.5 }));

describe('what is small stays small', () => {
  it.each([
    ['one number', [records([{ count: 42 }])]],
    ['twenty rows', [records(customers(20))]],
    ['no rows', []],
    ['a text', [text('All 14 tests passed.\n')]],
    ['rows and text', [records([{ count: 1 }]), text('done\n')]],
  ])('%s: shown whole, at most 60 model tokens beside its content', async (_name, chunks: Chunk[]) => {
    const frame = await invoke(chunks);
    const { rows, text: shown } = frame;
    const content = [rows, shown].filter((part) => part !== undefined).map((part) => JSON.stringify(part));
    expect(count(`${lineOf(frame)}\n`) - count(content.join(''))).toBeLessThanOrEqual(60);
    expect(Object.keys(frame)).not.toContain('facts');
    expect(frame).toMatchObject({ phase: 1, is_final: true, status: 'completed' });
    expect(frame.omitted).toBeUndefined();
  });

  it('says what was replaced, and no more', async () => {
    const frame = await invoke([records([{ id: 1, email: 'ann@example.com' }])]);
    expect(Object.keys(frame)).toEqual([
      'seq',
      'handle_id',
      'phase',
      'is_final',
      'status',
      'rows',
      'seen',
      'redactions',
      'budget',
    ]);
    expect(frame).toMatchObject({ rows: [{ id: 1, email: '[REDACTED:email]' }], redactions: { email: 1 } });
  });

  it('is bound by the budget, not by the defaults of tables', async () => {
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, { a: { b: { c: [i] } } }]));
    const frame = await invoke([records([...customers(80), wide, { body: 'word '.repeat(1000) }])]);
    expect(frame.rows).toHaveLength(82);
    expect(frame.rows?.[80]).toEqual(wide);
    expect(frame.rows?.[81]).toEqual({ body: 'word '.repeat(1000) });
  });

  it('but by what a request or a grant says', async () => {
    const asked = await invoke([records(customers(20))], { maxRows: 3, maxFields: 2 });
    expect(asked.rows).toEqual(customers(3).map(({ id, plan }) => ({ id, plan })));
    expect(asked).toMatchObject({ seen: { rows: 20 }, shown: { rows: 3 }, omitted: { rows: 17, fields: ['amount'] } });
    const kernel = await kernelOver(() => [records(customers(20))]);
    const request = await requestFor(kernel);
    const { principal, capabilityId } = request;
    const constraints = { max_rows: 4 };
    const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId, constraints });
    const granted = await kernel.invoke({ ...request, capabilityToken });
    expect(granted).toMatchObject({ shown: { rows: 4 }, omitted: { rows: 16 }, phase: 3 });
  });

  it('each channel stands under its name, and one alone says its name', async () => {
    const both = await invoke([text('built\n', 'stdout'), text('one warning', 'stderr'), text('done\n', 'stdout')]);
    expect(both.text).toBe('[stdout]\nbuilt\ndone\n[stderr]\none warning');
    const errors = await invoke([text('no such file\n', 'stderr')]);
    expect(errors).toMatchObject({ channel: 'stderr', text: 'no such file\n' });
  });
});

describe('what does not fit is summarised, and the rest of the budget spent', () => {
  it('rows: all facts, and as many rows as fit', async () => {
    const frame = await invoke([records(customers(5000))], { maxTokens: 1500 });
    expect(frame).toMatchObject({ mode: 'auto', phase: 3, seen: { rows: 5000 }, handle: { total_rows: 5000 } });
    expect(frame.facts?.[0]).toBe('rows: 5000');
    expect(frame.rows?.slice(0, 2)).toEqual(customers(2));
    expect(frame.shown?.rows).toBe(frame.rows?.length);
    expect(frame.next).toBe(`akernel expand ${frame.handle_id} --offset ${frame.rows?.length}`);
    expect(frame.budget.remaining).toBeLessThan(40);
  });

  it('rows that are too long for that: trimmed', async () => {
    const row = { id: 1, body: 'word '.repeat(2000) };
    const frame = await invoke([records([row, row])], { maxTokens: 1000 });
    const trimmed = { id: 1, body: `${'word '.repeat(16).slice(0, 79)}…` };
    expect(frame.rows).toEqual([trimmed, trimmed]);
    expect(frame.omitted).toMatchObject({ rows: 0, chars: 2 * (10_000 - 79) });
  });

  it('one long record: facts about the lists in it, and its telling parts with what lies between', async () => {
    const items = Array.from({ length: 9000 }, (_, id) => ({ id, name: `name ${id}`, state: 'passed' }));
    const odd = { id: 4712, name: 'name 4712', state: 'failed' };
    const frame = await invoke([records([{ count: 9000, items: items.with(4712, odd) }])], { maxTokens: 1000 });
    expect(frame.facts).toContain('items[].state: passed=8999 failed=1, once failed in items.4712');
    expect(frame.highlights?.[0]).toEqual({ line: 0, text: expect.stringMatching(/^count: 9000, items: \[9000\]\n/) });
    expect(frame.highlights?.map(({ text }) => text).join('\n')).toContain(
      'items.4712: id: 4712, name: "name 4712", state: failed',
    );
    expect(frame.highlights?.[1]?.gap).toMatch(/^\d+ parts$/);
    expect(frame.budget.remaining).toBeLessThan(50);
  });

  it('a text: its facts, and lines of it with what lies between', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}\n`);
    const frame = await invoke([text(lines.join(''))], { maxTokens: 2000 });
    expect(frame.highlights?.at(-1)?.text).toMatch(/line 1999$/);
    expect(frame.highlights?.some(({ gap }) => /^\d+ lines/.test(gap ?? ''))).toBe(true);
    expect(frame.budget.used).toBeGreaterThan(1900);
    expect((frame.shown?.chars ?? 0) + (frame.omitted?.chars ?? 0)).toBe(lines.join('').length);
  });

  it('a text longer than is held: its head, and never the half of a secret at the cut', async () => {
    const secret = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
    for (let before = 8120; before < 8200; before += 3) {
      const cut = [text('x '.repeat(before / 2)), text(secret.slice(0, 14)), text(`${secret.slice(14)}\n`)];
      const frame = await invoke([...cut, text('line\n'.repeat(9000))], { maxTokens: 512 });
      expect(lineOf(frame)).not.toContain('4eC39H');
    }
  });
});

it('the trace tells the phase of the frame', async () => {
  for (const mode of ['auto', 'summary', 'table', 'handle_only'] as const) {
    const kernel = await kernelOver(() => [records(customers(3000))]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode }));
    const traces = await kernel.audit.list({});
    const trace = traces.find(({ event }) => event === 'invoke');
    expect([mode, trace?.totals?.final_phase]).toEqual([mode, frame.phase]);
  }
});

describe('the trace tells as much as the last frame: what was shown, and what was replaced in it', () => {
  const people = records(customers(300).map((row) => ({ ...row, email: `someone${row.id}@example.com` })));
  const log = text(Array.from({ length: 3000 }, (_, i) => `line ${i} of someone${i}@example.com\n`).join(''));
  const forms = ['auto', 'summary', 'table', 'handle_only', 'streamed'] as const;

  it.each([
    ...forms.map((form) => ['rows', form, [people]] as const),
    ...forms.map((form) => ['a text', form, [log]] as const),
    ['few rows', 'auto', [records(customers(3)), records([{ email: 'ann@example.com' }])]] as const,
    ['a short text', 'auto', [text('ann@example.com wrote\n')]] as const,
  ])('%s, %s', async (_name, form, chunks) => {
    const kernel = await kernelOver(() => chunks);
    const frame =
      form === 'streamed'
        ? (await stream(kernel)).frames.at(-1)
        : await kernel.invoke(await requestFor(kernel, { mode: form }));
    const { seen, shown = seen, redactions = {} } = frame ?? {};
    const trace = (await kernel.audit.list({})).find(({ event }) => event === 'invoke');
    expect(trace?.totals).toMatchObject({ shown_rows: shown?.rows ?? 0, shown_chars: shown?.chars ?? 0 });
    expect(trace?.totals?.redactions).toEqual(redactions);
  });
});

it('the plan says auto', async () => {
  const kernel = await kernelOver(() => []);
  expect(await kernel.plan({ ...(await requestFor(kernel)), stream: false })).toMatchObject({ mode: 'auto' });
});

describe('random results', () => {
  it('P3, P4: the budget is a ceiling, and seen is shown and omitted', async () => {
    const mode = fc.constantFrom('auto' as const, 'auto' as const, 'table' as const, 'summary' as const);
    await fc.assert(
      fc.asyncProperty(randomChunks, randomBudget, mode, async (chunks, maxTokens, form) => {
        const frame = await invoke(chunks, { maxTokens, mode: form });
        const printed = count(`${lineOf(frame)}\n`);
        expect(printed).toBeLessThanOrEqual(maxTokens);
        expect(frame.budget.used).toBeGreaterThanOrEqual(printed);
        const rows = chunks.reduce((sum, one) => sum + (one.type === 'records' ? one.rows.length : 0), 0);
        const chars = chunks.reduce((sum, one) => sum + (one.type === 'text' ? one.text.length : 0), 0);
        const { seen = {}, shown = seen, omitted = {} } = frame;
        expect(seen.rows ?? 0).toBe(rows);
        expect(seen.chars ?? 0).toBe(chars);
        expect((shown.rows ?? 0) + (omitted.rows ?? 0)).toBe(rows);
        expect(frame.rows?.length ?? 0).toBe(shown.rows ?? 0);
        if (rows === 0) {
          expect((shown.chars ?? 0) + (omitted.chars ?? 0)).toBe(chars);
        }
      }),
      { numRuns: 60 },
    );
  }, 300_000);
});

import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import { ENCODINGS, type Encoding } from '../../src/contract/budget.js';
import type { Chunk } from '../../src/contract/chunk.js';
import { lineOf } from '../../src/contract/frame.js';
import { proofSize } from '../support/proof-size.js';
import { ANN, drain, kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

const tokenizers = new Map<Encoding, Tiktoken>();

function countWith(encoding: Encoding, printed: string): number {
  const tokenizer = tokenizers.get(encoding) ?? get_encoding(encoding);
  tokenizers.set(encoding, tokenizer);
  return tokenizer.encode_ordinary(printed).length;
}

afterAll(() => {
  for (const tokenizer of tokenizers.values()) {
    tokenizer.free();
  }
});

function rows(count: number, make: (i: number) => unknown): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < count; from += 100) {
    chunks.push(records(Array.from({ length: Math.min(100, count - from) }, (_, i) => make(from + i))));
  }
  return chunks;
}

/** Every kind is long enough to run through all four phases of a small budget. */
const KINDS: Readonly<Record<string, () => Chunk[]>> = {
  'plain rows': () => rows(3000, (i) => ({ id: i, name: `name ${i}`, amount: i * 1.5, active: i % 2 === 0 })),
  'rows with personal data': () =>
    rows(2000, (i) => ({ id: i, email: `a${i}@example.com`, phone: `+1 415 555 0${100 + (i % 99)}` })),
  'wide rows': () =>
    rows(300, (i) => Object.fromEntries(Array.from({ length: 80 }, (_, k) => [`field_${k}`, `${i}-${k}`]))),
  'CJK and emoji': () =>
    rows(1500, (i) => ({ 名前: `田中太郎${i}`, 説明: '東京都渋谷区'.repeat(3), mood: '😀🎉🇩🇪'.repeat(2) })),
  'long cells': () => rows(300, (i) => ({ id: i, body: 'lorem ipsum dolor sit amet '.repeat(60) })),
  'one huge cell': () => [records([{ id: 1, body: 'x y '.repeat(60_000) }]), ...rows(50, (i) => ({ i }))],
  'base64 and hex': () =>
    rows(800, (i) => ({ id: i, blob: Buffer.from(`${i}`.repeat(40)).toString('base64'), hash: `${i}`.repeat(8) })),
  'nested and lists': () => rows(900, (i) => ({ a: { b: { c: { d: [i, [i, { e: i }]] } } }, list: Array(6).fill(i) })),
  scalars: () => rows(3000, (i) => (i % 3 === 0 ? i : i % 3 === 1 ? `value ${i}` : null)),
  'a text log': () => [
    text(
      Array.from({ length: 4000 }, (_, i) => `2026-11-21T20:${i % 60}:00Z INFO request ${i} took ${i % 977} ms\n`).join(
        '',
      ),
    ),
  ],
  'text without line ends': () => Array.from({ length: 40 }, (_, i) => text(`${i} the quick brown fox, `.repeat(400))),
  'whitespace and punctuation': () => [text(`${' '.repeat(3000)}\n\n\t\t${'=-'.repeat(2000)}\n`.repeat(20))],
  'warnings and failures': () => [
    ...rows(500, (i) => ({ id: i })),
    ...Array.from({ length: 30 }, (_, i) => ({
      type: 'warning' as const,
      message: `trouble number ${i} ${'long '.repeat(60)}`,
      count: i + 1,
    })),
  ],
};

const BUDGETS = [512, 513, 600, 777, 1000, 1999, 4000, 20_000];

/** In the usual run each kind with one in `every` budgets, and the next kind with others. */
function budgetsFor(place: number, every: number, of: readonly number[] = BUDGETS): readonly number[] {
  return of.filter((_, index) => (index + place) % proofSize(every, 1) === 0);
}

describe('P3: everything printed stays within the budget', () => {
  describe.each(Object.keys(KINDS).map((kind, place) => ({ kind, place })))('$kind', ({ kind, place }) => {
    it.each(budgetsFor(place, 4))('streamed with a budget of %i', async (maxTokens) => {
      const kernel = await kernelOver(() => KINDS[kind]?.() ?? []);
      const { frames, stdout, result } = await stream(kernel, { maxTokens });
      const counted = countWith('o200k_base', stdout);
      expect(counted).toBeLessThanOrEqual(maxTokens);
      expect(result.status).toBe('completed');
      const final = frames.at(-1);
      expect(final?.is_final).toBe(true);
      // what the frames say was used is never less than what was
      expect(final?.budget.used).toBeGreaterThanOrEqual(counted);
    });
  });

  it.each(ENCODINGS)('in the encoding %s', async (encoding) => {
    for (const maxTokens of budgetsFor(ENCODINGS.indexOf(encoding), 2, [512, 4000])) {
      for (const kind of ['rows with personal data', 'CJK and emoji', 'a text log']) {
        const kernel = await kernelOver(() => KINDS[kind]?.() ?? []);
        const { stdout } = await stream(kernel, { maxTokens, encoding });
        expect(countWith(encoding, stdout), `${kind} at ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
      }
    }
  });

  it.each(['summary', 'table', 'handle_only'] as const)('one-shot in mode %s', async (mode) => {
    for (const [place, [kind, make]] of Object.entries(KINDS).entries()) {
      for (const maxTokens of budgetsFor(place, 3, [512, 1000, 4000])) {
        const kernel = await kernelOver(make);
        const frame = await kernel.invoke(await requestFor(kernel, { maxTokens, mode }));
        const printed = `${JSON.stringify(frame)}\n`;
        expect(countWith('o200k_base', printed), `${kind} at ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
        expect(frame.is_final).toBe(true);
      }
    }
  });

  it('raw, cut at the budget and saying so', async () => {
    const kernel = await kernelOver(() => KINDS['plain rows']?.() ?? []);
    const principal = { principal_id: 'root', roles: ['admin'], attributes: {} };
    const request = await requestFor(kernel, { maxTokens: 2000, mode: 'raw', principal });
    const frame = await kernel.invoke(request);
    expect(countWith('o200k_base', `${JSON.stringify(frame)}\n`)).toBeLessThanOrEqual(2000);
    expect(Array.isArray(frame.raw_data) && frame.raw_data.length).toBeGreaterThan(20);
    expect(frame.warnings?.join()).toContain('cut at the budget');
    expect(frame.seen?.rows).toBe(3000);
    expect((frame.shown?.rows ?? 0) + (frame.omitted?.rows ?? 0)).toBe(3000);
  });

  it('at 200,000, reached', async () => {
    const many = Array.from({ length: 12 }, () => KINDS['rows with personal data']?.() ?? []).flat();
    const kernel = await kernelOver(() => many);
    const { stdout } = await stream(kernel, { maxTokens: 200_000 });
    const counted = countWith('o200k_base', stdout);
    expect(counted).toBeLessThanOrEqual(200_000);
    expect(counted).toBeGreaterThan(100_000);
  });

  it('of pages, of values and of everything expanded', async () => {
    for (const [place, [kind, make]] of Object.entries(KINDS).entries()) {
      const kernel = await kernelOver(make);
      const { result } = await stream(kernel);
      const handle = { handleId: result.handle_id ?? '', principal: ANN };
      const { kind: form } = await kernel.handles.get(handle.handleId, ANN);
      for (const maxTokens of budgetsFor(place, 3, [512, 700, 4000])) {
        const page = await kernel.expand({ ...handle, maxTokens, offset: 3 });
        const all = await drain(kernel.expandAll({ ...handle, maxTokens }));
        const outputs = [`${lineOf(page)}\n`, all.stdout];
        if (form === 'text') {
          const value = await kernel.expandValue({ ...handle, maxTokens, row: 0, field: 'text' });
          outputs.push(`${lineOf(value)}\n`);
        }
        for (const printed of outputs) {
          expect(countWith('o200k_base', printed), `${kind} at ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
        }
      }
    }
  });

  it.each(Object.keys(KINDS).filter((_, place) => place % proofSize(4, 1) === 0))(
    'of what a long filter leaves: %s',
    async (kind) => {
      const kernel = await kernelOver(() => KINDS[kind]?.() ?? []);
      const { result } = await stream(kernel);
      const filter = Array.from({ length: 60 }, (_, i) => ({
        field: 'nowhere',
        operator: 'exists' as const,
        value: i < 0,
      }));
      for (const maxTokens of [512, 700, 4000]) {
        const request = { handleId: result.handle_id ?? '', principal: ANN, maxTokens, filter };
        const { stdout } = await drain(kernel.expandAll(request));
        expect(countWith('o200k_base', stdout), `at ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
      }
    },
  );

  it.each([512, 600, 1000, 3000])('of a session of %d, refusals included', async (total) => {
    const kernel = await kernelOver(() => KINDS['a text log']?.() ?? []);
    const { session_id: sessionId } = await kernel.sessions.create(ANN, total);
    const request = await requestFor(kernel, { sessionId, maxTokens: 512 });
    let printed = '';
    for (let i = 0; i < 40; i += 1) {
      const change = i % 3 === 0 ? { capabilityToken: 'akt1.x' } : {};
      const { stdout, result } = await drain(kernel.invokeStream({ ...request, ...change }));
      printed += stdout;
      expect((await kernel.sessions.get(sessionId, ANN)).used).toBe(countWith('o200k_base', printed));
      if (i > 30) {
        expect([stdout, result.error?.code]).toEqual(['', i % 3 === 0 ? 'TOKEN_REJECTED' : 'BUDGET_EXHAUSTED']);
      }
    }
    expect(countWith('o200k_base', printed)).toBeLessThanOrEqual(total);
  });

  it('with many sessions streams at once, each within its own', async () => {
    const kernel = await kernelOver(() => KINDS['plain rows']?.() ?? []);
    const requests = await Promise.all([512, 700, 4000].map((maxTokens) => requestFor(kernel, { maxTokens })));
    const all = await Promise.all(requests.map((request) => drain(kernel.invokeStream(request))));
    for (const [i, { stdout }] of all.entries()) {
      expect(countWith('o200k_base', stdout)).toBeLessThanOrEqual(requests[i]?.maxTokens ?? 0);
    }
  });
});

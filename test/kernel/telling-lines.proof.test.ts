import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { type Frame, lineOf } from '../../src/contract/frame.js';
import type { InvokeRequest } from '../../src/contract/kernel.js';
import { drain, kernelOver, requestFor, text } from '../support/test-kernel.js';

const tokenizer = get_encoding('o200k_base');
afterAll(() => tokenizer.free());

const SECRET = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');

async function invoke(chunks: readonly Chunk[], more: Partial<InvokeRequest> = {}): Promise<Frame> {
  const kernel = await kernelOver(() => chunks);
  return kernel.invoke(await requestFor(kernel, more));
}

function shownLines(frame: Frame): string {
  return (frame.highlights ?? []).map((highlight) => highlight.text).join('\n');
}

function pieces(whole: string, size: number, channel = 'stdout'): readonly Chunk[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
    text(whole.slice(i * size, (i + 1) * size), channel),
  );
}

/** A log whose lines all look alike. */
function log(lines: number): string[] {
  return Array.from(
    { length: lines },
    (_, i) =>
      `2026-11-23 10:${String(i % 60).padStart(2, '0')}:07 INFO worker-${i % 8} handled request ${i} in ${i % 90} ms`,
  );
}

describe('the telling lines of a long text', () => {
  it.each([
    [0, 20_000],
    [7_001, 20_000],
    [50_000, 100_000],
    [19_999, 20_000],
  ])('one error, line %i of %i, is shown', async (at, count) => {
    const lines = log(count);
    lines[at] = '2026-11-23 10:00:07 ERROR worker-3 cannot write /data/orders.db: disk full';
    const frame = await invoke(pieces(`${lines.join('\n')}\n`, 60_000), { maxTokens: 1000 });
    expect(shownLines(frame)).toContain('disk full');
    const holding = frame.highlights?.find((highlight) => highlight.text.includes('disk full'));
    const offset = holding?.text.split('\n').findIndex((line) => line.includes('disk full')) ?? 0;
    expect((holding?.line ?? 0) + offset).toBe(at);
  });

  it('no key is told of which a colour is spelt in the middle', async () => {
    const lines = log(5000);
    lines[2000] = `2026-11-23 10:00:07 ERROR worker-3 cannot use ${SECRET.slice(0, 8)}^[[0m${SECRET.slice(8)}: refused`;
    for (const maxTokens of [700, 2000]) {
      const kernel = await kernelOver(() => pieces(`${lines.join('\n')}\n`, 60_000));
      const { stdout } = await drain(kernel.invokeStream(await requestFor(kernel, { maxTokens })));
      const frame = await kernel.invoke(await requestFor(kernel, { maxTokens }));
      expect(shownLines(frame)).toContain('cannot use [REDACTED:aws_key]: refused');
      expect(stdout + lineOf(frame)).not.toContain(SECRET.slice(8));
    }
  });

  it('a failing test stands there with its place and its difference', async () => {
    const passed = Array.from({ length: 400 }, (_, i) => `test/part_${i}.py ${'.'.repeat(20)} [ ${i % 100}%]`);
    const failure = [
      '_______________________ test_total_with_discount _______________________',
      '    def test_total_with_discount():',
      '>       assert total([10, 20], discount=5) == 25',
      'E       assert 30 == 25',
      'E        +  where 30 = total([10, 20], discount=5)',
      'test/test_cart.py:41: AssertionError',
    ];
    const end = [
      '=========== short test summary info ===========',
      'FAILED test/test_cart.py::test_total_with_discount',
      '===== 1 failed, 8000 passed in 12.31s =====',
    ];
    const whole = [
      '============ test session starts ============',
      ...passed,
      '=========== FAILURES ===========',
      ...failure,
      ...end,
    ].join('\n');
    const frame = await invoke([text(`${whole}\n`)], { maxTokens: 700 });
    for (const line of [...failure.slice(2), end[1], end[2]]) {
      expect(shownLines(frame)).toContain(line);
    }
    expect(frame.facts?.join('\n')).toContain('1 failed, 8000 passed');
  });

  it('no verdict without one of the tool, and one that the exit status contradicts is named', async () => {
    const lines = Array.from({ length: 900 }, (_, i) => `checked file ${i}`);
    const exit: Chunk = { type: 'exit', exit_code: 2, signal: null };
    const well = [text(`${lines.join('\n')}\n Test Files  3 passed (3)\n      Tests  9 passed (9)\n`), exit];
    const frame = await invoke(well, { maxTokens: 700 });
    expect(frame.facts?.join('\n')).toContain('the exit status is 2 although vitest counts no failure');
    const none = await invoke([text(`${lines.join('\n')}\n`), exit], { maxTokens: 700 });
    expect(none.facts?.join('\n')).not.toMatch(/pass|fail|although/);
  });

  it('a question raises the lines that share its words', async () => {
    const lines = log(5000);
    lines[2222] = '2026-11-23 10:00:07 INFO cache flushed after rotation of the signing certificate';
    const whole = [text(`${lines.join('\n')}\n`)];
    const asked = await invoke(whole, { maxTokens: 600, query: 'when was the certificate rotated?' });
    expect(shownLines(asked)).toContain('signing certificate');
  });
});

describe('whatever the text', () => {
  const line = fc.oneof(
    fc.stringMatching(/^[a-z 0-9.:=/]{0,60}$/),
    fc.constantFrom(
      'ERROR cannot open file',
      `error: key ${SECRET} refused`,
      `warning: password=${SECRET}`,
      '--- FAIL: TestX (0.00s)',
      'Tests  3 failed | 5 passed (8)',
      '\u001b[31mFAIL\u001b[0m a.test.ts > adds',
      'Traceback (most recent call last):',
      `E   assert "${SECRET}" == 1`,
      'x'.repeat(9000),
      '',
    ),
  );
  const given = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 120 }),
    times: fc.constantFrom(1, 3, 20),
    size: fc.constantFrom(17, 1000, 60_000),
    budget: fc.integer({ min: 512, max: 3000 }),
    query: fc.constantFrom(undefined, 'which test failed?'),
  });

  it('the budget is a ceiling, all characters are accounted for, and no secret is in a highlight or a gap', async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ lines, times, size, budget, query }) => {
        const whole = `${Array.from({ length: times }, () => lines.join('\n')).join('\n')}\n`;
        const kernel = await kernelOver(() => pieces(whole, size));
        const request = await requestFor(kernel, { maxTokens: budget, ...(query === undefined ? {} : { query }) });
        const once = await kernel.invoke(request);
        const { frames, stdout } = await drain(kernel.invokeStream(request));
        for (const printed of [`${lineOf(once)}\n`, stdout]) {
          expect(tokenizer.encode_ordinary(printed).length).toBeLessThanOrEqual(budget);
          expect(printed).not.toContain(SECRET.slice(4, 10));
        }
        for (const last of [once, frames.at(-1)]) {
          expect(last?.seen?.chars).toBe(whole.length);
          if (last?.omitted !== undefined) {
            expect((last.shown?.chars ?? 0) + (last.omitted.chars ?? 0)).toBe(whole.length);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  it('the same text in other pieces gives the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ lines, times, budget }) => {
        const whole = `${Array.from({ length: times }, () => lines.join('\n')).join('\n')}\n`;
        const [one, other] = await Promise.all(
          [60_000, 331].map((size) => invoke(pieces(whole, size), { maxTokens: budget })),
        );
        expect(other?.highlights).toEqual(one?.highlights);
        expect(other?.text).toBe(one?.text);
      }),
      { numRuns: 15 },
    );
  });

  it('where something was left out, at least 95 % of the budget is spent', async () => {
    for (const budget of [1000, 2000, 4000]) {
      const varied = log(4000).map((each, i) =>
        i % 7 === 0 ? `${each} by ${'abcdefghijklmnop'.slice(i % 16)} ${i * 31}` : each,
      );
      const frame = await invoke([text(`${varied.join('\n')}\n`)], { maxTokens: budget });
      expect(frame.budget.used).toBeGreaterThanOrEqual(0.95 * budget);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { lineOf } from '../../src/contract/frame.js';
import { kernelOver, records, requestFor, stream } from '../support/test-kernel.js';

type Member = readonly [name: string, bad: unknown, good: unknown];

const PLACES = [40, 1777, 2999];

function rowsWith([name, bad, good]: Member, places: readonly number[] = PLACES): readonly Record<string, unknown>[] {
  return Array.from({ length: 3000 }, (_, i) => ({ id: i, depot: 'north', [name]: places.includes(i) ? bad : good }));
}

const MEMBERS: readonly Member[] = [
  ['status', 'failed', 'paid'],
  ['Status', 503, 200],
  ['level', 'ERROR', 'info'],
  ['status_code', '500', '200'],
  ['result', 'timeout', 'ok'],
];

describe('rows that say that something went wrong', () => {
  it.each(MEMBERS)('%s %s, with their places', async (...member) => {
    const kernel = await kernelOver(() => [
      records(rowsWith(member).slice(0, 1500)),
      records(rowsWith(member).slice(1500)),
    ]);
    const { rows, highlights, facts, budget } = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
    const shown = [...(rows ?? []).map((_row, place) => place), ...(highlights ?? []).map(({ line }) => line)];
    expect(shown).toEqual(expect.arrayContaining(PLACES));
    expect(facts).toContain('rows that say error, failed or the like: 3 of 3000 rows');
    expect(budget?.used).toBeGreaterThan(850);
  });

  it.each([1000, 2000, 4000])(
    'of many members are told by those, with what they are called, within %i',
    async (maxTokens) => {
      const wide = Array.from({ length: 3000 }, (_row, i) => ({
        id: i,
        ...Object.fromEntries(
          Array.from({ length: 15 }, (_column, at) => [`c${at}`, at % 2 ? (i * 31 * at) % 977 : `w${i % 5}`]),
        ),
        ...(i === 2503 ? { level: 'error', msg: `could not write block ${i}` } : {}),
      }));
      const kernel = await kernelOver(() => [records(wide)]);
      const { highlights, budget } = await kernel.invoke(await requestFor(kernel, { maxTokens }));
      expect(highlights?.map(({ line, text }) => `${line} ${text}`).join()).toMatch(
        /^2503 id: 2503, level: error, msg: "could not write block 2503"/,
      );
      expect(budget?.used).toBeGreaterThan(maxTokens * 0.85);
    },
  );

  it('are told at the end of a stream', async () => {
    const kernel = await kernelOver(() => [records(rowsWith(['status', 'failed', 'paid']))]);
    const { frames } = await stream(kernel, { maxTokens: 1500 });
    const lines = (frames.at(-1)?.highlights ?? []).flatMap(({ line, text }) =>
      text.split('\n').map((_, at) => line + at),
    );
    expect(lines).toEqual(expect.arrayContaining([1777, 2999]));
  });

  it('of many the first and the latest are told, and how many there are', async () => {
    const places = Array.from({ length: 900 }, (_, i) => 100 + i * 3);
    const kernel = await kernelOver(() => [records(rowsWith(['status', 'failed', 'paid'], places))]);
    const { highlights = [], facts } = await kernel.invoke(await requestFor(kernel, { maxTokens: 1500 }));
    const lines = highlights.map(({ line }) => line);
    expect(lines).toContain(100);
    expect(lines).toContain(places.at(-1));
    expect(facts).toContain('rows that say error, failed or the like: 900 of 3000 rows');
  });

  it.each<[string, Member, readonly number[]]>([
    ['most of them', ['status', 'failed', 'ok'], Array.from({ length: 2900 }, (_, i) => i)],
    ['none of them', ['status', 'failed', 'ok'], []],
    ['another member', ['note', 'failed', 'ok'], PLACES],
    ['a number that is no status', ['amount', 503, 200], PLACES],
  ])('is no reason to show rows: %s', async (_name, member, places) => {
    const kernel = await kernelOver(() => [records(rowsWith(member, places))]);
    const frame = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
    expect(frame.highlights).toBeUndefined();
  });

  it('are redacted', async () => {
    const hidden = `ann@${'example.com'}`;
    const kernel = await kernelOver(() => [
      records(rowsWith(['status', 'failed', 'paid']).map((row) => ({ ...row, to: hidden }))),
    ]);
    const frame = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
    expect(JSON.stringify(frame.highlights)).toContain('[REDACTED:email]');
    expect(lineOf(frame)).not.toContain(hidden);
  });

  it('and only what a grant lets see', async () => {
    const kernel = await kernelOver(() => [records(rowsWith(['status', 'failed', 'paid']))], {
      capability: { allowed_fields: ['id', 'depot'] },
    });
    const frame = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
    expect(lineOf(frame)).not.toContain('failed');
    expect(frame.highlights).toBeUndefined();
  });

  it('and nothing where the member that says so is hidden', async () => {
    const capability = { redaction: { sensitive_fields: ['status'] } };
    const kernel = await kernelOver(() => [records(rowsWith(['status', 'failed', 'paid']))], { capability });
    const frame = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
    expect(lineOf(frame)).not.toContain('failed');
    expect(frame.highlights).toBeUndefined();
  });
});

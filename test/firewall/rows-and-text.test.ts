import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { type Frame, lineOf } from '../../src/contract/frame.js';
import { createNdjsonDecoder } from '../../src/streams/ndjson.js';
import { kernelOver, requestFor, stream } from '../support/test-kernel.js';

const ROWS = Array.from({ length: 400 }, (_, i) =>
  JSON.stringify({ id: i, depot: i % 3 ? 'north' : 'east', kg: i / 4 }),
);
const CRASHES: Readonly<Record<string, readonly string[]>> = {
  python: [
    'Traceback (most recent call last):',
    '  File "/srv/export.py", line 61, in main',
    '    row = fetch(cursor)',
    'app.db.StaleCursor: cursor 4711 has expired',
  ],
  go: ['panic: runtime error: index out of range [7] with length 7', 'goroutine 1 [running]:', 'exit status 2'],
};

const withCrash = (crash: readonly string[]): string =>
  [...ROWS.slice(0, 250), ...crash, ...ROWS.slice(250), ''].join('\n');

function decoded(pieces: readonly string[]): readonly Chunk[] {
  const decoder = createNdjsonDecoder({ otherChannel: 'text' });
  return [...pieces.flatMap((piece) => [...decoder.transform(Buffer.from(piece))]), ...decoder.final()];
}

async function atOnce(pieces: readonly string[], maxTokens: number): Promise<Frame> {
  const kernel = await kernelOver(() => decoded(pieces));
  return kernel.invoke(await requestFor(kernel, { maxTokens }));
}

describe('what stands between records and is none', () => {
  it.each(Object.entries(CRASHES))(
    'a crash of %s is a highlight, at its place in what is kept',
    async (_name, crash) => {
      for (const maxTokens of [600, 1500]) {
        const frame = await atOnce([withCrash(crash)], maxTokens);
        expect(frame.highlights).toEqual([{ line: 250, text: crash.join('\n') }]);
        expect(frame).toMatchObject({
          seen: { rows: 400, lines: crash.length },
          omitted: { chars: 0 },
          handle: { total_rows: 400 + crash.length, state: 'complete' },
        });
        expect(frame.rows?.length).toBeGreaterThan(0);
        expect(frame.budget?.used).toBeGreaterThan(maxTokens * 0.85);
      }
    },
  );

  it.each(Object.entries(CRASHES))('also in a stream whose budget the rows have used: %s', async (_name, crash) => {
    const kernel = await kernelOver(() => decoded([withCrash(crash)]));
    const { frames } = await stream(kernel, { maxTokens: 1500 });
    const shown = frames.flatMap(({ highlights = [], text: plain = '' }) => [
      ...highlights.map((each) => each.text),
      plain,
    ]);
    expect(shown.join('\n')).toContain(crash.join('\n'));
  });

  it.each([2500, 4000])(
    'at the end of a stream it leaves %i model tokens for the rows before it',
    async (maxTokens) => {
      const crash = CRASHES['python'] ?? [];
      const rows = ROWS.map((row) => row.replace('}', `,"mail":"ann@${'shop.example'}"}`));
      const kernel = await kernelOver(() => decoded([[...rows, ...crash, ''].join('\n')]));
      const { frames } = await stream(kernel, { maxTokens });
      const final = frames.at(-1);
      const lines = final?.highlights ?? [];
      expect(lines.at(-1)).toEqual({ line: 400, text: crash.join('\n') });
      expect(lines.at(-2)?.text.split('\n').at(-1)).toContain('id: 399, ');
      expect(final?.budget?.used).toBeGreaterThan(maxTokens * 0.93);
      expect(final?.budget?.used).toBeLessThanOrEqual(maxTokens);
      expect(JSON.stringify(frames)).not.toContain('@shop');
    },
  );

  it('between rows leaves it to the facts what came before and behind', async () => {
    const kernel = await kernelOver(() => decoded([withCrash(CRASHES['go'] ?? [])]));
    const { frames } = await stream(kernel, { maxTokens: 1500 });
    expect(frames.at(-1)?.highlights).toEqual([{ line: 250, text: CRASHES['go']?.join('\n') }]);
  });

  it('lines far from each other are not joined', async () => {
    const { highlights } = await atOnce([['begin', ...ROWS, 'end', ''].join('\n')], 1500);
    expect(highlights).toEqual([
      { line: 0, text: 'begin' },
      { line: 401, gap: '400 rows', text: 'end' },
    ]);
  });

  it('long text has its share, and rows have theirs', async () => {
    const steps = Array.from({ length: 600 }, (_, i) => `step ${i} took ${i * 7} ms and wrote part-${i}.bin`);
    const frame = await atOnce([[...ROWS, ...steps, 'ERROR: disk is full', ''].join('\n')], 2000);
    expect(frame.rows?.length).toBeGreaterThan(5);
    expect(frame.highlights?.map((each) => each.text).join('\n')).toContain('ERROR: disk is full');
    expect(frame.budget?.used).toBeGreaterThan(1900);
  });

  it('is redacted, and the same whatever the pieces', async () => {
    const hidden = `ann@${'example.com'}`;
    const whole = withCrash([...(CRASHES['python'] ?? []), `sent to ${hidden}`]);
    const first = await atOnce([whole], 1000);
    expect(lineOf(first)).not.toContain(hidden);
    expect(JSON.stringify(first.highlights)).toContain('[REDACTED:email]');
    const cuts = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const edges = [0, ...[...at].sort((a, b) => a - b), whole.length];
        const { rows, facts, highlights } = await atOnce(
          edges.slice(1).map((to, i) => whole.slice(edges[i], to)),
          1000,
        );
        expect({ rows, facts, highlights }).toEqual({
          rows: first.rows,
          facts: first.facts,
          highlights: first.highlights,
        });
      }),
      { numRuns: 6 },
    );
  });
});

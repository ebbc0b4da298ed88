import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Frame } from '../../src/contract/frame.js';
import { drain, kernelOver, requestFor, text } from '../support/test-kernel.js';

const LEVELS = ['INFO', 'WARN', 'ERROR', 'DEBUG'] as const;
type Level = (typeof LEVELS)[number];
/** Each line says its number, so that it can be told which ones a frame shows. */
const NUMBER = /#(\d+)#/g;
const GAP = /^(\d+) lines?(?:: (.+))?$/;

function logOf(levels: readonly Level[]): readonly string[] {
  return levels.map((level, at) => `2026-11-23T10:00:${String(at % 60).padStart(2, '0')}Z ${level} step #${at}# done`);
}

function chunksOf(lines: readonly string[], sizes: readonly number[]): readonly Chunk[] {
  const whole = `${lines.join('\n')}\n`;
  const chunks: Chunk[] = [];
  for (let at = 0, turn = 0; at < whole.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? whole.length;
    chunks.push(text(whole.slice(at, at + size), 'stdout'));
    at += size;
  }
  return chunks;
}

function numbersIn(shown: string): readonly number[] {
  return [...shown.matchAll(NUMBER)].map(([, number]) => Number(number));
}

async function framesOf(chunks: readonly Chunk[], maxTokens: number, query?: string): Promise<readonly Frame[]> {
  const kernel = await kernelOver(() => chunks);
  const asked = query === undefined ? {} : { query };
  const { frames } = await drain(kernel.invokeStream(await requestFor(kernel, { maxTokens, ...asked })));
  return frames;
}

function shownOf({ text: shown = '', highlights = [] }: Pick<Frame, 'text' | 'highlights'>): string {
  return [shown, ...highlights.map((each) => each.text)].join('\n');
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly words: string | undefined;
}

function gapsOf({ highlights = [] }: Frame): readonly Gap[] {
  let from = 0;
  return highlights.map(({ gap, text: shown }) => {
    const numbers = numbersIn(shown);
    const found = { from, to: numbers[0] ?? from, words: gap };
    from = (numbers.at(-1) ?? from) + 1;
    return found;
  });
}

/** The counts of a gap are right, but for so many lines at most. */
function expectCounted(
  { from, to, words = '' }: Gap,
  {
    levels,
    seen,
    most,
  }: { readonly levels: readonly Level[]; readonly seen: ReadonlySet<number>; readonly most: number },
): void {
  const between = levels.map((level, at) => ({ level, at })).slice(from, Math.max(from, to));
  const unseen = between.filter(({ at }) => !seen.has(at));
  const [, size = '0', kinds = ''] = GAP.exec(words) ?? [];
  const told = [...kinds.matchAll(/(\d+) ([A-Z]+)/g)].map(([, count, level]) => [Number(count), level] as const);
  const pairs = [[Number(size), unseen.length] as const].concat(
    told.map(([count, level]) => [count, unseen.filter((line) => line.level === level).length] as const),
  );
  for (const [said, held] of pairs) {
    expect(said).toBeGreaterThanOrEqual(held);
    expect(said).toBeLessThanOrEqual(held + most);
  }
}

describe('what a gap of the last frame says', () => {
  const given = fc.record({
    rare: fc.array(fc.tuple(fc.nat(1999), fc.constantFrom('WARN', 'ERROR', 'DEBUG')), { maxLength: 40 }),
    sizes: fc.array(fc.integer({ min: 100, max: 40_000 }), { minLength: 1, maxLength: 4 }),
    budget: fc.integer({ min: 600, max: 3000 }),
  });

  it('counts the lines that no frame has shown, exactly, and by level', async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ rare, sizes, budget }) => {
        const levels = Array.from({ length: 2000 }, (): Level => 'INFO');
        for (const [at, level] of rare) {
          levels[at] = level;
        }
        const frames = await framesOf(chunksOf(logOf(levels), sizes), budget);
        const before = frames.slice(0, -1);
        const seen = new Set(before.flatMap((frame) => numbersIn(shownOf(frame))));
        // Of a line whose number was shown and not its end, the rest may still be told.
        const isUnsure = before.some(({ text: shown = '\n' }) => !shown.endsWith('\n'));
        for (const gap of gapsOf(frames.at(-1) as Frame)) {
          expectCounted(gap, { levels, seen, most: isUnsure ? 1 : 0 });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('errors in a gap behind the lines whose levels are kept are told', async () => {
    const levels = Array.from(
      { length: 270_000 },
      (_, at): Level => (at > 265_000 && at % 50 === 0 ? 'ERROR' : 'INFO'),
    );
    const frames = await framesOf(chunksOf(logOf(levels), [1 << 20]), 1000);
    const told = (frames.at(-1)?.highlights ?? []).map(({ gap = '' }) =>
      Number(/(\d+) error lines?/.exec(gap)?.[1] ?? 0),
    );
    const shown = numbersIn(frames.map(shownOf).join('\n')).filter((at) => levels[at] === 'ERROR');
    expect(Math.max(...told)).toBeGreaterThan(50);
    expect(told.reduce((sum, each) => sum + each, 0) + new Set(shown).size).toBeLessThanOrEqual(99);
  });

  it.each([1000, 2000])('errors in a gap are told, however small it is (%i)', async (budget) => {
    const levels = Array.from({ length: 4000 }, (_unused, at): Level => (at % 40 === 7 ? 'ERROR' : 'INFO'));
    const frames = await framesOf(chunksOf(logOf(levels), [50_000]), budget);
    const last = frames.at(-1) as Frame;
    const told = gapsOf(last).map(({ words = '' }) => Number(/(\d+) ERROR/.exec(words)?.[1] ?? 0));
    const seen = new Set(frames.flatMap((frame) => numbersIn(shownOf(frame))));
    const end = numbersIn(shownOf({ highlights: last.highlights ?? [] })).at(-1) ?? 0;
    const known = levels.filter((level, at) => level === 'ERROR' && (seen.has(at) || at > end)).length;
    expect(told.reduce((sum, count) => sum + count, 0) + known).toBe(100);
  });
});

describe('where to read on', () => {
  const offsetIn = ({ next = '' }: Frame): number => Number(/--offset (\d+)/.exec(next)?.[1] ?? 0);

  it.each<[string, (at: number) => Level, string | undefined, (at: number) => boolean]>([
    [
      'is where most errors are that are not shown',
      (at) => (at > 2500 && at % 9 === 0 ? 'ERROR' : 'INFO'),
      undefined,
      (at) => at > 2490,
    ],
    ['is what was asked for', () => 'INFO', 'step done 1234', (at) => at > 0],
    ['is behind the beginning that was shown', () => 'INFO', undefined, (at) => at > 0],
  ])('%s', async (_name, levelAt, query, isRight) => {
    const levels = Array.from({ length: 4000 }, (_unused, at) => levelAt(at));
    for (const budget of [600, 1000, 2000]) {
      const frames = await framesOf(chunksOf(logOf(levels), [3000]), budget, query);
      const offset = offsetIn(frames.at(-1) as Frame);
      const shown = numbersIn(frames.flatMap(({ highlights = [] }) => highlights.map((each) => each.text)).join('\n'));
      expect(isRight(offset)).toBe(true);
      expect(shown).not.toContain(offset + 2);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/contract/frame.js';
import { kernelOver, requestFor, stream, text } from '../../support/test-kernel.js';

const PARAGRAPHS = Array.from(
  { length: 90 },
  (_, i) => `Depot${i} keeps crates of sort ${(i * 7919) % 1000} behind gate ${(i * 104_729) % 1000}.`,
);
const MARKUP = '<span class="depot depot-wide depot-open" data-part="list"></span>'.repeat(4);
const markedUp = (words: string): string => `<div>${MARKUP}${words}</div>`;
const MINIFIED = `<!DOCTYPE html><html><head><title>Depots</title></head><body>${PARAGRAPHS.map(markedUp).join('')}\n</body></html>\n`;
const NAMED = [
  '<!DOCTYPE html>',
  '<html><body>',
  ...Array.from({ length: 12 }, (_, part) => {
    const words = PARAGRAPHS.slice(part * 7, part * 7 + 7).map(markedUp);
    return `<h2>Part ${part} of the list</h2>${words.join('')}`;
  }),
  '',
].join('\n');
const PROSE = `${['short line one', PARAGRAPHS.slice(0, 50).join(' '), ...Array.from({ length: 4 }, (_, i) => `another short line ${i}`)].join('\n')}\n${'x '.repeat(9000)}\n`;

async function atOnce(pieces: readonly string[], maxTokens: number): Promise<Frame> {
  const kernel = await kernelOver(() => pieces.map((piece) => text(piece)));
  return kernel.invoke(await requestFor(kernel, { maxTokens }));
}

function told(frame: Frame): string {
  return JSON.stringify([frame.highlights, frame.facts]);
}

function paragraphsIn(shown: string): number {
  return PARAGRAPHS.filter((words) => shown.includes(words)).length;
}

/** The same but for what is different in each call. */
function withoutChance({ highlights, facts, shown, omitted }: Frame): string {
  return JSON.stringify({ highlights, facts, shown, omitted });
}

describe('a line that is longer than its share', () => {
  it('of a page that is one line is told whole where the budget pays for it', async () => {
    expect(paragraphsIn(told(await atOnce([MINIFIED], 4000)))).toBe(90);
  });

  it.each([600, 1000, 1400])('takes what other lines leave of %i model tokens', async (maxTokens) => {
    const frame = await atOnce([MINIFIED], maxTokens);
    expect(frame.budget?.used).toBeGreaterThan(maxTokens * 0.9);
    expect(frame.budget?.used).toBeLessThanOrEqual(maxTokens);
  });

  it('is told where an outline names nothing but its heading', async () => {
    const frame = await atOnce([NAMED], 4000);
    expect(frame.facts?.join('\n')).toContain('Part 11 of the list');
    expect(paragraphsIn(told(frame))).toBe(84);
  });

  it('of any text is told as far as it is kept, and no other line for that is not', async () => {
    const frame = await atOnce([PROSE], 4000);
    expect(paragraphsIn(told(frame))).toBeGreaterThan(35);
    expect(told(frame)).toContain('short line one');
    expect(told(frame)).toContain('another short line 3');
  });

  it.each([MINIFIED, NAMED, PROSE])('is told the same whatever its pieces', async (whole) => {
    const once = withoutChance(await atOnce([whole], 1500));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 6 }), async (places) => {
        const at = [0, ...places.sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(withoutChance(await atOnce(pieces, 1500))).toBe(once);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['words', PARAGRAPHS.join(' ').repeat(20)],
    ['code', `var ${PARAGRAPHS.map((words, i) => `a${i}="${words}"`).join(',')};`.repeat(10)],
    ['base64', Buffer.from(PARAGRAPHS.join(' ').repeat(20)).toString('base64')],
  ])('that is all there is takes the budget: %s', async (_, line) => {
    const frame = await atOnce([line], 4000);
    expect(frame.budget?.used).toBeGreaterThan(3800);
    expect(frame.budget?.used).toBeLessThanOrEqual(4000);
    expect((frame.shown?.chars ?? 0) + (frame.omitted?.chars ?? 0)).toBe(line.length);
  });

  it('and was begun before is told from there on, and not counted twice', async () => {
    const line = PARAGRAPHS.join(' ').repeat(20);
    const kernel = await kernelOver(() => [text(line.slice(0, 200)), text(line.slice(200))]);
    const { frames } = await stream(kernel, { maxTokens: 4000 });
    const { seen, shown, omitted, highlights } = frames.at(-1) ?? {};
    const begun = frames.map(({ text: part = '' }) => part).join('');
    expect(line.startsWith(begun)).toBe(true);
    expect(begun.length).toBeGreaterThan(100);
    expect(highlights?.[0]?.text.startsWith(`…${line.slice(begun.length, begun.length + 200)}`)).toBe(true);
    expect(omitted?.chars).toBeGreaterThan(line.length - 30_000);
    expect((shown?.chars ?? 0) + (omitted?.chars ?? 0)).toBe(seen?.chars);
  });

  it('of a stream is told in its last frame', async () => {
    const kernel = await kernelOver(() => [text(MINIFIED)]);
    const { frames } = await stream(kernel, { maxTokens: 4000 });
    expect(paragraphsIn(frames.map(told).join(''))).toBe(90);
  });
});

describe('a text in colours', () => {
  const lines = Array.from(
    { length: 120 },
    (_, i) => `\u001b[32mok\u001b[0m ${i} gate ${(i * 7919) % 1000} \u001b[1mopened\u001b[0m`,
  );

  it('whose lines are all told has lost nothing but its colours, and says so', async () => {
    const { highlights, shown, seen, omitted, next } = await atOnce([`${lines.join('\n')}\n`], 2500);
    expect(highlights?.map(({ text: told }) => told).join('\n')).toBe(
      lines.map((line) => line.replace(/\u001b\[\d+m/g, '')).join('\n'),
    );
    expect({ chars: shown?.chars, omitted }).toEqual({
      chars: seen?.chars,
      omitted: { chars: 0, escape_chars: 120 * 17 },
    });
    expect(next).toBeUndefined();
  });
});

import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import type { RowFormat } from '../../src/cli/output/row-lines.js';
import { createRowRendering } from '../../src/cli/output/row-rendering.js';
import { PLAIN } from '../../src/cli/output/style.js';
import { createTextRendering, type TextForm } from '../../src/cli/output/text-rendering.js';
import { isRowFormat } from '../../src/cli/settings.js';
import { type Frame, type Rendering, renderedOf } from '../../src/contract/frame.js';
import { proofSize } from '../support/proof-size.js';
import { randomBudget, randomChunks } from '../support/random-chunks.js';
import { kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

const tokenizer = get_encoding('o200k_base');
afterAll(() => tokenizer.free());

type Form = TextForm['rows'] | RowFormat;
const rendering = (rows: Form): Rendering => {
  if (isRowFormat(rows)) {
    return createRowRendering({ format: rows, isTty: false, stderrIsTty: false }).rendering;
  }
  return createTextRendering({ style: PLAIN, width: () => undefined, isTty: false, stderrIsTty: false, rows });
};

function printed(frames: readonly Frame[], where: 'stdout' | 'stderr'): string {
  return frames.map((frame) => (renderedOf(frame)?.stream === where ? renderedOf(frame)?.text : '')).join('');
}

function count(content: string): number {
  return tokenizer.encode_ordinary(content).length;
}

describe('P3 in text: what is printed is what is charged', () => {
  const rows = fc.constantFrom<Form>('table', 'json_lines', 'rows', 'csv', 'markdown');

  it('streams', async () => {
    await fc.assert(
      fc.asyncProperty(randomChunks, randomBudget, rows, async (chunks, maxTokens, form) => {
        const kernel = await kernelOver(() => chunks);
        const { frames } = await stream(kernel, { maxTokens, rendering: rendering(form) });
        const used = frames.at(-1)?.budget.used ?? 0;
        const both = count(printed(frames, 'stdout')) + count(printed(frames, 'stderr'));
        expect(both).toBeLessThanOrEqual(used);
        expect(used).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: proofSize(15, 40) },
    );
  }, 300_000);

  it('one frame', async () => {
    const mode = fc.constantFrom('auto' as const, 'table' as const, 'summary' as const);
    await fc.assert(
      fc.asyncProperty(randomChunks, randomBudget, rows, mode, async (chunks, maxTokens, form, how) => {
        const kernel = await kernelOver(() => chunks);
        const request = await requestFor(kernel, { maxTokens, mode: how, rendering: rendering(form) });
        const frame = await kernel.invoke(request);
        expect(count(printed([frame], 'stdout'))).toBeLessThanOrEqual(frame.budget.used);
        expect(frame.budget.used).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: proofSize(15, 40) },
    );
  }, 300_000);

  it('pages', async () => {
    const kernel = await kernelOver(() => [records(Array.from({ length: 900 }, (_, id) => ({ id, name: `n${id}` })))]);
    const { handle_id: handleId = '' } = await kernel.invoke(await requestFor(kernel));
    const principal = (await requestFor(kernel)).principal;
    const frame = await kernel.expand({ handleId, principal, maxTokens: 512, rendering: rendering('table') });
    const shown = printed([frame], 'stdout');
    expect(count(shown)).toBeLessThanOrEqual(512);
    // NDJSON has room for some 35 rows less.
    expect(frame.rows?.length).toBeGreaterThan(60);
    expect(shown).toMatch(/^id +name\n0 +n0\n[\s\S]*\n\[akernel\] rows 0 to \d+ of 900; next: akernel expand h_/);
  });

  it('a text that fits has no more than itself', async () => {
    const kernel = await kernelOver(() => [text('one\n'), text('two'), text('and an error\n', 'stderr')]);
    const { frames } = await stream(kernel, { rendering: rendering('json_lines') });
    expect(printed(frames, 'stdout')).toBe('one\ntwo');
    expect(printed(frames, 'stderr')).toBe('and an error\n');
    // Nor is the tokenizer loaded for it, which takes longer than all the rest.
    expect(frames.at(-1)?.budget.exact).toBe(false);
    const once = await kernel.invoke(await requestFor(kernel, { rendering: rendering('json_lines') }));
    expect(printed([once], 'stdout')).toBe('[text]\none\ntwo\n[stderr]\nand an error\n');
  });
});

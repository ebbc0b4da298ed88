import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Frame } from '../../src/contract/frame.js';
import { createKernel } from '../../src/library.js';
import { ANN, kernelOver, records, requestFor, stream, TEST_CAPABILITY } from '../support/test-kernel.js';

const items = Array.from({ length: 10_000 }, (_, id) => ({ id }));

async function granted(chunks: readonly Chunk[], constraints: { readonly max_rows?: number }) {
  const kernel = await kernelOver(() => chunks);
  const { capability_token: capabilityToken } = await kernel.grant({
    principal: ANN,
    capabilityId: 'test.run',
    constraints,
  });
  return { kernel, request: await requestFor(kernel, { capabilityToken }) };
}

describe('max_rows of a grant', () => {
  it.each(['auto', 'table', 'raw'] as const)('bounds the rows inside a record in mode %s', async (mode) => {
    const { kernel, request } = await granted([records([{ total: 10_000, items }])], { max_rows: 5 });
    const principal = { ...ANN, roles: ['admin'] };
    const { capability_token: capabilityToken } = await kernel.grant({
      principal,
      capabilityId: 'test.run',
      constraints: { max_rows: 5 },
    });
    const frame = await kernel.invoke({ ...request, principal, capabilityToken, mode });
    const shown = frame.rows ?? frame.raw_data;
    expect(shown).toEqual([{ total: 10_000, items: [...items.slice(0, 5), '… 9995 more'] }]);
    expect(frame.omitted).toMatchObject({ rows: 0, items: 9995 });
  });

  it('bounds them in a stream from its first frame on', async () => {
    const { kernel, request } = await granted([records([{ items }])], { max_rows: 5 });
    const { frames } = await stream(kernel, request);
    expect(frames[0]).toMatchObject({
      phase: 1,
      rows: [{ items: [...items.slice(0, 5), '… 9995 more'] }],
      omitted: { items: 9995 },
    });
    expect(frames.at(-1)?.omitted).toMatchObject({ rows: 0, items: 9995 });
  });
});

describe('max_chars', () => {
  const many = Array.from({ length: 50 }, (_, id) => ({ id, a: 'some words', b: 'other words', c: 'x'.repeat(60) }));

  it('bounds a table of many short cells', async () => {
    const kernel = await kernelOver(() => [records(many)]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'table', maxTokens: 20_000 }));
    expect(JSON.stringify(frame.rows).length).toBeLessThan(4100);
    expect(frame.rows?.length).toBeGreaterThan(25);
    expect((frame.shown?.rows ?? 0) + (frame.omitted?.rows ?? 0)).toBe(50);
    const tiny = await kernel.invoke(await requestFor(kernel, { mode: 'table', maxChars: 100 }));
    expect(tiny.rows).toEqual([{ id: 0, a: 'some words', b: 'other wor…', c: 'xxxxxxxxx…' }]);
  });

  it('bounds the facts of a summary, and what did not fit is counted', async () => {
    const kernel = await kernelOver(() => [records(many)]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'summary', maxChars: 60 }));
    expect(frame.facts).toEqual(['rows: 50', expect.stringContaining('fields'), '4 more facts left out']);
    expect(frame.omitted).toMatchObject({ facts: 4 });
  });
});

describe('what was replaced and left out', () => {
  const wide = Array.from({ length: 40 }, (_, id) => ({
    ...Object.fromEntries(Array.from({ length: 22 }, (_unused, k) => [`f${k}`, `${'x'.repeat(k)} ${id}`])),
    note: `${'words '.repeat(20)} ann@example.com`,
    mail: 'bob@example.com',
  }));
  const placeholders = (frames: readonly Frame[]) =>
    JSON.stringify(frames.map(({ rows, facts, highlights }) => [rows, facts, highlights])).split('[REDACTED:email]')
      .length - 1;

  it.each(['auto', 'table'] as const)('is counted where it is shown, in mode %s', async (mode) => {
    const kernel = await kernelOver(() => [records(wide)]);
    for (const maxTokens of [512, 1000, 2000, 4000, 40_000]) {
      const frame = await kernel.invoke(await requestFor(kernel, { mode, maxTokens }));
      expect([maxTokens, frame.redactions?.['email'] ?? 0]).toEqual([maxTokens, placeholders([frame])]);
    }
  });

  it.each([700, 2000, 8000])('is counted where it is shown, in a stream of %i', async (maxTokens) => {
    const kernel = await kernelOver(() => [records(wide)]);
    const { frames } = await stream(kernel, { maxTokens });
    expect(frames.at(-1)?.redactions?.['email'] ?? 0).toBe(placeholders(frames));
  });

  it('is counted in a page of a row that is cut', async () => {
    const kernel = await kernelOver(() => [records([{ to: 'ann@example.com', long: 'many words '.repeat(2000) }])]);
    const { handle_id: handleId = '' } = await kernel.invoke(await requestFor(kernel));
    const page = await kernel.expand({ handleId, principal: ANN, maxTokens: 600 });
    expect(page).toMatchObject({ rows: [{ to: '[REDACTED:email]' }], redactions: { email: 1 } });
  });

  it('is told apart for text and cells: seen = shown + omitted', async () => {
    const text: Chunk = { type: 'text', channel: 'text', text: 'some text\n' };
    const kernel = await kernelOver(() => [records([{ long: 'x'.repeat(5000) }]), text]);
    const oneShot = await kernel.invoke(await requestFor(kernel, { mode: 'table' }));
    const { frames } = await stream(kernel, { maxTokens: 600 });
    for (const { seen, shown, omitted } of [oneShot, ...frames.slice(-1)]) {
      expect(omitted?.cell_chars).toBeGreaterThan(900);
      expect(seen?.chars).toBe((shown?.chars ?? 0) + (omitted?.chars ?? 0));
    }
  });
});

describe('facts never disappear in silence', () => {
  const wide = Array.from({ length: 400 }, (_, id) =>
    Object.fromEntries(Array.from({ length: 40 }, (_unused, k) => [`a_rather_long_name_${k}`, id * k])),
  );

  it.each([512, 600, 700, 1000, 4000])('with a budget of %i', async (maxTokens) => {
    const kernel = await kernelOver(() => [records(wide)]);
    for (const mode of ['auto', 'summary', 'table'] as const) {
      const frame = await kernel.invoke(await requestFor(kernel, { mode, maxTokens }));
      expect([mode, frame.facts?.at(-1)]).toEqual([mode, expect.stringMatching(/^\d+ (?:more )?facts left out$/)]);
      const told = (frame.facts?.length ?? 0) - 1;
      expect([mode, frame.omitted?.facts]).toEqual([mode, 42 - told]);
    }
    const { frames } = await stream(kernel, { maxTokens });
    expect(frames.at(-1)?.facts?.at(-1)).toMatch(/^\d+ (?:more )?facts left out$/);
    for (const batch of frames.filter(({ phase, facts, is_final: isFinal }) => phase === 3 && facts && !isFinal)) {
      expect(batch.facts?.at(-1)).toMatch(/facts left out$/);
    }
  });

  it('a name that is too long to be told is counted as well', async () => {
    const kernel = await kernelOver(() => [records([1, 2, 3].map((n) => ({ ['k'.repeat(5000)]: n })))]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'summary' }));
    expect(frame.facts).toEqual(['rows: 3', 'fields: 1 more']);
  });
});

describe('a function that gives other values than objects', () => {
  it.each<[string, unknown, unknown]>([
    ['a number', 42, [{ value: 42 }]],
    ['a list of numbers', [1, 2, 3], [{ value: 1 }, { value: 2 }, { value: 3 }]],
    ['a mixed list', [{ id: 1 }, 'x', null, [2]], [{ id: 1 }, { value: 'x' }, { value: null }, { value: [2] }]],
    ['true', true, [{ value: true }]],
  ])('%s', async (_name, given, wanted) => {
    const driver = { driver_id: 'module', operation: 'run', options: { function: () => given } };
    const kernel = await createKernel({ capabilities: [{ ...TEST_CAPABILITY, driver }] });
    const frame = await kernel.invoke(await requestFor(kernel));
    expect(frame.rows).toEqual(wanted);
    const page = await kernel.expand({ handleId: frame.handle_id ?? '', principal: ANN });
    expect(page.rows).toEqual(wanted);
  });
});

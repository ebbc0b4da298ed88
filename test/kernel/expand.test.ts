import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { ExpandRequest } from '../../src/contract/expansion.js';
import type { Frame } from '../../src/contract/frame.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { ANN, BOB, drain, kernelOver, records, stream, text } from '../support/test-kernel.js';

async function kept(chunks: readonly Chunk[], more: Parameters<typeof kernelOver>[1] = {}) {
  const kernel = await kernelOver(() => chunks, more);
  const { result, frames } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '', frames };
}

function page(kernel: Kernel, handleId: string, more: Partial<ExpandRequest> = {}): Promise<Frame> {
  return kernel.expand({ handleId, principal: ANN, ...more });
}

const PEOPLE = Array.from({ length: 1000 }, (_, i) => ({
  id: i,
  email: `ann${i}@example.com`,
  plan: i % 4 === 0 ? 'free' : 'team',
  n: i * 2,
}));

describe('expand', () => {
  it('pages through everything exactly once', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE.slice(0, 400)), records(PEOPLE.slice(400))]);
    const ids: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const frame: Frame = await page(kernel, handleId, { offset, fields: ['id'] });
      ids.push(...(frame.rows ?? []).map((row) => (row as { id: number }).id));
      offset = frame.page?.next_offset;
    }
    expect(ids).toEqual(PEOPLE.map(({ id }) => id));
  });

  it('redacts what it shows and counts it', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const frame = await page(kernel, handleId, { limit: 3 });
    expect(frame.rows).toHaveLength(3);
    expect(frame.redactions).toEqual({ email: 3 });
    expect(JSON.stringify(frame)).not.toContain('@example.com');
  });

  it('ends a page early when the budget ends, and says where to go on', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const frame = await page(kernel, handleId, { limit: 200, maxTokens: 700 });
    const returned = frame.page?.returned ?? 0;
    expect(returned).toBeGreaterThan(3);
    expect(returned).toBeLessThan(200);
    expect(frame.rows).toHaveLength(returned);
    expect(frame.page?.next_offset).toBe(returned);
    expect(frame.next).toBe(`akernel expand ${handleId} --offset ${returned}`);
  });

  it('filters on what is visible, before the page', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const frame = await page(kernel, handleId, {
      filter: [{ field: 'plan', operator: '=', value: 'free' }],
      offset: 10,
      limit: 5,
      fields: ['id'],
    });
    expect(frame.rows).toEqual([40, 44, 48, 52, 56].map((id) => ({ id })));
    expect(frame.page).toMatchObject({ offset: 10, returned: 5, matched: 250, total: 1000, next_offset: 15 });
  });

  it('W22: a filter is no oracle for what is redacted', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const guess = await page(kernel, handleId, {
      filter: [{ field: 'email', operator: '=', value: 'ann7@example.com' }],
    });
    expect(guess.page?.matched).toBe(0);
    const either = await page(kernel, handleId, { filter: 'email = "ann7@example.com" or id = 7' });
    expect(either.page?.matched).toBe(1);
    const other = await page(kernel, handleId, { filter: 'email = "ann7@example.com" or id = 8' });
    expect(other.rows).toMatchObject([{ id: 8 }]);
    const every = await page(kernel, handleId, {
      filter: [{ field: 'email', operator: '=', value: '[REDACTED:email]' }],
    });
    expect(every.page?.matched).toBe(1000);
  });

  it('W21: unknown, foreign and removed handles are one and the same answer', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const errors: unknown[] = [];
    for (const request of [
      { handleId: 'h_0000000000', principal: ANN },
      { handleId, principal: BOB },
    ]) {
      await kernel.expand(request).catch((error: unknown) => errors.push(error));
    }
    await kernel.handles.remove(handleId, ANN);
    await page(kernel, handleId).catch((error: unknown) => errors.push(error));
    expect(errors).toHaveLength(3);
    expect(
      new Set(
        errors.map((error) =>
          JSON.stringify([
            (error as Error).message,
            (error as { code: string }).code,
            (error as { hint: string }).hint,
          ]),
        ),
      ).size,
    ).toBe(1);
  });

  it('shows no row twice, also where values stand among the objects', async () => {
    const mixed = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? { id: i, plan: 'x' } : i));
    const { kernel, handleId } = await kept([records(mixed)]);
    const first = await page(kernel, handleId, { fields: ['id'], limit: 3 });
    expect(first).toMatchObject({ rows: [{ id: 0 }, {}, { id: 2 }], page: { next_offset: 3 } });
    const second = await page(kernel, handleId, { fields: ['id', 'value'], limit: 3, offset: 3 });
    expect(second.rows).toEqual([{ value: 3 }, { id: 4 }, { value: 5 }]);
    const filtered = await page(kernel, handleId, { filter: 'value > 20', limit: 2 });
    expect(filtered.rows).toEqual([{ value: 21 }, { value: 23 }]);
    const { frames } = await drain(kernel.expandAll({ handleId, principal: ANN, fields: ['id'] }));
    expect(frames.at(-1)).toMatchObject({ page: { returned: 30, total: 30 } });
  });

  it('refuses a field that is nowhere, with the one that was meant', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    for (const more of [{ fields: ['plam'] }, { filter: 'plam = 3' }]) {
      await expect(page(kernel, handleId, more)).rejects.toMatchObject({
        code: 'USAGE',
        hint: expect.stringContaining('did you mean plan?'),
      });
    }
  });

  it('is no oracle for the names of fields that are redacted', async () => {
    const { kernel, handleId } = await kept([records([{ 'ann7@example.com': 1, ok: 2 }])]);
    const guessed = await page(kernel, handleId, { fields: ['ann7@example.com'] });
    const wrong = await page(kernel, handleId, { fields: ['ann8@example.com'] });
    expect(guessed.rows).toEqual(wrong.rows);
  });

  it('takes a filter as text, and refuses a wrong one with a trace', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    expect(
      (await page(kernel, handleId, { filter: 'n >= 1990 and plan = "team"', fields: ['id'] })).page?.matched,
    ).toBe(4);
    await expect(page(kernel, handleId, { filter: 'n ?? 3' })).rejects.toMatchObject({ code: 'USAGE' });
    expect((await kernel.audit.list({ event: 'expand' }))[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'USAGE' },
    });
  });

  it('leaves one trace, refused or not', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await page(kernel, handleId);
    await page(kernel, handleId, { offset: -1 }).catch(() => undefined);
    await kernel.expand({ handleId, principal: BOB }).catch(() => undefined);
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
      ['failed', 'HANDLE_NOT_FOUND'],
      ['failed', 'USAGE'],
      ['completed', undefined],
    ]);
    expect(await kernel.audit.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [{ offset: -1 }],
    [{ offset: 1.5 }],
    [{ offset: Number.NaN }],
    [{ limit: -2 }],
    [{ maxTokens: 100 }],
    [{ filter: [{ field: 'a', operator: '$gt' as '=', value: 3 }] }],
  ])('refuses %j', async (more) => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await expect(page(kernel, handleId, more)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('cuts a value too long for the budget, with its length and the command for the rest', async () => {
    const body = 'lorem ipsum '.repeat(20_000);
    const { kernel, handleId } = await kept([
      records([
        { id: 7, body },
        { id: 8, body: 'short' },
      ]),
    ]);
    const frame = await page(kernel, handleId, { maxTokens: 1000 });
    expect(frame.page).toMatchObject({ returned: 1, next_offset: 1 });
    expect(frame.rows?.[0]).toMatchObject({ id: 7, body: expect.stringMatching(/…$/) });
    expect(frame.warnings?.[0]).toContain(`body has ${body.length} characters`);
    expect(frame.next).toBe(`akernel expand value ${handleId} --row 0 --field body --chars 0:8000`);
    const part = await kernel.expandValue({
      handleId,
      principal: ANN,
      row: 0,
      field: 'body',
      from: 100_000,
      to: 100_100,
    });
    expect(part.text).toBe(body.slice(100_000, 100_100));
    expect(part).toMatchObject({ seen: { chars: body.length }, shown: { chars: 100 } });
  });

  it('keeps huge integers digit for digit', async () => {
    const line = '{"id":12345678901234567890123,"small":5,"x":0.1000000000000000055}';
    const chunk: Chunk = { type: 'records', rows: [JSON.parse(line)], lines: new TextEncoder().encode(`${line}\n`) };
    const { kernel, handleId, frames } = await kept([chunk]);
    const digits = { id: '12345678901234567890123', small: 5, x: '0.1000000000000000055' };
    expect((await page(kernel, handleId)).rows).toEqual([digits]);
    expect(frames[0]?.rows).toEqual([digits]);
  });

  it('treats __proto__ as data', async () => {
    const line = '{"__proto__":{"a":1},"b":2}';
    const chunk: Chunk = { type: 'records', rows: [JSON.parse(line)], lines: new TextEncoder().encode(`${line}\n`) };
    const { kernel, handleId, frames } = await kept([chunk]);
    expect(JSON.stringify(frames[0]?.rows)).toBe(`[${line}]`);
    expect(JSON.stringify((await page(kernel, handleId)).rows)).toBe(`[${line}]`);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});

describe('allowed fields', () => {
  const capability = { allowed_fields: ['id', 'plan'] };

  it('hide all others everywhere: frames, facts, pages', async () => {
    const { kernel, handleId, frames } = await kept([records([...PEOPLE, 'loose text'])], { capability });
    const shown = JSON.stringify(frames);
    expect(shown).not.toContain('email');
    expect(frames[0]?.rows?.[0]).toEqual({ id: 0, plan: 'free' });
    expect(shown).not.toContain('loose');
    const frame = await page(kernel, handleId, { limit: 1 });
    expect(frame.rows).toEqual([{ id: 0, plan: 'free' }]);
  });

  it.each([
    [{ fields: ['email'] }],
    [{ filter: [{ field: 'email', operator: '~' as const, value: 'ann' }] }],
    [{ filter: 'plan = "free" or email ~ ann' }],
    [{ filter: 'id > 3, plan = "free" and id < 9 or id = 7 and email ~ ann' }],
  ])('refuse %j at expand', async (more) => {
    const { kernel, handleId } = await kept([records(PEOPLE)], { capability });
    await expect(page(kernel, handleId, more)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('outside the grant'),
    });
  });
});

describe('kept text', () => {
  it('joins again to exactly what was read, however long its lines', async () => {
    const source = `first\r\n\n${'é😀x'.repeat(9000)}\nlast without end`;
    const pieces = Array.from({ length: Math.ceil(source.length / 700) }, (_, i) =>
      source.slice(i * 700, (i + 1) * 700),
    );
    const { kernel, handleId } = await kept(pieces.map((piece) => text(piece)));
    const { frames } = await drain(kernel.expandAll({ handleId, principal: ANN, maxTokens: Number.POSITIVE_INFINITY }));
    const rows = frames.flatMap((frame) => frame.rows ?? []) as unknown as {
      text: string;
      line: number;
      piece?: number;
    }[];
    expect(rows.map((row) => row.text).join('')).toBe(source);
    expect(rows.every((row) => row.text.length <= 8192)).toBe(true);
    expect(rows.filter((row) => row.line === 3).map((row) => row.piece)).toEqual([1, 2, 3, 4, 5]);
  });

  it('hides a key that spans rows, wherever the page begins', async () => {
    const body = Array.from({ length: 40 }, (_, i) => `MIIE${'abcdEFGH0123'.repeat(4)}${i % 10}`);
    const lines = [
      'before',
      '-----BEGIN RSA ' + 'PRIVATE KEY-----',
      ...body,
      '-----END RSA ' + 'PRIVATE KEY-----',
      'after',
    ];
    const { kernel, handleId } = await kept([text(`${lines.join('\n')}\n`)]);
    for (const offset of [0, 1, 2, 5, 20, 41, 42]) {
      const frame = await page(kernel, handleId, { offset, limit: 60, maxTokens: 20_000 });
      const shown = JSON.stringify(frame.rows);
      expect(shown, `offset ${offset}`).not.toContain('MIIE');
      expect(shown).toContain('after');
    }
  });

  it('regression: a channel that falls silent in mid-secret does not hold up another one', async () => {
    const header = `-----BEGIN ${'PRIVATE KEY'}-----\n`;
    const noise = Array.from({ length: 30_000 }, (_, i) => `noise ${i}\n`).join('');
    const { kernel, handleId } = await kept([text(header, 'stdout'), text(noise, 'stderr'), text('after\n', 'stdout')]);
    const { frames } = await drain(kernel.expandAll({ handleId, principal: ANN, maxTokens: Number.POSITIVE_INFINITY }));
    const rows = frames.flatMap((frame) => frame.rows ?? []) as unknown as { text: string; channel?: string }[];
    expect(rows).toHaveLength(30_002);
    expect(
      rows
        .filter((row) => row.channel === 'stderr')
        .map((row) => row.text)
        .join(''),
    ).toBe(noise);
  });
});

describe('expandAll', () => {
  it('gives every row in frames and ends with the page', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const { frames } = await drain(kernel.expandAll({ handleId, principal: ANN, maxTokens: Number.POSITIVE_INFINITY }));
    expect(frames.flatMap((frame) => frame.rows ?? [])).toHaveLength(1000);
    expect(frames.at(-1)).toMatchObject({
      is_final: true,
      status: 'completed',
      page: { offset: 0, returned: 1000, total: 1000 },
    });
  });

  it('stops at the budget and says where to go on', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const { frames } = await drain(kernel.expandAll({ handleId, principal: ANN, maxTokens: 20_000 }));
    const returned = frames.flatMap((frame) => frame.rows ?? []).length;
    expect(returned).toBeGreaterThan(100);
    expect(returned).toBeLessThan(1000);
    expect(frames.at(-1)?.page).toMatchObject({ returned, next_offset: returned });
  });
});

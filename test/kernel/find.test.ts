import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { FindProgress, FindRequest } from '../../src/contract/expansion.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { systemClock } from '../../src/runtime/system.js';
import { ANN, BOB, kernelOver, records, stream, text } from '../support/test-kernel.js';

async function kept(chunks: readonly Chunk[], more: Parameters<typeof kernelOver>[1] = {}) {
  const kernel = await kernelOver(() => chunks, more);
  const { result } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '' };
}

async function findAll(kernel: Kernel, request: Omit<FindRequest, 'principal'> & Partial<FindRequest>) {
  const parts: FindProgress[] = [];
  for await (const part of kernel.find({ principal: ANN, ...request })) {
    parts.push(part);
  }
  return { parts, rows: parts.flatMap(({ rows }) => rows), last: parts.at(-1) };
}

const PEOPLE = Array.from({ length: 1000 }, (_, i) => ({
  id: i,
  email: `ann${i}@example.com`,
  plan: i % 100 === 0 ? 'Free' : 'team',
  deep: { tags: [`t${i}`] },
}));
const FREE = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('find', () => {
  it('finds the numbers of rows that fit a filter', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE.slice(0, 400)), records(PEOPLE.slice(400))]);
    const { rows, last } = await findAll(kernel, { handleId, filter: 'plan = Free' });
    expect(rows).toEqual(FREE);
    expect(last).toMatchObject({ scanned: 1000, total: 1000 });
  });

  it.each([
    ['free', FREE],
    ['Free', FREE],
    ['FREE', []],
    ['t77', [77, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779]],
    ['plan', []],
  ])('finds rows that hold the text %s', async (wanted, numbers) => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    expect((await findAll(kernel, { handleId, text: wanted })).rows).toEqual(numbers);
  });

  it('needs both where both are asked for, and begins where it is told', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const { rows, last } = await findAll(kernel, { handleId, text: 't9', filter: 'plan = Free', from: 900 });
    expect(rows).toEqual([900]);
    expect(last).toMatchObject({ scanned: 1000 });
    const part = await findAll(kernel, { handleId, filter: 'plan = Free', from: 100, to: 300 });
    expect(part.rows).toEqual([100, 200]);
    expect(part.last).toMatchObject({ scanned: 300, total: 300 });
  });

  it('is no oracle for what is redacted', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    expect((await findAll(kernel, { handleId, text: 'example.com' })).rows).toEqual([]);
    expect((await findAll(kernel, { handleId, filter: 'email = "ann7@example.com"' })).rows).toEqual([]);
    expect((await findAll(kernel, { handleId, text: '[REDACTED:email]' })).rows).toHaveLength(1000);
  });

  it('sees allowed fields only, and passes by rows that are hidden', async () => {
    const mixed = [...PEOPLE.slice(0, 10), 'free', ...PEOPLE.slice(10)];
    const { kernel, handleId } = await kept([records(mixed)], { capability: { allowed_fields: ['id', 'plan'] } });
    expect((await findAll(kernel, { handleId, text: 't77' })).rows).toEqual([]);
    expect((await findAll(kernel, { handleId, text: 'free' })).rows).toEqual([0, ...FREE.slice(1).map((n) => n + 1)]);
    await expect(findAll(kernel, { handleId, filter: 'email exists' })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('searches text as redacted lines, wherever it begins', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => (i === 150 ? 'mail ann@example.com\n' : `line ${i} here\n`));
    const { kernel, handleId } = await kept([text(lines.join(''))]);
    expect((await findAll(kernel, { handleId, text: 'line 29', from: 100 })).rows).toEqual([
      290, 291, 292, 293, 294, 295, 296, 297, 298, 299,
    ]);
    expect((await findAll(kernel, { handleId, text: 'example' })).rows).toEqual([]);
    expect((await findAll(kernel, { handleId, text: 'redacted:email' })).rows).toEqual([150]);
  });

  it('is for the owner of the handle, while it lasts', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await expect(findAll(kernel, { handleId, principal: BOB, text: 'x' })).rejects.toMatchObject({
      code: 'HANDLE_NOT_FOUND',
    });
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.now() + 30 * 24 * 3600 * 1000);
    await expect(findAll(kernel, { handleId, text: 'x' })).rejects.toMatchObject({ code: 'HANDLE_EXPIRED' });
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces.map(({ error }) => error?.code)).toEqual(['HANDLE_EXPIRED', 'HANDLE_NOT_FOUND']);
  });

  it.each([
    [{}],
    [{ text: '' }],
    [{ filter: 'plan ?? 3' }],
    [{ filter: 'plam = 3' }],
    [{ text: 'x'.repeat(1001) }],
    [{ text: 'x', from: -1 }],
  ])('refuses %o with a trace', async (question) => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await expect(findAll(kernel, { handleId, ...question })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await kernel.audit.list({ event: 'expand' })).toMatchObject([
      { outcome: 'failed', error: { code: 'USAGE' } },
    ]);
  });

  it('leaves one trace with the question redacted', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await findAll(kernel, { handleId, text: 'ann7@example.com', from: 5 });
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces).toMatchObject([{ outcome: 'completed', args: { find: '[REDACTED:email]', offset: 5 } }]);
  });

  it('stops when it is told to, and when nobody listens any more', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const stop = new AbortController();
    stop.abort();
    await expect(findAll(kernel, { handleId, text: 't', signal: stop.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    for await (const _part of kernel.find({ handleId, principal: ANN, text: 't' })) {
      break;
    }
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('expand of given rows', () => {
  it('shows these rows, in order, with their numbers', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const frame = await kernel.expand({ handleId, principal: ANN, rows: [3, 4, 500, 999], fields: ['id', 'email'] });
    expect(frame.rows).toEqual([3, 4, 500, 999].map((id) => ({ id, email: '[REDACTED:email]' })));
    expect(frame.page).toEqual({ offset: 3, returned: 4, total: 1000, rows: [3, 4, 500, 999] });
    expect(frame.omitted).toBeUndefined();
  });

  it('leaves out rows that are not there, and shows nothing of a value that no field names', async () => {
    const { kernel, handleId } = await kept([records(['x', ...PEOPLE.slice(0, 3)])], {
      capability: { allowed_fields: ['id'] },
    });
    const frame = await kernel.expand({ handleId, principal: ANN, rows: [0, 1, 3, 77] });
    expect(frame.rows).toEqual([{}, { id: 0 }, { id: 2 }]);
    expect(frame.page?.rows).toEqual([0, 1, 3]);
  });

  it('says where to go on when the budget ends', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    const asked = Array.from({ length: 100 }, (_, i) => i * 10);
    const frame = await kernel.expand({ handleId, principal: ANN, rows: asked, maxTokens: 800 });
    const { returned = 0, rows = [] } = frame.page ?? {};
    expect(returned).toBeGreaterThan(1);
    expect(rows).toEqual(asked.slice(0, returned));
    expect(frame.page?.next_offset).toBe(asked[returned]);
  });

  it('redacts text as the whole that it is', async () => {
    const key = [
      '-----BEGIN RSA PRIVATE',
      ' KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\n-----END RSA PRIVATE',
      ' KEY-----\n',
    ];
    const { kernel, handleId } = await kept([text(`one\n${key.join('')}two\n`)]);
    const frame = await kernel.expand({ handleId, principal: ANN, rows: [2, 4] });
    expect(JSON.stringify(frame)).not.toContain('MIIE');
    expect(frame.rows?.at(-1)).toMatchObject({ line: 5, text: 'two\n' });
  });

  it.each([
    ['descending', [3, 2]],
    ['negative', [-1]],
    ['broken', [0.5]],
    ['repeated', [1, 1]],
    ['too many', Array.from({ length: 501 }, (_, i) => i)],
  ])('refuses %s rows', async (_what, rows) => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await expect(kernel.expand({ handleId, principal: ANN, rows })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(kernel.expand({ handleId, principal: ANN, rows: [1], offset: 1 })).rejects.toMatchObject({
      code: 'USAGE',
    });
  });

  it('traces the numbers as ranges', async () => {
    const { kernel, handleId } = await kept([records(PEOPLE)]);
    await kernel.expand({ handleId, principal: ANN, rows: [0, 1, 2, 9, 20, 21] });
    expect(await kernel.audit.list({ event: 'expand' })).toMatchObject([{ args: { rows: '0-2,9,20-21' } }]);
  });
});

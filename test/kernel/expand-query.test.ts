import { expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { ANN, BOB, kernelOver, records, stream, text } from '../support/test-kernel.js';

const MAIL = ['ann', 'example.com'].join('@');

async function kept(chunks: readonly Chunk[]) {
  const kernel = await kernelOver(() => chunks);
  const { result } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '' };
}

const LINES = Array.from({ length: 3000 }, (_, at) => {
  const odd = new Map([
    [1200, 'database db2 refused the connection\n'],
    [2900, 'refused: a form without a name\n'],
  ]);
  return odd.get(at) ?? `request ${at} served\n`;
});

it('shows the lines of a text that share words with the query, the best first', async () => {
  const { kernel, handleId } = await kept([text(LINES.join(''))]);
  const frame = await kernel.expand({ handleId, principal: ANN, query: 'which database refused connections?' });
  expect(frame.rows).toEqual([
    { line: 1201, text: 'database db2 refused the connection\n' },
    { line: 2901, text: 'refused: a form without a name\n' },
  ]);
  expect(frame.page).toEqual({ offset: 0, returned: 2, matched: 2, total: 3000, rows: [1200, 2900] });
});

it('goes through all that match, page after page, with a filter too', async () => {
  const rows = Array.from({ length: 300 }, (_, id) => ({
    id,
    note: id % 3 === 0 ? 'late delivery' : 'paid',
    open: id % 2,
  }));
  const { kernel, handleId } = await kept([records(rows)]);
  const seen: unknown[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const asked = { handleId, principal: ANN, query: 'delivery', filter: 'open = 1', limit: 7, offset };
    const frame = await kernel.expand(asked);
    seen.push(...(frame.rows ?? []).map((row) => Reflect.get(Object(row), 'id')));
    expect(frame.page?.matched).toBe(50);
    expect(frame.next ?? '--query delivery').toContain('--query delivery');
    offset = frame.page?.next_offset;
  }
  expect(seen).toEqual(rows.filter(({ id, open }) => id % 3 === 0 && open === 1).map(({ id }) => id));
});

it('finds nothing by what is hidden', async () => {
  const { kernel, handleId } = await kept([
    records([
      { id: 1, mail: MAIL },
      { id: 2, mail: 'none' },
    ]),
  ]);
  const frame = await kernel.expand({ handleId, principal: ANN, query: MAIL });
  expect(frame.page).toMatchObject({ matched: 0, returned: 0 });
});

it.each([
  ['a query of words that tell nothing', { query: 'what is the' }, /no word/],
  ['a query beside rows by their numbers', { query: 'a word', rows: [1] }, /by their numbers or by a query/],
])('refuses %s', async (_, more, message) => {
  const { kernel, handleId } = await kept([records([{ id: 1 }])]);
  await expect(kernel.expand({ handleId, principal: ANN, ...more })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(message),
  });
});

it('is refused for all pages at once, and to another principal', async () => {
  const { kernel, handleId } = await kept([records([{ id: 1 }])]);
  const all = await kernel.expandAll({ handleId, principal: ANN, query: 'word' }).result;
  expect(all.error?.code).toBe('USAGE');
  await expect(kernel.expand({ handleId, principal: BOB, query: 'word' })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
  });
});

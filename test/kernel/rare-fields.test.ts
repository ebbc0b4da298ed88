import { describe, expect, it } from 'vitest';
import type { ExpandRequest } from '../../src/contract/expansion.js';
import { ANN, drain, kernelOver, records, stream } from '../support/test-kernel.js';

const ROWS = 20_400;
const LATE = { field: 'late', operator: '=', value: 20_300 } as const;

async function manyRows() {
  const rows = Array.from({ length: ROWS }, (_, id) => ({ id, status: 'open', ...(id > 20_200 ? { late: id } : {}) }));
  const kernel = await kernelOver(() => [records(rows)]);
  const { result } = await stream(kernel);
  const asked = { handleId: result.handle_id ?? '', principal: ANN, maxTokens: Number.POSITIVE_INFINITY };
  return {
    page: (more: Partial<ExpandRequest>) => kernel.expand({ ...asked, ...more }),
    all: async (more: Partial<ExpandRequest>) => (await drain(kernel.expandAll({ ...asked, ...more }))).frames.at(-1),
  };
}

describe('a field that none of the first 20,000 rows has', () => {
  it('is told with the nearest name where nothing was found, on a page and of all rows', async () => {
    const { page, all } = await manyRows();
    const said = 'none of the first 20,000 rows has "statsu": did you mean status?';
    for (const frame of [await page({ filter: 'statsu = open' }), await all({ filter: 'statsu = open' })]) {
      expect(frame?.rows ?? []).toEqual([]);
      expect(frame?.warnings).toEqual([said]);
    }
  });

  it('is no mistake where a later row has it', async () => {
    const { page, all } = await manyRows();
    for (const frame of [await page({ filter: [LATE] }), await all({ filter: [LATE] })]) {
      expect(frame?.warnings).toBeUndefined();
    }
    expect((await page({ filter: [LATE] })).rows).toEqual([{ id: 20_300, status: 'open', late: 20_300 }]);
    expect((await page({ filter: [{ ...LATE, value: 'x' }] })).warnings).toEqual([
      'none of the first 20,000 rows has "late": the fields are id, status',
    ]);
  });

  it('is told where rows are shown that do not have it, unless one of them does', async () => {
    const { page, all } = await manyRows();
    const said = 'none of the first 20,000 rows has "statsu": did you mean status?';
    const late = 'none of the first 20,000 rows has "late": the fields are id, status';
    for (const show of [page, all]) {
      expect((await show({ fields: ['id', 'statsu'], limit: 2 }))?.warnings).toEqual([said]);
      expect((await show({ filter: 'statsu != open', limit: 2 }))?.warnings).toEqual([said]);
      expect((await show({ fields: ['statsu', 'late'], limit: 2 }))?.warnings).toEqual([said, late]);
      expect((await show({ fields: ['late'], limit: 2 }))?.warnings).toEqual([late]);
      expect((await show({ fields: ['late'], offset: 20_300, limit: 2 }))?.warnings).toBeUndefined();
      expect((await show({ filter: 'late != 20250', offset: 20_300, limit: 2 }))?.warnings).toBeUndefined();
      expect((await show({ filter: [LATE], fields: ['id'] }))?.warnings).toBeUndefined();
    }
  });
});

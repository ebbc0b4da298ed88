import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import { type Frame, lineOf } from '../../src/contract/frame.js';
import type { Row } from '../../src/contract/row.js';
import { ANN, drain, kernelOver, records, requestFor, stream } from '../support/test-kernel.js';

const tokenizer = get_encoding('o200k_base');
afterAll(() => tokenizer.free());

const SECRET = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');

/** What is shown, without ids, times and counts of chunks. */
function shownOf({ facts, highlights, omitted, next }: Frame): unknown {
  return { facts, highlights, omitted, next: next?.replace(/h_\w+/, 'h_') };
}

function suite(name: string, failing: number, tests = 40): Row {
  return {
    name,
    tests: Array.from({ length: tests }, (_, id) =>
      id === failing
        ? { id, title: `fails ${id}`, status: 'failed', failureMessages: [`Error: lamp ${id} is dark\n  at lamp.js:7`] }
        : { id, title: `works ${id}`, status: 'passed', failureMessages: [] },
    ),
  };
}

const SUITES = Array.from({ length: 30 }, (_, index) => suite(`suite ${index}`, index === 17 ? 23 : -1));

describe('the telling parts of rows with records inside', () => {
  it('one record that failed is shown with its path and why, in a row of many and in one row', async () => {
    for (const [rows, path, line] of [
      [SUITES, 'tests.23', 17],
      [[{ suites: SUITES }], 'suites.17.tests.23', 0],
    ] as const) {
      const kernel = await kernelOver(() => [records(rows)]);
      const frame = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
      const { stdout } = await drain(kernel.invokeStream(await requestFor(kernel, { maxTokens: 1000 })));
      const shown = frame.highlights?.find(({ text }) => text.includes('status: failed'));
      expect(shown).toMatchObject({ line, text: expect.stringContaining(`${path}: id: 23, title: "fails 23"`) });
      expect(lineOf(frame)).toContain('Error: lamp 23 is dark');
      expect(stdout).toContain('Error: lamp 23 is dark');
    }
  });

  it('are the same whatever the chunks, within the budget and without what is hidden', async () => {
    const bad = {
      note: `key ${SECRET}`,
      error: `no ${SECRET}`,
      log: `first\n${SECRET}\nlast error`,
      email: 'a.b@example.com',
    };
    const rows: readonly Row[] = SUITES.map((row, index) => ({ ...Object(row), extra: [bad, { index }] }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 29 }), { maxLength: 4 }),
        fc.integer({ min: 512, max: 4000 }),
        fc.boolean(),
        async (cuts, maxTokens, isOne) => {
          const edges = [0, ...new Set([...cuts].sort((a, b) => a - b)), 30];
          const all = [records(isOne ? [{ all: rows }] : rows)];
          const parts = isOne ? all : edges.slice(1).map((to, index) => records(rows.slice(edges[index], to)));
          const [whole, cut] = await Promise.all(
            [all, parts].map(async (chunks) => {
              const kernel = await kernelOver(() => chunks);
              return kernel.invoke(await requestFor(kernel, { maxTokens }));
            }),
          );
          if (whole === undefined || cut === undefined) {
            throw new Error('no frame');
          }
          expect(shownOf(cut)).toEqual(shownOf(whole));
          const printed = lineOf(whole);
          expect(tokenizer.encode_ordinary(`${printed}\n`).length).toBeLessThanOrEqual(maxTokens);
          expect(printed).not.toContain(SECRET);
          expect(printed).not.toContain('a.b@');
        },
      ),
      { numRuns: 12 },
    );
  });

  it('show nothing that a grant does not allow, nor more rows than it does', async () => {
    const kernel = await kernelOver(() => [records([{ id: 1, private: SUITES, open: SUITES.slice(0, 9) }])]);
    const { capability_token: capabilityToken } = await kernel.grant({
      principal: ANN,
      capabilityId: 'test.run',
      constraints: { allowed_fields: ['id', 'open'] },
    });
    const shown = lineOf(await kernel.invoke({ ...(await requestFor(kernel, { maxTokens: 900 })), capabilityToken }));
    expect(shown).toContain('open.8.tests.39');
    expect(shown).not.toContain('lamp');
  });
});

describe('a filter', () => {
  it('finds records inside of a row that has not the field, and leaves out what is hidden', async () => {
    const kernel = await kernelOver(() => [records([{ suites: SUITES, email: 'a.b@example.com' }])]);
    const { result } = await stream(kernel);
    const ask = (value: string) =>
      kernel.expand({
        handleId: result.handle_id ?? '',
        principal: ANN,
        filter: [{ field: 'status', operator: '=', value }],
        limit: 3,
      });
    expect((await ask('failed')).rows).toEqual([
      expect.objectContaining({ '@path': 'suites.17.tests.23', id: 23, status: 'failed' }),
    ]);
    expect((await ask('passed')).page).toMatchObject({ returned: 3, next_offset: 3, matched: 30 * 40 - 1 });
  });
});

import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/contract/frame.js';
import { frameTexts } from '../../src/contract/frame-texts.js';
import { kernelOver, records, requestFor } from '../support/test-kernel.js';

const budget: Frame['budget'] = { encoding: 'o200k_base', total: 1000, used: 1, remaining: 999 };
const frame = (more: Partial<Frame>): Frame => ({ seq: 0, phase: 1, budget, is_final: false, ...more });
const last = (more: Partial<Frame>): Frame => frame({ is_final: true, ...more });

describe('the texts of frames', () => {
  test.each<readonly [string, readonly Frame[], string]>([
    ['text as it came', [frame({ text: 'one ' }), frame({ text: 'line\n' })], 'one line\n'],
    ['rows', [frame({ rows: [{ id: 1 }, { id: 2 }] }), frame({ rows: [3] })], '{"id":1}\n{"id":2}\n3\n'],
    ['a value', [last({ raw_data: { ok: true } })], '{"ok":true}\n'],
    ['nothing', [last({})], ''],
    [
      'another channel in the middle of a line',
      [frame({ text: 'a' }), frame({ text: 'b', channel: 'stderr' })],
      'a\nb',
    ],
    [
      'what stands for what was left out, each in its line',
      [
        frame({ text: 'begun' }),
        last({
          highlights: [{ line: 7, text: 'error: no' }],
          facts: ['text: 900 lines'],
          folded: ['800 × ok'],
          omitted: { chars: 900 },
        }),
      ],
      'begun\n7  error: no\ntext: 900 lines\n800 × ok\n',
    ],
    ['no facts about what was shown', [frame({ rows: [{ id: 1 }] }), last({ facts: ['1 row'] })], '{"id":1}\n'],
  ])('%s', (_, frames, expected) => {
    expect(frames.map(frameTexts()).join('')).toBe(expected);
  });

  test('are read from an invocation and from an expansion', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: index, mail: 'ann@example.com' }));
    await using kernel = await kernelOver(() => [records(rows)]);
    const request = await requestFor(kernel, { maxTokens: 100_000 });
    const shown = rows.map(({ id }) => `${JSON.stringify({ id, mail: '[REDACTED:email]' })}\n`).join('');
    const run = kernel.invokeStream(request);
    expect(await said(run.text())).toBe(shown);
    const { handle_id: handleId = '' } = await run.result;
    const { principal } = request;
    expect(await said(kernel.expandAll({ handleId, principal, maxTokens: 100_000 }).text())).toBe(shown);
    expect(await said(kernel.start({ ...request, stream: false }).text())).toContain(shown.slice(0, 40));
  });
});

async function said(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) {
    all += text;
  }
  return all;
}

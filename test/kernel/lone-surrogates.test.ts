import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { lineOf } from '../../src/contract/frame.js';
import { ANN, kernelOver, requestFor, stream } from '../support/test-kernel.js';

const LINES = [
  String.raw`{"first":"\ud800","last":"x\udc00y","pair":"\ud83d\ude00","told":"\\ud800","list":["\uDBFF\u0041",{"\udfff":1}]}`,
  String.raw`{"first":"ann@example.com \ud800","\ud801":1}`,
  String.raw`"\ud800"`,
];
const SHOWN = [
  {
    first: '\ufffd',
    last: 'x\ufffdy',
    pair: '\u{1f600}',
    told: String.raw`\ud800`,
    list: ['\ufffdA', { '\ufffd': 1 }],
  },
  { first: '[REDACTED:email] \ufffd', '\ufffd': 1 },
  { value: '\ufffd' },
];
const ROWS: Chunk = {
  type: 'records',
  rows: LINES.map((line) => JSON.parse(line)),
  lines: Buffer.from(`${LINES.join('\n')}\n`),
};
/** An escape of half a pair; behind a backslash that is itself escaped there is none. */
const LONE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

describe('halves of surrogate pairs in rows: no frame has one, and nothing else is changed', () => {
  it.each(['auto', 'table', 'summary'] as const)('%s', async (mode) => {
    const kernel = await kernelOver(() => [ROWS]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode }));
    expect(lineOf(frame)).not.toMatch(LONE);
    expect(frame.rows ?? SHOWN).toEqual(SHOWN);
  });

  it('streamed, its facts too', async () => {
    const { frames, stdout } = await stream(await kernelOver(() => [ROWS]));
    expect(stdout).not.toMatch(LONE);
    expect(frames.flatMap(({ rows = [] }) => rows)).toEqual(SHOWN);
    expect(frames.at(-1)?.facts?.length).toBeGreaterThan(3);
  });

  it('on a page', async () => {
    const kernel = await kernelOver(() => [ROWS]);
    const { handle_id: handleId = '' } = await kernel.invoke(await requestFor(kernel));
    const page = lineOf(await kernel.expand({ handleId, principal: ANN, fields: ['first'] }));
    expect(page).not.toMatch(LONE);
    expect(page).toContain('{"first":"\ufffd"}');
  });
});

import { expect, test } from 'vitest';
import type { CallToolResult } from '../../../src/drivers/mcp/protocol.js';
import { resultChunks } from '../../../src/drivers/mcp/result-chunks.js';
import { answerOf, answerRendering } from '../../../src/server/mcp/answer.js';
import { proofSize } from '../../support/proof-size.js';
import { ANN, kernelOver, requestFor, stream } from '../../support/test-kernel.js';

const FORM = { isProjected: false, keepsTexts: true };
const STRIPE = ['sk_live', 'x4Kq8Zt2Lw9Rv3Nb7Ym5Pc1D'].join('_');
const PASSWORD = 'Heron-71-moor-kestrel';
const PEM = [
  ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
  ...[
    'MIIEowIBAAKCAQEAx4Kq8Zt2Lw9Rv3Nb7Ym5Pc1DfG6hJk0sQaWeRtYuIoPlKjHgF',
    'dSaZxCvBnM1q2W3e4R5t6Y7u8I9o0PaSdFgHjKlZxCvBnMqWeRtYuIoP',
  ],
  ['-----END RSA', 'PRIVATE KEY-----'].join(' '),
].join('\n');

/** What must not be seen, and the text it stands in. */
const PLANTED = [
  ['a key of a provider', STRIPE, `use ${STRIPE} for payments`],
  ['a password behind its label', PASSWORD, `user: bob\npassword: ${PASSWORD}\nhost: db`],
  ['a private key', PEM, `the key:\n${PEM}\nkeep it`],
  ['a member of JSON', PASSWORD, `{"user":"bob","password":"${PASSWORD}"}`],
] as const;

function runsOf(secret: string): readonly string[] {
  const runs = Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6));
  return runs.filter((run) => !/[- \n]{2}|KEY|BEGIN|END|PRIV/.test(run));
}

/** The text in blocks that are cut at some places, some of them within embedded resources, and with other things between. */
function blocksOf(text: string, cuts: readonly number[]): CallToolResult['content'] {
  const pieces = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
  return pieces.flatMap((piece, index): CallToolResult['content'] => [
    index % 2 === 0
      ? { type: 'text', text: piece }
      : { type: 'resource', resource: { uri: 'file:///notes', text: piece } },
    ...(index === 0 ? [{ type: 'image' as const, mimeType: 'image/png', data: 'AAAA' }] : []),
  ]);
}

/** Everything that comes out: by a stream, at once, as the gateway answers, and of what was kept. */
async function shownOf(content: CallToolResult['content'], isError: boolean): Promise<string> {
  const kernel = await kernelOver(() => resultChunks({ content, isError }, FORM));
  const streamed = await stream(kernel);
  const small = await stream(kernel, { maxTokens: 512 });
  const whole = await kernel.invoke(await requestFor(kernel));
  const answer = await kernel.invoke(await requestFor(kernel, { rendering: answerRendering }));
  const pages: unknown[] = [];
  const handleId = whole.handle_id ?? whole.handle?.handle_id ?? '';
  const { total_rows: total } = await kernel.handles.get(handleId, ANN);
  for (let offset = 0; offset < total; offset += 1) {
    pages.push((await kernel.expand({ handleId, principal: ANN, offset, limit: 1 })).rows);
  }
  pages.push(await kernel.expand({ handleId, principal: ANN, fields: ['text'], filter: 'text ~ "e"' }));
  pages.push(await kernel.expand({ handleId, principal: ANN, query: 'key password' }));
  await kernel.close();
  return JSON.stringify([streamed, small.stdout, whole, answerOf(answer), pages]);
}

test.each(PLANTED)('%s that is cut over blocks is hidden wherever it is cut', async (_, secret, text) => {
  const start = text.indexOf(secret);
  const step = Math.max(1, Math.floor(secret.length / proofSize(4, 9)));
  for (let cut = start; cut <= start + secret.length; cut += step) {
    const shown = await shownOf(blocksOf(text, [cut]), cut % 2 === 0);
    const leak = runsOf(secret).find((run) => shown.includes(run));
    expect(leak, JSON.stringify([cut, shown])).toBeUndefined();
  }
});

test('so is one over three blocks, and one with another block behind its end', async () => {
  for (let cut = 5; cut < STRIPE.length - 5; cut += proofSize(11, 6)) {
    const start = 'use '.length;
    const cuts = [
      [start + cut - 3, start + cut],
      [start + cut, start + STRIPE.length],
      [start, start + cut, start + STRIPE.length],
    ];
    for (const each of cuts) {
      const shown = await shownOf(blocksOf(`use ${STRIPE}for payments`, each), false);
      expect(runsOf(STRIPE).find((run) => shown.includes(run))).toBeUndefined();
    }
  }
});

test('clean blocks are answered as lines, and kept as they were', async () => {
  const kernel = await kernelOver(() =>
    resultChunks({ content: ['one', 'two\n', 'three'].map((text) => ({ type: 'text', text })) }, FORM),
  );
  const frame = await kernel.invoke(await requestFor(kernel, { rendering: answerRendering }));
  expect(answerOf(frame).texts).toEqual(['one\ntwo\nthree']);
  const page = await kernel.expand({ handleId: frame.handle_id ?? '', principal: ANN });
  expect(page.rows).toEqual([
    { line: 1, block_end: true, text: 'one\n' },
    { line: 2, text: 'two\n' },
    { line: 3, text: 'three' },
  ]);
  await kernel.close();
});

import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { lineOf } from '../../src/contract/frame.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { proofSize } from '../support/proof-size.js';
import { leaked, SECRETS, type SeededSecret } from '../support/secrets.js';
import { ANN, drain, kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';
import { withoutHashes } from '../support/without-hashes.js';

/** The least shows least of the rows and most of the facts, and the largest the other way round. */
const BUDGETS = proofSize([600, 20_000], [600, 4000, 20_000]);

/** Everything that a kernel ever tells about a run over these chunks, in every mode and every later page. */
async function everythingTold(make: () => Iterable<Chunk>, args: Record<string, unknown> = {}): Promise<string> {
  const kernel = await kernelOver(make);
  const told: string[] = [];
  for (const maxTokens of BUDGETS) {
    const { stdout, result } = await stream(kernel, { maxTokens, args });
    told.push(stdout, String(result.error?.message), JSON.stringify(result.error?.details ?? {}));
    // What is kept does not depend on the budget.
    told.push(maxTokens === BUDGETS[0] ? await everyPage(kernel, result.handle_id) : '');
  }
  for (const mode of ['summary', 'table', 'raw'] as const) {
    const principal = { ...ANN, roles: ['admin', 'service'] };
    const call = kernel.invoke(await requestFor(kernel, { mode, args, principal }));
    told.push(await call.then(lineOf, (error: Error) => error.message));
  }
  for await (const trace of kernel.audit.export({})) {
    told.push(JSON.stringify(trace, withoutHashes));
  }
  told.push(JSON.stringify(await kernel.handles.list(ANN)));
  return told.join('\n');
}

async function everyPage(kernel: Kernel, handleId: string | undefined): Promise<string> {
  if (handleId === undefined) {
    return '';
  }
  const { total_rows: total } = await kernel.handles.get(handleId, ANN);
  const pages: string[] = [];
  for (let offset = 0; offset < Math.min(total, 12); offset += 1) {
    pages.push(lineOf(await kernel.expand({ handleId, principal: ANN, offset, maxTokens: 20_000 })));
  }
  const all = await drain(kernel.expandAll({ handleId, principal: ANN, maxTokens: Number.POSITIVE_INFINITY }));
  return [...pages, all.stdout].join('\n');
}

function expectAbsent(secret: SeededSecret, output: string): void {
  expect(leaked(secret, output), secret.kind).toEqual([]);
  expect(output, secret.kind).toContain('[REDACTED:');
}

describe.each(SECRETS)('P1: $kind gets out nowhere', (secret) => {
  const surrounding = Array.from({ length: 60 }, (_, i) => ({ id: i, note: `nothing to see in row ${i}` }));

  it('from the values of rows, deep ones and lists too', async () => {
    const rows = [
      { note: secret.text, deep: { a: [{ b: secret.text }] } },
      { list: [secret.text, 1] },
      secret.text,
      [secret.text],
    ];
    expectAbsent(secret, await everythingTold(() => [records([...rows, ...surrounding, ...rows])]));
  });

  it('from the names of fields', async () => {
    const rows = [{ [secret.text]: 1, ordinary: 2 }, { nested: { [secret.text]: 'x' } }];
    expectAbsent(secret, await everythingTold(() => [records([...rows, ...surrounding])]));
  });

  it('from text, however it is cut', async () => {
    const whole = `before the finding\n${secret.text}\nafter it\n`;
    for (const size of proofSize([1, 11], [1, 5, 11, 1000])) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.slice(i * size, (i + 1) * size),
      );
      expectAbsent(secret, await everythingTold(() => pieces.map((piece) => text(piece))));
    }
  });

  it('from a driver that fails with it, before and after some rows', async () => {
    const fail = function* (chunks: readonly Chunk[]): Generator<Chunk> {
      yield* chunks;
      throw new Error(`upstream said: ${secret.text}`);
    };
    expectAbsent(secret, await everythingTold(() => fail([])));
    expectAbsent(secret, await everythingTold(() => fail([records(surrounding)])));
  });

  it('from arguments and justifications in traces', async () => {
    const output = await everythingTold(() => [records([{ ok: 1 }])], { question: secret.text, list: [secret.text] });
    expectAbsent(secret, output);
  });
});

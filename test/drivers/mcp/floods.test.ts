import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import { collect, failureOf, rowsOf, textOf } from '../../support/driver-call.js';
import { type McpBench, openMcpBench } from '../../support/mcp-bench.js';
import { eventually } from '../../support/processes.js';

const MB = 1024 * 1024;

const open: McpBench[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.close()));
});

function flooding(behaviour = '', more: Partial<McpServerConfig> = {}): McpBench {
  const bench = openMcpBench({
    it: {
      command: process.execPath,
      args: [resolve('fixtures/programs/mcp-flooding.mjs')],
      env: { MCP_BEHAVIOUR: behaviour },
      trust: 'always',
      era: 'legacy',
      ...more,
    },
  });
  open.push(bench);
  return bench;
}

async function said(bench: McpBench, tool: string): Promise<string> {
  return textOf(await collect(bench.call('it', tool)), 'text');
}

/** How much more memory is held after it than before it. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  await work();
  return process.memoryUsage.rss() - before;
}

for (const [when, behaviour, tool] of [
  ['before the start is answered', 'before', 'echo'],
  ['while a call waits', '', 'during'],
] as const) {
  test(`a hundred thousand messages that nobody asked for, ${when}`, async () => {
    const bench = flooding(behaviour);
    const grown = await growth(async () => {
      expect(await said(bench, tool)).toBe(tool === 'echo' ? 'hi' : 'through');
    });
    expect(grown).toBeLessThan(64 * MB);
    const [state] = await bench.servers.states();
    expect(state?.state).toBe('ready');
    expect(state?.stray_messages).toBeGreaterThan(100_000);
    expect(await said(bench, 'echo')).toBe('hi');
  });
}

test('a server that talks without end is not listened to while nobody asks it, and answers when it is asked', async () => {
  const bench = flooding('endless');
  await bench.servers.capabilities('it');
  const { connection } = await bench.servers.get('it').open(new AbortController().signal);
  for (const text of ['one', 'two']) {
    const heard: number[] = [];
    await eventually(() => {
      heard.push(connection.strays());
      return heard.length > 20 && heard.at(-1) === heard.at(-20);
    }, 'nobody listens');
    expect(heard.at(-1)).toBeGreaterThan(0);
    expect(textOf(await collect(bench.call('it', 'echo', { text })), 'text')).toBe(text);
  }
});

test('the last note of progress is told, in one piece with the result too', async () => {
  const chunks = await collect(flooding().call('it', 'together'));
  expect(textOf(chunks, 'text')).toBe('through');
  expect(chunks.filter(({ type }) => type === 'progress').at(-1)).toMatchObject({ done: 3, total: 3 });
});

test('twenty thousand notes of progress are a few', async () => {
  const bench = flooding();
  const chunks = await collect(bench.call('it', 'progress'));
  expect(textOf(chunks, 'text')).toBe('through');
  const done = chunks.flatMap((chunk) => (chunk.type === 'progress' ? [chunk.done] : []));
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(1000);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});

test('of 100 MB on its standard error only the end is kept', async () => {
  const bench = flooding();
  expect(await said(bench, 'echo')).toBe('hi');
  const grown = await growth(async () => expect(await said(bench, 'stderr')).toBe('through'));
  expect(grown).toBeLessThan(64 * MB);
});

test('who asks for a model, folders or a person is refused; who asks whether anybody is there is answered', async () => {
  expect(JSON.parse(await said(flooding(), 'ask'))).toEqual({
    q0: -32601,
    q1: -32601,
    q2: -32601,
    q3: -32601,
    q4: -32601,
    q5: {},
  });
});

test('questions of a server that reads no answers do not pile up', async () => {
  const bench = flooding();
  expect(await said(bench, 'echo')).toBe('hi');
  const grown = await growth(async () => expect(await said(bench, 'ask_on')).toBe('through'));
  expect(grown).toBeLessThan(64 * MB);
  expect((await bench.servers.states())[0]?.stray_messages).toBeGreaterThan(50_000);
  expect(await said(bench, 'echo')).toBe('hi');
});

test('an answer counts once, and its id is compared with its type', async () => {
  const bench = flooding();
  expect(await said(bench, 'twice')).toBe('first');
  expect(await said(bench, 'echo')).toBe('hi');
  expect(await said(bench, 'as_text')).toBe('for the number');
  expect((await bench.servers.states())[0]?.stray_messages).toBe(3);
});

test('an answer to a cancelled call is nobody’s', async () => {
  const bench = flooding();
  const controller = new AbortController();
  const calling = failureOf(() => collect(bench.call('it', 'late', {}, controller.signal)));
  await eventually(() => bench.notes().some((line) => line.startsWith('late')), 'it is asked');
  controller.abort();
  expect(await calling).toMatchObject({ code: 'CANCELLED' });
  await eventually(() => bench.notes().includes('answered'), 'it answers');
  expect(await said(bench, 'echo')).toBe('hi');
  expect((await bench.servers.states())[0]?.stray_messages).toBe(2);
});

test('data of ten thousand levels are a row, or a failure, and the server goes on', async () => {
  const bench = flooding();
  for (const tool of ['deep', 'deep_list']) {
    const chunks = await collect(bench.call('it', tool)).catch((error: unknown) => error);
    expect(Array.isArray(chunks) ? rowsOf(chunks) : [chunks]).toHaveLength(1);
  }
  expect(await failureOf(() => collect(bench.call('it', 'deep_error')))).toMatchObject({ code: 'DRIVER_FAILED' });
  expect(await said(bench, 'echo')).toBe('hi');
  expect(bench.notes().filter((line) => line.startsWith('started'))).toEqual([]);
});

for (const tool of ['half', 'whole'] as const) {
  test(`a server that ends within a line has not answered: ${tool}`, async () => {
    const bench = flooding();
    const shown: unknown[] = [];
    const error = await failureOf(async () => {
      for await (const chunk of bench.call('it', tool)) {
        shown.push(chunk);
      }
    });
    expect(error).toMatchObject({ code: 'DRIVER_FAILED', details: { exit_code: 5, signal: null } });
    expect(shown).toEqual([]);
    expect(await said(bench, 'echo')).toBe('hi');
  });
}

test('a result that is none fails its call and no other', async () => {
  const bench = flooding();
  const results = await Promise.all([
    failureOf(() => collect(bench.call('it', 'odd'))),
    failureOf(() => collect(bench.call('it', 'none'))),
    said(bench, 'echo'),
  ]);
  expect(results).toMatchObject([{ code: 'DRIVER_PROTOCOL' }, { code: 'DRIVER_PROTOCOL' }, 'hi']);
});

test('a tool that changes in the middle of its call ends that call, and is off for the next', async () => {
  const bench = flooding('', { trust: 'pin' });
  expect(await said(bench, 'echo')).toBe('hi');
  expect(await said(bench, 'change')).toBe('as it was');
  expect(await failureOf(() => collect(bench.call('it', 'echo')))).toMatchObject({ code: 'POLICY_DENIED' });
});

test('a server whose list changes each time it is read can be called all the same', async () => {
  const bench = flooding('listed');
  expect(await said(bench, 'echo')).toBe('hi');
  expect(await said(bench, 'echo')).toBe('hi');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelMessage } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { ANN, BOB } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const NOT_FOUND = { code: 'SESSION_NOT_FOUND', message: 'there is no such session' };
const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
const asks = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } })),
});
const answers = (id: string, content: string): ModelMessage => ({ role: 'tool', content, tool_call_id: id });

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel({});
});
afterAll(() => kernel.close());

const newId = async (): Promise<string> => (await kernel.sessions.create(ANN, 1000)).session_id;

describe('a conversation', () => {
  test('is there when it is opened again, by turns', async () => {
    const id = await newId();
    const first = await kernel.sessions.open(id, ANN);
    await first.keep([user('where?')]);
    await first.keep([asks('c1', 'c2'), answers('c1', 'one'), answers('c2', 'two')]);
    await first.keep([assistant('there')]);
    expect(first.size()).toEqual({ entries: 5, turns: 1 });
    await first.close();
    const second = await kernel.sessions.open(id, ANN);
    expect(second.session).toMatchObject({ session_id: id, entries: 5, turns: 1 });
    const { entries, dropped } = await second.recent(10_000);
    expect(entries.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(dropped).toEqual({ entries: 0, turns: 0, tool_calls: 0 });
    await second.close();
  });

  test('tells whole turns, the last one whatever its size, and counts the others', async () => {
    const id = await newId();
    const open = await kernel.sessions.open(id, ANN);
    for (let turn = 1; turn <= 20; turn += 1) {
      await open.keep([user(`question ${turn}`)]);
      await open.keep([asks('c'), answers('c', 'x'.repeat(1000))]);
      await open.keep([assistant('done')]);
    }
    const told = await open.recent(0);
    expect(told.entries.map(({ turn }) => turn)).toEqual([20, 20, 20, 20]);
    expect(told.dropped).toEqual({ entries: 76, turns: 19, tool_calls: 19 });
    for (let mostChars = 0; mostChars < 30_000; mostChars += 500) {
      const { entries, dropped } = await open.recent(mostChars);
      expect(entries.length % 4).toBe(0);
      expect(entries[0]?.message).toEqual(user(`question ${dropped.turns + 1}`));
      expect(dropped.entries + entries.length).toBe(80);
      const chars = entries.reduce((sum, { message }) => sum + JSON.stringify(message).length, 0);
      expect(entries.length === 4 || chars <= mostChars).toBe(true);
    }
    expect((await open.recent(Number.POSITIVE_INFINITY)).entries).toHaveLength(80);
    await open.close();
  });

  test('keeps no call without its answer', async () => {
    const open = await kernel.sessions.open(await newId(), ANN);
    const broken = [
      [asks('c')],
      [asks('c'), user('hm')],
      [asks('c', 'd'), answers('c', '1')],
      [answers('c', '1')],
      [asks('c', 'c'), answers('c', '1')],
      [asks('c'), answers('c', '1'), answers('c', '2')],
    ];
    for (const step of broken) {
      await expect(open.keep(step)).rejects.toMatchObject({ code: 'USAGE' });
    }
    await open.keep([]);
    expect(open.size()).toEqual({ entries: 0, turns: 0 });
    await open.close();
    await open.close();
    await expect(open.keep([user('late')])).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('is redacted where it is kept, told and shown', async () => {
    const id = await newId();
    const open = await kernel.sessions.open(id, ANN);
    const call = asks(`call-${SECRET}`);
    await open.keep([user(`my key is ${SECRET}`), call, answers(`call-${SECRET}`, SECRET), assistant('kept')]);
    const told = await open.recent(0);
    await open.close();
    expect(told.entries[0]?.message.content).toBe('my key is [REDACTED:github_token]');
    expect(told.entries[2]?.message.content).toBe('[REDACTED:github_token]');
    const shown = [];
    for await (const entry of kernel.sessions.history(id, ANN)) {
      shown.push(entry);
    }
    expect(shown.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(JSON.stringify(shown)).not.toContain(SECRET.slice(4, 12));
  });

  test('is shown from its end, as far back as one wants', async () => {
    const id = await newId();
    const open = await kernel.sessions.open(id, ANN);
    for (const turn of [1, 2, 3]) {
      await open.keep([user(`question ${turn}`), assistant(`answer ${turn}`)]);
    }
    await open.close();
    const seqs = async (newest: number): Promise<readonly number[]> => {
      const shown = [];
      for await (const { seq } of kernel.sessions.history(id, ANN, { newest })) {
        shown.push(seq);
      }
      return shown;
    };
    expect([await seqs(1), await seqs(3), await seqs(4), await seqs(100)]).toEqual([
      [6],
      [4, 5, 6],
      [3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ]);
  });

  test('is the same however often it is redacted', async () => {
    const said = [
      `{"password":"open sesame","note":"${SECRET}"}`,
      `export TOKEN=${SECRET}\nmail ada@example.org, card 4111 1111 1111 1111`,
      `{"rows":[{"email":"ada@example.org","iban":"DE89370400440532013000"}]}\n{"final":true}`,
      '[REDACTED:github_token] and [REDACTED:password]',
    ];
    const keepAll = async (contents: readonly string[]): Promise<readonly string[]> => {
      const open = await kernel.sessions.open(await newId(), ANN);
      for (const content of contents) {
        const args = { name: 'read', arguments: content };
        const call = {
          role: 'assistant',
          content,
          tool_calls: [{ id: 'c', type: 'function', function: args }],
        } as const;
        await open.keep([user(content), call, answers('c', content)]);
      }
      const { entries } = await open.recent(Number.POSITIVE_INFINITY);
      await open.close();
      return entries.map(({ message }) => JSON.stringify(message));
    };
    const once = await keepAll(said);
    const contents = once.map((json) => String(JSON.parse(json).content));
    for (const [index, content] of contents.entries()) {
      const [, , again] = await keepAll([content]);
      expect([index, JSON.parse(again ?? '{}').content]).toEqual([index, content]);
    }
    expect(once.join('')).not.toContain(SECRET.slice(4, 12));
  });

  test('has one writer at a time, in the order of their coming', async () => {
    const id = await newId();
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, run) => {
        const open = await kernel.sessions.open(id, ANN);
        order.push(run);
        await open.keep([user(`q${run}`)]);
        await open.keep([assistant(`a${run}`)]);
        await open.close();
      }),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const open = await kernel.sessions.open(id, ANN);
    const { entries } = await open.recent(Number.POSITIVE_INFINITY);
    const expected = order.flatMap((run) => [`q${run}`, `a${run}`]);
    expect(entries.map(({ message }) => message.content)).toEqual(expected);
    await open.close();
  });

  test('is no longer waited for when the signal says so, and those behind still get it', async () => {
    const id = await newId();
    const first = await kernel.sessions.open(id, ANN);
    const leaving = new AbortController();
    const second = kernel.sessions.open(id, ANN, { signal: leaving.signal });
    const third = kernel.sessions.open(id, ANN);
    leaving.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    await first.keep([user('still mine')]);
    await first.close();
    await (await third).close();
    const already = kernel.sessions.open(id, ANN, { signal: AbortSignal.abort() });
    await expect(already).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('of another principal is none', async () => {
    const id = await newId();
    const { sessions } = kernel;
    await expect(sessions.open(id, BOB)).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.history(id, BOB)[Symbol.asyncIterator]().next()).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.memory(id, BOB).list()).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.memory(id, BOB).get('a')).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.memory(id, BOB).set('a', 1)).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.memory(id, BOB).remove('a')).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.create(BOB, { parent_id: id })).rejects.toMatchObject(NOT_FOUND);
    await expect(sessions.open('s_none', ANN)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('what a session remembers', () => {
  test('is JSON by key, redacted where it is read', async () => {
    const memory = kernel.sessions.memory(await newId(), ANN);
    await memory.set('project.language', { name: 'TypeScript', since: 2020 });
    await memory.set('note', `use ${SECRET}`);
    await memory.set('password', 'open sesame');
    expect(await memory.get('project.language')).toMatchObject({ value: { name: 'TypeScript', since: 2020 } });
    expect(await memory.get('note')).toMatchObject({ value: 'use [REDACTED:github_token]' });
    expect(await memory.get('password')).toMatchObject({ value: '[REDACTED:password]' });
    expect((await memory.list()).map(({ key }) => key)).toEqual(['note', 'password', 'project.language']);
    expect(await memory.remove('note')).toBe(true);
    expect(await memory.get('note')).toBeUndefined();
  });

  test('has limits', async () => {
    const memory = kernel.sessions.memory(await newId(), ANN);
    for (const key of ['', 'A', '1', 'a b', 'a/b', 'x'.repeat(65), '__proto__', `a.${SECRET.toLowerCase()}`]) {
      await expect(memory.set(key, 1)).rejects.toMatchObject({ code: 'USAGE' });
    }
    await memory.set('most', 'x'.repeat(64 * 1024 - 2));
    await expect(memory.set('more', 'x'.repeat(64 * 1024 - 1))).rejects.toMatchObject({ code: 'USAGE' });
    await expect(memory.set('none', undefined)).rejects.toMatchObject({ code: 'USAGE' });
    for (let index = 1; index < 1000; index += 1) {
      await memory.set(`k${index}`, index);
    }
    await expect(memory.set('k1000', 1)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    await memory.set('k999', 'changed');
    expect(await memory.get('k999')).toMatchObject({ value: 'changed' });
  });
});

describe('a child', () => {
  test('has its own conversation and memory, and the ledger of its parent', async () => {
    const parent = await newId();
    const child = await kernel.sessions.create(ANN, { parent_id: parent, agent: 'reader' });
    expect(child).toMatchObject({ parent_id: parent, agent: 'reader', total: 1000, used: 0 });
    const open = await kernel.sessions.open(child.session_id, ANN);
    await open.keep([user('only here')]);
    await open.close();
    await kernel.sessions.memory(child.session_id, ANN).set('a', 1);
    expect(await kernel.sessions.get(parent, ANN)).toMatchObject({ entries: 0, turns: 0 });
    expect(await kernel.sessions.memory(parent, ANN).list()).toEqual([]);
    const own = kernel.sessions.create(ANN, { parent_id: parent, total: 5 });
    await expect(own).rejects.toMatchObject({ code: 'USAGE' });
    await kernel.sessions.remove(parent, ANN);
    await expect(kernel.sessions.get(child.session_id, ANN)).rejects.toMatchObject(NOT_FOUND);
  });

  test('and every session has an agent by name only', async () => {
    for (const agent of ['', ' ', 'x'.repeat(129), SECRET, 'a\nb']) {
      await expect(kernel.sessions.create(ANN, { agent })).rejects.toMatchObject({ code: 'USAGE' });
    }
    expect(await kernel.sessions.create(ANN, { agent: 'triage' })).toMatchObject({ agent: 'triage', total: 100_000 });
  });
});

test("who asks for another principal's session leaves a trace each time, and reads nothing", async () => {
  const id = await newId();
  const before = (await kernel.audit.list({ event: 'session', limit: 100 })).length;
  const memory = kernel.sessions.memory(id, BOB);
  const tries: readonly (() => Promise<unknown>)[] = [
    () => kernel.sessions.get(id, BOB),
    () => kernel.sessions.open(id, BOB),
    () => kernel.sessions.history(id, BOB)[Symbol.asyncIterator]().next(),
    () => kernel.sessions.remove(id, BOB),
    () => memory.list(),
    () => memory.get('a'),
    () => memory.set('a', 1),
    () => memory.remove('a'),
    () => kernel.sessions.get('s_0000000000', BOB),
  ];
  for (const attempt of tries) {
    await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
  }
  const traces = await kernel.audit.list({ event: 'session', limit: 100 });
  expect(traces).toHaveLength(before + tries.length);
  const [last] = traces;
  expect(last).toMatchObject({ principal_id: 'bob', session_id: 's_0000000000', error: { code: 'SESSION_NOT_FOUND' } });
});

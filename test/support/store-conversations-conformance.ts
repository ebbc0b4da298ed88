import { expect, test } from 'vitest';
import type { ConversationStore } from '../../src/contract/conversation-store.js';
import type { ModelMessage } from '../../src/contract/model.js';
import type { SessionEntry } from '../../src/contract/session.js';
import type { Stores } from '../../src/contract/stores.js';
import type { OpenStores } from './store-conformance.js';
import { START } from './store-values.js';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
const CALLED: readonly ModelMessage[] = [
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } },
      { id: 'c2', type: 'function', function: { name: 'b', arguments: '{"x":"ü"}' } },
    ],
  },
  { role: 'tool', content: 'one', tool_call_id: 'c1' },
  { role: 'tool', content: 'two', tool_call_id: 'c2' },
];

export function testConversations(open: OpenStores): void {
  const begin = async (): Promise<Stores> => {
    const stores = await open();
    for (const id of ['s_1', 's_2']) {
      const created = new Date(START).toISOString();
      await stores.sessions.create({ session_id: id, principal_id: 'alice', created_at: created, total: 100 });
    }
    return stores;
  };

  test('steps are kept in order, numbered, and counted by turns', async () => {
    const { conversations, sessions } = await begin();
    expect(await conversations.claim('s_1', 'c')).toEqual({ entries: 0, turns: 0, tool_calls: 0 });
    const keep = (...messages: ModelMessage[]) => conversations.append({ sessionId: 's_1', claimId: 'c', messages });
    await keep({ role: 'system', content: 'be kind' }, user('hello'));
    await keep(...CALLED);
    await keep(assistant('done'));
    expect(await keep(user('again'), assistant('yes'))).toEqual({ entries: 8, turns: 2, tool_calls: 2 });
    const entries = await entriesIn(conversations, 's_1');
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(entries.map(({ turn }) => turn)).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
    expect(entries.slice(2, 5).map(({ message }) => message)).toEqual(CALLED);
    expect(entries[0]?.at).toBe(new Date(START).toISOString());
    expect(await entriesIn(conversations, 's_2')).toEqual([]);
    expect(await sessions.get('s_1')).toMatchObject({ entries: 8, turns: 2 });
  });

  test('steps are read from the last one back, however many there are', async () => {
    const { conversations } = await begin();
    await conversations.claim('s_1', 'c');
    for (let turn = 1; turn <= 50; turn += 1) {
      const messages = [user(`q${turn}`), assistant(`a${turn}`)];
      await conversations.append({ sessionId: 's_1', claimId: 'c', messages });
    }
    const forward = await entriesIn(conversations, 's_1');
    const backward: SessionEntry[] = [];
    for await (const step of conversations.read('s_1', 'backward')) {
      backward.unshift(...step);
    }
    expect(forward).toHaveLength(100);
    expect(backward).toEqual(forward);
  });

  test('one writes at a time, until it lets the next one', async () => {
    const { conversations } = await begin();
    await conversations.claim('s_1', 'c');
    expect(await conversations.claim('s_1', 'd')).toBeUndefined();
    expect(await conversations.claim('s_2', 'd')).toBeDefined();
    await conversations.append({ sessionId: 's_1', claimId: 'c', messages: [user('q')] });
    await conversations.release('s_1', 'other');
    expect(await conversations.claim('s_1', 'd')).toBeUndefined();
    await conversations.release('s_1', 'c');
    await conversations.release('s_1', 'c');
    expect(await conversations.claim('s_1', 'd')).toEqual({ entries: 1, turns: 1, tool_calls: 0 });
    const late = conversations.append({ sessionId: 's_1', claimId: 'c', messages: [user('late')] });
    await expect(late).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await entriesIn(conversations, 's_1')).toHaveLength(1);
  });

  test('with the session its conversation goes, and there is nothing to claim, append or read', async () => {
    const { conversations, sessions } = await begin();
    await conversations.claim('s_1', 'c');
    await conversations.append({ sessionId: 's_1', claimId: 'c', messages: [user('q')] });
    await sessions.remove('s_1');
    const gone = { code: 'SESSION_NOT_FOUND' };
    await expect(conversations.claim('s_1', 'd')).rejects.toMatchObject(gone);
    const append = conversations.append({ sessionId: 's_1', claimId: 'c', messages: [user('q')] });
    await expect(append).rejects.toMatchObject(gone);
    await expect(entriesIn(conversations, 's_1')).rejects.toMatchObject(gone);
  });

  test('a session remembers by key', async () => {
    const { memories, sessions } = await begin();
    const at = new Date(START).toISOString();
    expect(await memories.set('s_1', { key: 'b', json: '1' }, 2)).toBe(true);
    expect(await memories.set('s_1', { key: 'a', json: '{"x":[1,"ü"]}' }, 2)).toBe(true);
    expect(await memories.set('s_1', { key: 'c', json: '3' }, 2)).toBe(false);
    expect(await memories.set('s_1', { key: 'b', json: '2' }, 2)).toBe(true);
    expect(await memories.list('s_1')).toEqual([
      { key: 'a', json: '{"x":[1,"ü"]}', changed_at: at },
      { key: 'b', json: '2', changed_at: at },
    ]);
    expect(await memories.get('s_1', 'b')).toMatchObject({ json: '2' });
    expect(await memories.get('s_1', 'c')).toBeUndefined();
    expect(await memories.get('s_2', 'b')).toBeUndefined();
    expect(await memories.remove('s_1', 'b')).toBe(true);
    expect(await memories.remove('s_1', 'b')).toBe(false);
    await sessions.remove('s_1');
    expect(await memories.list('s_1')).toEqual([]);
    const late = memories.set('s_1', { key: 'a', json: '1' }, 2);
    await expect(late).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
}

async function entriesIn(conversations: ConversationStore, sessionId: string): Promise<readonly SessionEntry[]> {
  const entries: SessionEntry[] = [];
  for await (const step of conversations.read(sessionId, 'forward')) {
    entries.push(...step);
  }
  return entries;
}

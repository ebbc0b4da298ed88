import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, test } from 'vitest';

import type { SessionEntry } from '../../../src/contract/session.js';
import type { Stores } from '../../../src/contract/stores.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { proofSize } from '../../support/proof-size.js';
import { SECRETS_OF_CONVERSATION, secretConversation } from '../../support/secret-conversation.js';
import { sessionsOver } from '../../support/session-tasks.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { keepWorkers } from '../../support/store-processes.js';
import { AUDIT_KEY, START, STORE_KEY } from '../../support/store-values.js';

const ALICE = { principal_id: 'alice', roles: [], attributes: {} };
const newDirectory = keepDirectories();
const startWorker = keepWorkers();
/** Of each of two processes. */
const TURNS = proofSize(150, 500);
/** Of a writer that is killed at some moment. */
const ROUNDS = proofSize(6, 40);
const opened: Stores[] = [];
afterAll(() => Promise.all(opened.map((stores) => stores.close())));

const clock = {
  ...createTestClock(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

async function open(directory: string): Promise<Stores> {
  const stores = await createSqliteStores({ directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock });
  opened.push(stores);
  return stores;
}

async function withSessions(...ids: readonly string[]): Promise<{ directory: string; stores: Stores }> {
  const directory = newDirectory();
  const stores = await open(directory);
  const created_at = new Date(START).toISOString();
  for (const [index, session_id] of ids.entries()) {
    const below = index === 0 ? {} : { parent_id: ids[0] ?? '' };
    await stores.sessions.create({ session_id, principal_id: 'alice', created_at, total: 1_000_000, ...below });
  }
  return { directory, stores };
}

async function historyOf(stores: Stores, sessionId: string): Promise<readonly SessionEntry[]> {
  const entries: SessionEntry[] = [];
  for await (const entry of sessionsOver(stores, clock).history(sessionId, ALICE)) {
    entries.push(entry);
  }
  return entries;
}

describe('processes', () => {
  test('two of them take turns in one session: none is lost, none is there twice, none is mixed', async () => {
    const { directory, stores } = await withSessions('s_1');
    const workers = ['p', 'q'].map((prefix) =>
      startWorker(directory, { type: 'turns', sessionId: 's_1', prefix, count: TURNS }),
    );
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    const entries = await historyOf(stores, 's_1');
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 8 * TURNS }, (_, index) => index + 1));
    const asked = entries.flatMap(({ message }) => (message.role === 'user' ? [message.content] : []));
    for (const prefix of ['p', 'q']) {
      const own = asked.filter((content) => String(content).startsWith(prefix));
      expect(own).toEqual(Array.from({ length: TURNS }, (_, turn) => `${prefix}${turn}`));
    }
    for (let first = 0; first < entries.length; first += 4) {
      const [question, , , answer] = entries.slice(first, first + 4);
      expect(answer?.message.content).toBe(`answer to ${question?.message.content}`);
      expect(answer?.turn).toBe(first / 4 + 1);
    }
  });

  test('whenever the writer is killed, every finished step is there and no call without its answer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { directory, stores } = await withSessions('s_1');
      const width = round % 2 === 0 ? 10 : 200_000;
      const worker = startWorker(directory, { type: 'steps-forever', sessionId: 's_1', width });
      await worker.hasSaid(1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      await worker.kill();
      const kept = Number(worker.said.at(-1)?.['kept']);
      const conversation = await sessionsOver(stores, clock).open('s_1', ALICE);
      const { entries } = await conversation.recent(Number.POSITIVE_INFINITY);
      expect(entries.length).toBeGreaterThanOrEqual(kept);
      expect(entries.map(({ message }) => message.role)).toEqual([
        'user',
        ...Array.from({ length: (entries.length - 1) / 3 }, () => ['assistant', 'tool', 'assistant']).flat(),
      ]);
      await conversation.keep([{ role: 'user', content: 'still there?' }]);
      await conversation.close();
    }
  });

  test('the session of a living one is waited for; of a killed one it is taken over', async () => {
    const { directory, stores } = await withSessions('s_1');
    const worker = startWorker(directory, { type: 'keep-open', sessionId: 's_1' });
    await worker.hasSaid(1);
    const sessions = sessionsOver(stores, clock);
    const signal = AbortSignal.timeout(500);
    await expect(sessions.open('s_1', ALICE, { signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    const waiting = sessions.open('s_1', ALICE);
    await worker.kill();
    const conversation = await waiting;
    expect(conversation.size()).toEqual({ entries: 1, turns: 1 });
    await conversation.close();
  });

  test('eight of them spend from one ledger, of children too, and it adds up', async () => {
    const { directory, stores } = await withSessions('s_1', 's_2', 's_3');
    const count = 40;
    const workers = Array.from({ length: 8 }, (_, index) => {
      const sessionId = `s_${(index % 3) + 1}`;
      return startWorker(directory, { type: 'spend', sessionId, prefix: `r${index}_`, count });
    });
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array.from({ length: 8 }, () => 0));
    const spent = 8 * (count * 107 + (count * (count - 1)) / 2);
    for (const session of await stores.sessions.list()) {
      expect(session).toMatchObject({ used: spent, reserved: 0 });
    }
  });
});

test('a store that was made before there were conversations is brought up to date', async () => {
  const { directory, stores } = await withSessions('s_1');
  await stores.sessions.spend('s_1', 42);
  await stores.close();
  const columns = ['parent_id', 'root_id', 'depth', 'agent', 'entries', 'turns', 'tool_calls', 'claim_id', 'writer'];
  change(
    directory,
    `DROP INDEX sessions_by_parent; DROP TABLE session_steps; DROP TABLE session_memory;
     ${[...columns, 'claimed_ms'].map((column) => `ALTER TABLE sessions DROP COLUMN ${column};`).join(' ')}
     ALTER TABLE blocks DROP COLUMN sealed;
     DELETE FROM migrations WHERE name >= 'm006'`,
  );
  const again = await open(directory);
  expect(await again.sessions.get('s_1')).toEqual({
    session_id: 's_1',
    principal_id: 'alice',
    created_at: new Date(START).toISOString(),
    total: 1_000_000,
    used: 42,
    reserved: 0,
    entries: 0,
    turns: 0,
  });
  const conversation = await sessionsOver(again, clock).open('s_1', ALICE);
  await conversation.keep([{ role: 'user', content: 'hello' }]);
  await conversation.close();
  expect(await historyOf(again, 's_1')).toHaveLength(1);
});

describe('what is kept', () => {
  test('was redacted before, so that looser settings of a later day show no more', async () => {
    const { stores } = await withSessions('s_1');
    const conversation = await sessionsOver(stores, clock).open('s_1', ALICE);
    await conversation.keep(secretConversation());
    await conversation.close();
    const kept: SessionEntry[] = [];
    for await (const step of stores.conversations.read('s_1', 'forward')) {
      kept.push(...step);
    }
    expect(kept).toHaveLength(3);
    const [token = '', , key = ''] = SECRETS_OF_CONVERSATION;
    const contents = kept.map(({ message }) => message.content).join(' ');
    expect([contents.includes(token), contents.includes(key)]).toEqual([false, false]);
  });

  test('is in no file in clear', async () => {
    const { directory, stores } = await withSessions('s_1');
    const conversation = await sessionsOver(stores, clock).open('s_1', ALICE);
    await conversation.keep(secretConversation());
    // Past the redaction too: what a later setting would hide, an earlier one may have let in.
    await conversation.close();
    await stores.conversations.claim('s_1', 'raw');
    await stores.conversations.append({ sessionId: 's_1', claimId: 'raw', messages: secretConversation() });
    const memory = sessionsOver(stores, clock).memory('s_1', ALICE);
    await memory.set('name.of-something', SECRETS_OF_CONVERSATION);
    for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const bytes = file.isFile() ? readFileSync(join(file.parentPath, file.name)).toString('latin1') : '';
      for (const secret of [...SECRETS_OF_CONVERSATION, 'name.of-something']) {
        for (let from = 0; from + 6 <= secret.length; from += 1) {
          expect(bytes.includes(secret.slice(from, from + 6))).toBe(false);
        }
      }
    }
  });

  const CHANGES: readonly (readonly [string, string])[] = [
    [
      'two steps are exchanged',
      'UPDATE session_steps SET sealed = (SELECT sealed FROM session_steps o WHERE o.session_id = session_steps.session_id AND o.first_seq = 4 - session_steps.first_seq) WHERE first_seq <> 2',
    ],
    [
      'a step comes from another session',
      "UPDATE session_steps SET sealed = (SELECT sealed FROM session_steps o WHERE o.session_id = 's_2' AND o.first_seq = 1) WHERE session_id = 's_1' AND first_seq = 1",
    ],
    ['a step is left out', "DELETE FROM session_steps WHERE session_id = 's_1' AND first_seq = 2"],
    ['the first step is left out', "DELETE FROM session_steps WHERE session_id = 's_1' AND first_seq = 1"],
    ['the last step is left out', "DELETE FROM session_steps WHERE session_id = 's_1' AND first_seq = 3"],
    ['all steps are left out', "DELETE FROM session_steps WHERE session_id = 's_1'"],
    ['a step is told to be longer', "UPDATE session_steps SET entries = 2 WHERE session_id = 's_1' AND first_seq = 3"],
    ['a step is told to be in another turn', "UPDATE session_steps SET turns_before = 7 WHERE session_id = 's_1'"],
    ['a step is told to be of another time', "UPDATE session_steps SET kept_ms = kept_ms + 1 WHERE session_id = 's_1'"],
    [
      'a step is moved',
      "UPDATE session_steps SET first_seq = first_seq + 1 WHERE session_id = 's_1' AND first_seq = 3",
    ],
    ['a step is cut', "UPDATE session_steps SET sealed = substr(sealed, 1, 20) WHERE session_id = 's_1'"],
    ['a step is empty', "UPDATE session_steps SET sealed = '' WHERE session_id = 's_1'"],
  ];

  test.each(CHANGES)('is refused when %s', async (_, sql) => {
    const { directory, stores } = await withSessions('s_1', 's_2');
    for (const id of ['s_1', 's_2']) {
      const conversation = await sessionsOver(stores, clock).open(id, ALICE);
      for (const content of ['one', 'two', 'three']) {
        await conversation.keep([{ role: 'user', content: `${id} ${content}` }]);
      }
      await conversation.close();
    }
    expect(await historyOf(stores, 's_1')).toHaveLength(3);
    change(directory, sql);
    const damaged = { code: 'STORE_FAILED', message: expect.stringContaining('was changed') };
    await expect(historyOf(stores, 's_1')).rejects.toMatchObject(damaged);
    const conversation = await sessionsOver(stores, clock).open('s_1', ALICE);
    await expect(conversation.recent(Number.POSITIVE_INFINITY)).rejects.toMatchObject(damaged);
    await conversation.close();
  });

  test('is nobody else’s when the principal of its session is changed', async () => {
    const { directory, stores } = await withSessions('s_1');
    const sessions = sessionsOver(stores, clock);
    const conversation = await sessions.open('s_1', ALICE);
    await conversation.keep([{ role: 'user', content: 'private' }]);
    await conversation.close();
    await sessions.memory('s_1', ALICE).set('a', 1);
    change(directory, "UPDATE sessions SET principal_id = 'mallory'");
    const mallory = { ...ALICE, principal_id: 'mallory' };
    const reading = sessions.history('s_1', mallory)[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(sessions.memory('s_1', mallory).list()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test.each([
    [
      'under another key',
      "UPDATE session_memory SET sealed = (SELECT sealed FROM session_memory o WHERE o.key_id <> session_memory.key_id AND o.session_id = 's_1') WHERE session_id = 's_1'",
    ],
    [
      'from another session',
      "UPDATE session_memory SET sealed = (SELECT sealed FROM session_memory o WHERE o.session_id = 's_2') WHERE session_id = 's_1'",
    ],
    ['from another time', "UPDATE session_memory SET changed_ms = changed_ms - 1 WHERE session_id = 's_1'"],
  ])('is not remembered %s', async (_, sql) => {
    const { directory, stores } = await withSessions('s_1', 's_2');
    const [memory, other] = ['s_1', 's_2'].map((id) => sessionsOver(stores, clock).memory(id, ALICE));
    await memory?.set('a', 1);
    await memory?.set('b', 2);
    await other?.set('a', 3);
    change(directory, sql);
    await expect(memory?.list()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(memory?.get('a')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});

function change(directory: string, sql: string): void {
  const database = new DatabaseSync(join(directory, 'akernel.db'));
  database.exec(sql);
  database.close();
}

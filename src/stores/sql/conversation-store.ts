import type { Clock } from '../../contract/clock.js';
import { countsAfter } from '../../contract/conversation-step.js';
import type { ConversationStep, ConversationStore } from '../../contract/conversation-store.js';
import type { ConversationCounts } from '../../contract/session.js';
import type { Liveness } from '../liveness.js';
import { claimLost, sessionNotFound } from '../session-errors.js';
import { claimConversation, countsOf, releaseConversation } from './conversation-claim.js';
import { readSteps, stepLabel } from './conversation-steps.js';
import { type Database, first, LOCKS, type Transaction, textOf } from './database.js';
import { createSessionCipher } from './session-cipher.js';

interface Ports {
  readonly database: Database;
  readonly storeKey: Uint8Array;
  readonly liveness: Liveness;
  readonly clock: Clock;
}

/** One row a step, which is one transaction: whoever is killed leaves whole steps and nothing else. */
export function createSqlConversationStore(ports: Ports): ConversationStore {
  const { database } = ports;
  return {
    claim: (sessionId, claimId) => claimConversation(ports, sessionId, claimId),
    release: (sessionId, claimId) => releaseConversation(database, sessionId, claimId),
    append: (step) => {
      const text = JSON.stringify(step.messages);
      return database.transaction((queries) => append(queries, ports, { ...step, text }));
    },
    read: (sessionId, order) => readSteps(ports, sessionId, order),
  };
}

async function append(
  queries: Transaction,
  { storeKey, clock }: Ports,
  { sessionId, claimId, messages, text }: ConversationStep & { readonly text: string },
): Promise<ConversationCounts> {
  await queries.lock(LOCKS.ofSession(sessionId));
  const sql = 'SELECT principal_id, claim_id, entries, turns, tool_calls FROM sessions WHERE session_id = ?';
  const session = await first(queries, sql, [sessionId]);
  if (session === undefined) {
    throw sessionNotFound();
  }
  if (textOf(session, 'claim_id') !== claimId) {
    throw claimLost();
  }
  const before = countsOf(session);
  const after = countsAfter(before, messages);
  const place = {
    firstSeq: before.entries + 1,
    turnsBefore: before.turns,
    entries: messages.length,
    keptMs: clock.now(),
  };
  const cipher = createSessionCipher(storeKey, { sessionId, principalId: textOf(session, 'principal_id') });
  await queries.run(
    `INSERT INTO session_steps (session_id, first_seq, entries, turns_before, kept_ms, sealed)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [sessionId, place.firstSeq, place.entries, place.turnsBefore, place.keptMs, cipher.seal(text, stepLabel(place))],
  );
  await queries.run('UPDATE sessions SET entries = ?, turns = ?, tool_calls = ?, claimed_ms = ? WHERE session_id = ?', [
    after.entries,
    after.turns,
    after.tool_calls,
    place.keptMs,
    sessionId,
  ]);
  return after;
}

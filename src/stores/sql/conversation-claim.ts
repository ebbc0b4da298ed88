import type { Clock } from '../../contract/clock.js';
import type { ConversationCounts } from '../../contract/session.js';
import { type Liveness, mayLive } from '../liveness.js';
import { sessionNotFound } from '../session-errors.js';
import { type Database, first, LOCKS, numberOf, type SqlRow, textOf } from './database.js';

interface Ports {
  readonly database: Database;
  readonly liveness: Liveness;
  readonly clock: Clock;
}

/** The only right to write a conversation; that of a process that died goes to whoever asks. */
export async function claimConversation(
  { database, liveness, clock }: Ports,
  sessionId: string,
  claimId: string,
): Promise<ConversationCounts | undefined> {
  const sql = "SELECT coalesce(claim_id, '') AS claim_id, writer, claimed_ms FROM sessions WHERE session_id = ?";
  const row = await first(database, sql, [sessionId]);
  if (row === undefined) {
    throw sessionNotFound();
  }
  const holder = textOf(row, 'claim_id');
  const silentMs = clock.now() - numberOf(row, 'claimed_ms');
  if (holder !== '' && (await mayLive(liveness, textOf(row, 'writer'), silentMs))) {
    return undefined;
  }
  const owner = await liveness.begin();
  return database.transaction(async (queries) => {
    await queries.lock(LOCKS.ofSession(sessionId));
    // Only from the one that was looked at: somebody else may have been faster.
    const changed = await queries.run(
      `UPDATE sessions SET claim_id = ?, writer = ?, claimed_ms = ?
       WHERE session_id = ? AND coalesce(claim_id, '') = ?`,
      [claimId, owner, clock.now(), sessionId, holder],
    );
    const counts = await first(queries, 'SELECT entries, turns, tool_calls FROM sessions WHERE session_id = ?', [
      sessionId,
    ]);
    return changed === 0 ? undefined : countsOf(counts);
  });
}

export async function releaseConversation(database: Database, sessionId: string, claimId: string): Promise<void> {
  await database.runAgain('UPDATE sessions SET claim_id = NULL, writer = NULL WHERE session_id = ? AND claim_id = ?', [
    sessionId,
    claimId,
  ]);
}

export function countsOf(row: SqlRow | undefined): ConversationCounts {
  return {
    entries: numberOf(row, 'entries'),
    turns: numberOf(row, 'turns'),
    tool_calls: numberOf(row, 'tool_calls'),
  };
}

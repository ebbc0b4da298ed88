import { entriesOf } from '../../contract/conversation-step.js';
import type { ModelMessage } from '../../contract/model.js';
import type { SessionEntry } from '../../contract/session.js';
import { sessionDamaged, sessionNotFound } from '../session-errors.js';
import { type Database, first, numberOf, type SqlRow, textOf } from './database.js';
import { createSessionCipher, type RowLabel, type SessionCipher } from './session-cipher.js';

interface Ports {
  readonly database: Database;
  readonly storeKey: Uint8Array;
}

interface StepPlace {
  readonly firstSeq: number;
  readonly entries: number;
  readonly turnsBefore: number;
  readonly keptMs: number;
}

/** A conversation of any length is never in memory as a whole. */
const STEPS_AT_ONCE = 16;

const COLUMNS = 'first_seq, entries, turns_before, kept_ms, sealed';
const NEXT = {
  forward: `SELECT ${COLUMNS} FROM session_steps WHERE session_id = ? AND first_seq >= ? ORDER BY first_seq LIMIT ?`,
  backward: `SELECT ${COLUMNS} FROM session_steps WHERE session_id = ? AND first_seq <= ?
    ORDER BY first_seq DESC LIMIT ?`,
} as const;

export function stepLabel({ firstSeq, entries, turnsBefore, keptMs }: StepPlace): RowLabel {
  return ['step', firstSeq, entries, turnsBefore, keptMs];
}

/** What there is when it begins. Each step must follow the one before it, so that one that was taken out is missed. */
export async function* readSteps(
  { database, storeKey }: Ports,
  sessionId: string,
  order: 'forward' | 'backward',
): AsyncGenerator<readonly SessionEntry[]> {
  const session = await ownerOf(database, sessionId);
  const cipher = createSessionCipher(storeKey, { sessionId, principalId: textOf(session, 'principal_id') });
  const last = numberOf(session, 'entries');
  let next = order === 'forward' ? 1 : last;
  while (next >= 1 && next <= last) {
    const rows = await rowsFrom(database, sessionId, { order, next });
    for (const row of rows) {
      // What was kept since this began is not of it.
      if (next > last) {
        return;
      }
      const place = placeOf(row);
      next = placeAfter(place, order, next);
      yield entriesOf({ ...place, messages: messagesOf(cipher, row, place) });
    }
  }
}

async function rowsFrom(
  database: Database,
  sessionId: string,
  { order, next }: { readonly order: keyof typeof NEXT; readonly next: number },
): Promise<readonly SqlRow[]> {
  const rows = await database.all(NEXT[order], [sessionId, next, STEPS_AT_ONCE]);
  if (rows.length === 0) {
    await ownerOf(database, sessionId);
    throw sessionDamaged();
  }
  return rows;
}

/** Where the step that follows in this order must begin or end. */
function placeAfter({ firstSeq, entries }: StepPlace, order: keyof typeof NEXT, expected: number): number {
  const end = firstSeq + entries - 1;
  if (entries < 1 || expected !== (order === 'forward' ? firstSeq : end)) {
    throw sessionDamaged();
  }
  return order === 'forward' ? end + 1 : firstSeq - 1;
}

async function ownerOf(database: Database, sessionId: string): Promise<SqlRow> {
  const row = await first(database, 'SELECT principal_id, entries FROM sessions WHERE session_id = ?', [sessionId]);
  if (row === undefined) {
    throw sessionNotFound();
  }
  return row;
}

function placeOf(row: SqlRow): StepPlace {
  return {
    firstSeq: numberOf(row, 'first_seq'),
    entries: numberOf(row, 'entries'),
    turnsBefore: numberOf(row, 'turns_before'),
    keptMs: numberOf(row, 'kept_ms'),
  };
}

function messagesOf(cipher: SessionCipher, row: SqlRow, place: StepPlace): readonly ModelMessage[] {
  const text = cipher.open(textOf(row, 'sealed'), stepLabel(place));
  if (text === undefined) {
    throw sessionDamaged();
  }
  const messages: readonly ModelMessage[] = JSON.parse(text);
  return messages;
}

import type { ClaimedReply, SharedReplies } from '../../contract/shared-runs.js';
import { first, textOf } from '../sql/database.js';
import type { RunLabel } from './run-cipher.js';
import type { SharedRunPorts } from './shared-runs.js';

const KEPT = "interval '10 minutes'";

/** A key is a row; whoever makes it does what was asked. Keys and contents are known by their digests alone. */
export function createSharedReplies({ database, liveness, cipher }: SharedRunPorts): SharedReplies {
  const keyId = (key: string) => cipher.idOf('key', key);
  /** An answer is to what was asked: beside another content it does not open. */
  const labelOf = (key: string, content: string): RunLabel => [
    keyId(key),
    '',
    'reply',
    cipher.idOf('content', content),
  ];
  const read = async (key: string, content: string): Promise<ClaimedReply | undefined> => {
    const row = await first(database, SELECT, [keyId(key)]);
    if (row === undefined) {
      return undefined;
    }
    if (textOf(row, 'content_id') !== cipher.idOf('content', content)) {
      return { state: 'other content' };
    }
    if (row['sealed'] !== null) {
      return { state: 'kept', reply: cipher.open(row['sealed'], labelOf(key, content)) };
    }
    const writer = textOf(row, 'writer');
    return { state: writer !== liveness.self && (await liveness.judge(writer)) === 'dead' ? 'lost' : 'open' };
  };
  const drop = async (key: string): Promise<void> => {
    const sql = 'DELETE FROM kept_replies WHERE key_id = ? AND writer = ? AND sealed IS NULL';
    await database.runAgain(sql, [keyId(key), liveness.self]);
  };
  return {
    claim: async (key, content) => {
      const writer = await liveness.begin();
      await database.runAgain(FORGET);
      const values = [keyId(key), cipher.idOf('content', content), writer];
      const made = await database.run(CLAIM, values).catch(async (error: unknown) => {
        // Whether the row was made cannot be known when the connection was lost.
        await drop(key).catch(() => undefined);
        throw error;
      });
      return made > 0 ? { state: 'mine' } : ((await read(key, content)) ?? { state: 'open' });
    },
    keep: async (key, content, reply) => {
      const sealed = cipher.seal(reply, labelOf(key, content));
      await database.runAgain(KEEP, [sealed, keyId(key), liveness.self]);
    },
    drop,
  };
}

/** What is being done stays claimed, however long it takes, as long as its process gives signs of life. */
const FORGET = `DELETE FROM kept_replies WHERE claimed_at < clock_timestamp() - ${KEPT} AND (sealed IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM leases WHERE leases.owner = kept_replies.writer AND leases.ends_at > clock_timestamp() - ${KEPT}))`;
const KEEP = `UPDATE kept_replies SET sealed = ?, claimed_at = clock_timestamp()
  WHERE key_id = ? AND writer = ? AND sealed IS NULL`;
const CLAIM = `INSERT INTO kept_replies (key_id, content_id, writer, claimed_at) VALUES (?, ?, ?, clock_timestamp())
  ON CONFLICT DO NOTHING`;
const SELECT = 'SELECT content_id, writer, sealed FROM kept_replies WHERE key_id = ?';

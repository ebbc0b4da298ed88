import type { ClaimedReply, SharedReplies } from '../../contract/shared-runs.js';
import { first, textOf } from '../sql/database.js';
import type { SharedRunPorts } from './shared-runs.js';

const KEPT = "interval '10 minutes'";

/** A key is a row; whoever makes it does what was asked. Keys and contents are known by their digests alone. */
export function createSharedReplies({ database, liveness, cipher }: SharedRunPorts): SharedReplies {
  const keyId = (key: string) => cipher.idOf('key', key);
  const read = async (key: string, content: string): Promise<ClaimedReply | undefined> => {
    const row = await first(database, SELECT, [keyId(key)]);
    if (row === undefined) {
      return undefined;
    }
    if (textOf(row, 'content_id') !== cipher.idOf('content', content)) {
      return { state: 'other content' };
    }
    if (row['sealed'] !== null) {
      return { state: 'kept', reply: cipher.open(row['sealed'], [keyId(key), '', 'reply']) };
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
    keep: async (key, reply) => {
      const sealed = cipher.seal(reply, [keyId(key), '', 'reply']);
      await database.runAgain('UPDATE kept_replies SET sealed = ? WHERE key_id = ?', [sealed, keyId(key)]);
    },
    drop,
  };
}

const FORGET = `DELETE FROM kept_replies WHERE claimed_at < clock_timestamp() - ${KEPT}`;
const CLAIM = `INSERT INTO kept_replies (key_id, content_id, writer, claimed_at) VALUES (?, ?, ?, clock_timestamp())
  ON CONFLICT DO NOTHING`;
const SELECT = 'SELECT content_id, writer, sealed FROM kept_replies WHERE key_id = ?';

/** The channel on which processes tell each other of runs. */
export const RUN_CHANNEL = 'akernel_runs';

/** Runs that ended are kept as long as in the memory of one process, and in all as much as a disk easily has. */
const KEPT = "interval '5 minutes'";
const MOST_ENDED_BYTES = 256 * 1024 ** 2;
const MOST_ENDED = 20_000;
/** Who reads says so every second. */
const READING = "interval '4 seconds'";
const MOST_ROWS = 64;

const COLUMNS = [
  'run_id TEXT',
  'owner_id TEXT',
  'head BYTEA',
  'first_seq BIGINT',
  'last_seq BIGINT',
  'keep_from BIGINT',
  'sealed BYTEA',
  'ending BYTEA',
] as const;

const NAMES = COLUMNS.map((column) => column.split(' ')[0]).join(', ');
const PLACES = COLUMNS.map((column) => `CAST(? AS ${column.split(' ')[1]})`).join(', ');

/**
 * Parameters: the columns of each piece, then who writes, three times. A run that somebody else has ended takes nothing more,
 * and the same piece twice leaves what it left once.
 */
export function appendStatement(pieces: number): string {
  const mayWrite = (last: string) => `runs.last_seq <= ${last} AND (runs.ended_at IS NULL OR runs.last_seq = ${last})`;
  return `WITH news (${NAMES}) AS (VALUES ${Array.from({ length: pieces }, () => `(${PLACES})`).join(', ')}),
   made AS (
     INSERT INTO runs (run_id, owner_id, writer, head, last_seq, bytes, ending, begun_at, ended_at)
     SELECT run_id, owner_id, ?, head, last_seq, octet_length(sealed), ending, now(),
       CASE WHEN ending IS NOT NULL THEN clock_timestamp() END
     FROM news WHERE head IS NOT NULL
     ON CONFLICT (run_id) DO UPDATE SET last_seq = excluded.last_seq, bytes = runs.bytes + excluded.bytes,
       ending = excluded.ending, ended_at = excluded.ended_at
     WHERE runs.writer = ? AND ${mayWrite('excluded.last_seq')}
     RETURNING run_id),
   moved AS (
     UPDATE runs SET last_seq = news.last_seq, bytes = runs.bytes + octet_length(news.sealed), ending = news.ending,
       ended_at = CASE WHEN news.ending IS NOT NULL THEN clock_timestamp() END
     FROM news WHERE news.head IS NULL AND runs.run_id = news.run_id AND runs.writer = ? AND ${mayWrite('news.last_seq')}
     RETURNING runs.run_id),
   held AS (SELECT run_id FROM made UNION ALL SELECT run_id FROM moved),
   gone AS (
     DELETE FROM run_events USING news
     WHERE run_events.run_id = news.run_id AND run_events.last_seq < news.keep_from),
   put AS (
     INSERT INTO run_events (run_id, last_seq, first_seq, sealed)
     SELECT news.run_id, news.last_seq, news.first_seq, news.sealed FROM news JOIN held ON held.run_id = news.run_id
     ON CONFLICT DO NOTHING)
   SELECT held.run_id, pg_notify('${RUN_CHANNEL}', held.run_id || ':' || news.last_seq)
   FROM held JOIN news ON news.run_id = held.run_id`;
}

const RUN_COLUMNS = 'run_id, owner_id, writer, head, last_seq, ending, ended_at IS NOT NULL AS is_ended';
export const FIND = `SELECT ${RUN_COLUMNS} FROM runs WHERE run_id = ? AND owner_id = ?`;
/** Of too many the newest, as those go on. */
export const LIST = `SELECT * FROM (
    SELECT ${RUN_COLUMNS}, begun_at FROM runs WHERE owner_id = ? ORDER BY begun_at DESC, run_id DESC LIMIT 2000) AS newest
  ORDER BY begun_at, run_id`;

/** Parameters: behind which number, how many bytes, run, owner. */
export const READ = `SELECT runs.last_seq AS upto, runs.ending, runs.ended_at IS NOT NULL AS is_ended, news.first_seq, news.last_seq,
    news.sealed
  FROM runs LEFT JOIN LATERAL (
    SELECT * FROM (
      SELECT *, sum(octet_length(sealed)) OVER (ORDER BY last_seq) AS bytes FROM (
        SELECT * FROM run_events WHERE run_events.run_id = runs.run_id AND run_events.last_seq > ?
        ORDER BY run_events.last_seq LIMIT ${MOST_ROWS}) AS following) AS sized
    WHERE bytes - octet_length(sealed) < ?) AS news ON TRUE
  WHERE runs.run_id = ? AND runs.owner_id = ? ORDER BY news.last_seq`;

/** One with its end beside it has ended, whatever was changed: its end is told once. */
const GOES_ON = 'ended_at IS NULL AND ending IS NULL';
export const OTHER_WRITERS = `SELECT DISTINCT writer FROM runs WHERE ${GOES_ON} AND writer <> ?`;
export const GOING_ON = `SELECT run_id, owner_id FROM runs WHERE ${GOES_ON} AND writer = ?`;
export const LOCK_RUN = `SELECT last_seq FROM runs WHERE run_id = ? AND writer = ? AND ${GOES_ON} FOR UPDATE`;
export const PUT_EVENT = `INSERT INTO run_events (run_id, last_seq, first_seq, sealed) VALUES (?, ?, ?, ?)
  ON CONFLICT (run_id, last_seq) DO UPDATE SET first_seq = excluded.first_seq, sealed = excluded.sealed`;
export const END_RUN = `UPDATE runs SET last_seq = ?, bytes = bytes + ?, ending = ?, writer = ?, ended_at = clock_timestamp()
  WHERE run_id = ?`;
export const TELL = `SELECT pg_notify('${RUN_CHANNEL}', CAST(? AS TEXT))`;

export const ASK = `WITH asked AS (
    UPDATE runs SET asked = CASE WHEN asked = 'cancel' THEN asked ELSE CAST(? AS TEXT) END
    WHERE run_id = ? AND owner_id = ? AND ended_at IS NULL RETURNING run_id)
  SELECT run_id, pg_notify('${RUN_CHANNEL}', run_id) FROM asked`;
export const ASKED = 'SELECT run_id, asked FROM runs WHERE writer = ? AND ended_at IS NULL AND asked IS NOT NULL';

/** Parameter: the ids with commas between them. */
export const READ_HERE = `WITH named AS (SELECT DISTINCT run_id FROM unnest(string_to_array(?, ',')) AS run_id),
  said AS (
    INSERT INTO run_readers (run_id, read_at) SELECT run_id, clock_timestamp() FROM named ORDER BY run_id
    ON CONFLICT (run_id) DO UPDATE SET read_at = excluded.read_at)
  SELECT run_id, last_seq, ended_at IS NOT NULL AS is_ended FROM runs JOIN named USING (run_id)`;
export const IS_READ = `SELECT 1 AS is_read FROM run_readers WHERE run_id = ? AND read_at > clock_timestamp() - ${READING}`;

export const PRUNE = [
  `DELETE FROM runs WHERE ended_at < clock_timestamp() - ${KEPT}`,
  `DELETE FROM runs WHERE run_id IN (
     SELECT run_id FROM (
       SELECT run_id, row_number() OVER newest AS place, sum(least(bytes, ${1024 ** 2})) OVER newest AS total FROM runs
       WHERE ended_at IS NOT NULL WINDOW newest AS (ORDER BY ended_at DESC, run_id)) AS ended
     WHERE place > ${MOST_ENDED} OR total > ${MOST_ENDED_BYTES})`,
  `DELETE FROM kept_replies WHERE key_id IN (
     SELECT key_id FROM (
       SELECT key_id, sum(octet_length(sealed)) OVER (ORDER BY claimed_at DESC, key_id) AS total FROM kept_replies
       WHERE sealed IS NOT NULL) AS newest
     WHERE total > ${MOST_ENDED_BYTES})`,
  "DELETE FROM run_readers WHERE read_at < clock_timestamp() - interval '1 minute'",
] as const;

export const COUNT_RUNS = `SELECT count(*) AS kept, count(*) FILTER (WHERE ended_at IS NULL) AS going_on,
  (SELECT coalesce(sum(octet_length(sealed)), 0)::BIGINT FROM run_events) AS size_bytes FROM runs`;

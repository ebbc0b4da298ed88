import { isKernelError } from '../../contract/errors.js';
import type { RunCounts, SegmentsStatus, StoreCounts, StoreStatus } from '../../contract/store-status.js';
import { first, numberOf, type Queries, textOf } from './database.js';
import { readStoreState } from './migrations.js';
import type { StoreParts } from './store-parts.js';

/** What can be told of a store without changing it. */
export async function reportStore(parts: StoreParts): Promise<Omit<StoreStatus, 'kind' | 'place'>> {
  const { database, plan, told } = parts;
  const engine = textOf((await first(database, told.engine)) ?? {}, 'engine');
  const startedAt = performance.now();
  await database.all('SELECT 1 AS one');
  const roundTripMs = Math.round((performance.now() - startedAt) * 100) / 100;
  const { state, missing } = await readStoreState(database, plan);
  const base = { state, missing_migrations: missing, engine, round_trip_ms: roundTripMs };
  if (state !== 'ready') {
    return base;
  }
  const shared = {
    ...(told.writers === undefined ? {} : { writers: numberOf(await first(database, told.writers), 'writers') }),
    ...(told.runs === undefined ? {} : { runs: await readRuns(database, told.runs) }),
  };
  return { ...base, ...shared, counts: await readCounts(database), ...(await reportBucket(parts)) };
}

async function readRuns(queries: Queries, sql: string): Promise<RunCounts> {
  const row = await first(queries, sql);
  return { kept: numberOf(row, 'kept'), going_on: numberOf(row, 'going_on'), size_bytes: numberOf(row, 'size_bytes') };
}

/** Nothing where there never was one. */
async function reportBucket({ database, told, bucket }: StoreParts): Promise<Pick<StoreStatus, 'segments'>> {
  if (told.objects === undefined) {
    return {};
  }
  const row = await first(database, told.objects);
  const counts = {
    objects: numberOf(row, 'objects'),
    size_bytes: numberOf(row, 'size_bytes'),
    waiting_handles: numberOf(row, 'waiting_handles'),
    objects_to_remove: numberOf(row, 'objects_to_remove'),
  };
  if (bucket === undefined) {
    return counts.objects + counts.objects_to_remove === 0 ? {} : { segments: counts };
  }
  const found = await bucket.ask().then(() => ({}), problemOf);
  return { segments: { place: bucket.place, ...found, ...counts } };
}

function problemOf(error: unknown): Pick<SegmentsStatus, 'problem' | 'hint'> {
  if (!isKernelError(error)) {
    throw error;
  }
  return { problem: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}

export async function readCounts(queries: Queries): Promise<StoreCounts> {
  const row = await first(queries, COUNTS);
  return {
    handles: numberOf(row, 'handles'),
    open_handles: numberOf(row, 'open_handles'),
    size_bytes: numberOf(row, 'size_bytes'),
    traces: numberOf(row, 'traces'),
    sessions: numberOf(row, 'sessions'),
    grants: numberOf(row, 'grants'),
  };
}

const COUNTS = `SELECT (SELECT count(*) FROM handles) AS handles,
  (SELECT count(*) FROM handles WHERE state = 'open') AS open_handles,
  (SELECT size_bytes FROM kept WHERE id = 1) AS size_bytes,
  (SELECT count(*) FROM traces) AS traces, (SELECT count(*) FROM sessions) AS sessions,
  (SELECT count(*) FROM grants) AS grants`;

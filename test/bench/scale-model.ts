import type { Figure } from './figure.js';

/** Of one server on one store, all in the same run; amounts are for one invocation. */
export interface Measured {
  /** With one connection, the median. */
  readonly aloneMs: number;
  readonly eachSecond: number;
  readonly medianMs: number;
  readonly slowMs: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  readonly rows: number;
  readonly bytes: number;
  readonly streams: number;
  readonly streamMb: number;
  readonly streamsSeconds: number;
}

const MILLION = 1e6;
const HOUR_MS = 3_600_000;
const DAY_S = 86_400;
/** Queues are short up to here: an invocation waits about as long as it works. */
const EASY = 0.5;

/**
 * What was measured, and what follows from processor time, which neighbours change least: everything grows in proportion,
 * and a server computes on one core.
 */
export function* modelOf(store: string, connections: number, measured: Measured): Iterable<Figure> {
  const told = `scale, ${store}`;
  const { eachSecond, serverCpuMs, databaseCpuMs, rows, bytes, streams } = measured;
  const figure = (aspect: string, unit: Figure['unit'], wall: number): Figure => ({
    subject: told,
    aspect,
    unit,
    wall,
  });
  yield figure('an invocation alone, median', 'ms', measured.aloneMs);
  yield figure(`${connections} connections`, 'each_second', eachSecond);
  yield figure(`${connections} connections, median`, 'ms', measured.medianMs);
  yield figure(`${connections} connections, 99 of 100 within`, 'ms', measured.slowMs);
  yield figure('processor time of the server, each', 'ms', serverCpuMs);
  yield figure('processor time of the database, each', 'ms', databaseCpuMs);
  yield figure('rows, each', 'count', rows);
  yield figure('on disk, each', 'kb', bytes / 1000);
  yield figure(`${streams} streams at once, all whole after`, 's', measured.streamsSeconds);
  yield figure('memory of a stream', 'kb', measured.streamMb * 1000);

  const easy = (EASY * 1000) / serverCpuMs;
  yield figure('model: a core of its own', 'each_second', 1000 / serverCpuMs);
  yield figure('model: half of it, with short queues', 'each_second', easy);
  yield figure('model: in a day of that, million invocations', 'count', (easy * DAY_S) / MILLION);
  yield figure('model: in a day of that, on disk', 'gb', (easy * DAY_S * bytes) / 1e9);
  yield figure('model: a million, processor time', 'h', ((serverCpuMs + databaseCpuMs) * MILLION) / HOUR_MS);
  yield figure('model: a million, on disk', 'gb', bytes / 1000);
  yield figure('model: a million, million rows', 'count', rows);
  if (databaseCpuMs > 0) {
    yield figure('model: servers that keep one core of the database busy', 'count', serverCpuMs / databaseCpuMs);
  }
}

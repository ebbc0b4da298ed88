import { KernelError } from '../contract/errors.js';
import type { FindProgress, FindRequest } from '../contract/expansion.js';
import { createExpansion, type OpenedExpansion, type Visit } from './expansion.js';
import { compileFind } from './find-test.js';
import { keptRows } from './kept-rows.js';
import type { KernelPorts } from './ports.js';
import { safeError } from './safe-error.js';

/** Whoever waits for a search hears of it at least so often, and can do something else in between. */
const LONGEST_SILENCE_MS = 12;
const MOST_MATCHES_AT_ONCE = 4096;

/** Numbers of the rows that match, over redacted values only. The one trace says how it ended. */
export async function* find(
  ports: KernelPorts,
  request: FindRequest,
  visit?: Visit,
): AsyncGenerator<FindProgress, void> {
  const { handleId, principal, filter, from, to } = request;
  const question = {
    ...(filter === undefined ? {} : { filter }),
    ...(from === undefined ? {} : { offset: from }),
    ...(to === undefined ? {} : { limit: Math.max(0, to - (from ?? 0)) }),
  };
  const expansion = createExpansion(
    ports,
    { handleId, principal, maxTokens: Number.POSITIVE_INFINITY, ...question },
    { asked: { ...question, find: request.text ?? '' }, visit },
  );
  // Whoever stops listening stops the search.
  let failure: KernelError | undefined = stopped();
  try {
    const opened = await expansion.open();
    yield* search(ports, request, opened);
    failure = undefined;
  } catch (error) {
    failure = safeError(error, ports.settings.redaction);
    throw failure;
  } finally {
    await expansion.settle(failure);
  }
}

async function* search(
  ports: KernelPorts,
  { from = 0, to = Number.POSITIVE_INFINITY, text, signal }: FindRequest,
  { record, query }: OpenedExpansion,
): AsyncGenerator<FindProgress, void> {
  const test = compileFind(query.filter, text);
  const total = Math.min(to, record.total_rows);
  // How far text has come is worth knowing too while it is read only for what comes after it.
  const start = record.kind === 'text' ? 0 : from;
  let rows: number[] = [];
  let scanned = start;
  let toldAt = ports.clock.monotonic();
  for await (const part of keptRows(ports, record, { filter: [] }, start)) {
    if (signal?.aborted === true) {
      throw stopped();
    }
    for (const { index, value } of part) {
      if (index >= from && index < total && test(value)) {
        rows.push(index);
      }
      scanned = index + 1;
    }
    if (scanned >= total) {
      break;
    }
    if (rows.length >= MOST_MATCHES_AT_ONCE || ports.clock.monotonic() - toldAt >= LONGEST_SILENCE_MS) {
      yield { scanned, total, rows };
      rows = [];
      toldAt = ports.clock.monotonic();
    }
  }
  yield { scanned: total, total, rows };
}

function stopped(): KernelError {
  return new KernelError('CANCELLED', 'the search was stopped');
}

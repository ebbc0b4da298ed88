import { KernelError } from '../contract/errors.js';
import type { CountedRange, CountedValue, FindProgress, FindRequest } from '../contract/expansion.js';
import type { HandleRecord } from '../contract/handle.js';
import type { Value } from '../contract/row.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import { createExpansion, type OpenedExpansion, type Visit } from './expansion.js';
import { fieldsOf } from './filter-terms.js';
import { createGathering, type Gathering } from './find-gathering.js';
import { compileFind } from './find-test.js';
import { keptRows } from './kept-rows.js';
import { type PageQuery, storedQuery } from './page-query.js';
import type { KernelPorts } from './ports.js';
import { safeError } from './safe-error.js';

/** Whoever waits for a search hears of it at least so often, and can do something else in between. */
const LONGEST_SILENCE_MS = 12;
/** Of a session's allowance no more is set aside for the values of one count. */
const SESSION_TOKENS = 100_000;

/** Numbers of the rows that match, over redacted values only. The one trace says how it ended. */
export async function* find(
  ports: KernelPorts,
  request: FindRequest,
  visit?: Visit,
): AsyncGenerator<FindProgress, void> {
  const { handleId, principal, filter, from, to, formulas, sessionId } = request;
  const asked = {
    ...(filter === undefined ? {} : { filter }),
    ...(from === undefined ? {} : { offset: from }),
    ...(to === undefined ? {} : { limit: Math.max(0, to - (from ?? 0)) }),
  };
  const fields = gatheredFields(request);
  const expansion = createExpansion(
    ports,
    {
      handleId,
      principal,
      maxTokens: sessionId === undefined ? Number.POSITIVE_INFINITY : SESSION_TOKENS,
      ...asked,
      ...(fields.length === 0 ? {} : { fields }),
      ...(sessionId === undefined ? {} : { sessionId }),
    },
    {
      asked: {
        ...asked,
        find: request.text ?? '',
        ...gatheredArgs(request),
        ...(formulas === undefined ? {} : { formulas }),
      },
      visit,
      formulas,
    },
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
  request: FindRequest,
  { record, query, pager }: OpenedExpansion,
): AsyncGenerator<FindProgress, void> {
  const { from = 0, to = Number.POSITIVE_INFINITY, text, signal } = request;
  const test = compileFind(query.filter, text);
  const { add: withMade = same } = query.formulas ?? {};
  const last = await orderedAfter(ports, { request, record, looks: storedQuery(query).fields });
  const gathering = createGathering({ ...request, filter: query.filter }, last === undefined ? last : withMade(last));
  const total = Math.min(to, record.total_rows);
  // How far text has come is worth knowing too while it is read only for what comes after it.
  const start = record.kind === 'text' ? 0 : from;
  const looks = fieldsLookedAt(text, query);
  const beganAt = ports.clock.monotonic();
  const take = ({ index, value: stored }: RedactedRow): void => {
    if (index >= from && index < total) {
      const value = withMade(stored);
      if (test(value)) {
        gathering.add(index, value);
      }
    }
  };
  let scanned = start;
  let toldAt = beganAt;
  for await (const part of keptRows(ports, record, { filter: [], looks }, start)) {
    if (signal?.aborted === true) {
      throw stopped();
    }
    part.forEach(take);
    scanned = (part.at(-1)?.index ?? scanned - 1) + 1;
    if (scanned >= total) {
      break;
    }
    const now = ports.clock.monotonic();
    if (gathering.isFull() || now - toldAt >= LONGEST_SILENCE_MS) {
      yield { scanned, total, ...gathering.part(now - beganAt) };
      toldAt = ports.clock.monotonic();
    }
  }
  yield { scanned: total, total, ...(await charged(request, gathering.end(), pager)) };
}

/** These must be judged, and be fields that the rows have. */
function gatheredFields({ order, count, sum }: FindRequest): readonly string[] {
  if (count !== undefined) {
    return sum === undefined || sum === count ? [count] : [count, sum];
  }
  return order === undefined ? [] : [order.field, ...(order.thenBy ?? []).map(({ field }) => field)];
}

function gatheredArgs({ order, count, sum }: FindRequest): Pick<FindRequest, 'order' | 'count' | 'sum'> {
  return {
    ...(order === undefined ? {} : { order }),
    ...(count === undefined ? {} : { count }),
    ...(sum === undefined ? {} : { sum }),
  };
}

function same(row: Value): Value {
  return row;
}

interface OrderedFrom {
  readonly request: FindRequest;
  readonly record: HandleRecord;
  readonly looks: readonly string[] | undefined;
}

/** The row that an order goes on from, as this reader may see it. */
async function orderedAfter(
  ports: KernelPorts,
  { request: { order }, record, looks }: OrderedFrom,
): Promise<Value | undefined> {
  const after = order?.after;
  if (after === undefined) {
    return undefined;
  }
  for await (const part of keptRows(ports, record, { filter: [], looks }, after)) {
    const row = part.find(({ index }) => index === after);
    if (row !== undefined) {
      return row.value;
    }
    if (part.length > 0) {
      break;
    }
  }
  throw new KernelError('USAGE', 'the row that the order is to go on from is not there', {
    hint: 'order.after is the number of a row, from 0',
  });
}

/** A text may stand in any member; with a filter alone others need not be judged. */
function fieldsLookedAt(text: string | undefined, query: PageQuery): readonly string[] | undefined {
  const { fields = [], filter } = storedQuery(query);
  return text === undefined ? [...fields, ...fieldsOf(filter)] : undefined;
}

/** A session pays for counted values as for a page of them; of those that it cannot pay for it gets none. */
async function charged(
  { sessionId }: FindRequest,
  gathered: ReturnType<Gathering['end']>,
  pager: OpenedExpansion['pager'],
): Promise<ReturnType<Gathering['end']>> {
  const { counted } = gathered;
  if (sessionId === undefined || counted === undefined) {
    return gathered;
  }
  const { ranges, ...told } = counted;
  const content = [...told.values, ...(ranges?.ranges ?? [])];
  const rows = content.map((each, index) => ({ index, value: paidValue(each), redactions: NO_COUNTS }));
  const { page } = await pager.page(rows, { offset: 0, hasMore: false, countsMatches: false });
  const returned = page?.returned ?? 0;
  const paid = { ...told, values: told.values.slice(0, returned) };
  return { ...gathered, counted: returned < content.length || ranges === undefined ? paid : { ...paid, ranges } };
}

function paidValue({ summed, ...each }: CountedValue | CountedRange): Value {
  return { ...each, ...(summed === undefined ? {} : { summed: { ...summed } }) };
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

function stopped(): KernelError {
  return new KernelError('CANCELLED', 'the search was stopped');
}

import { KernelError } from '../contract/errors.js';
import type { ExpandRequest } from '../contract/expansion.js';
import type { ErrorInfo, Frame, Outcome } from '../contract/frame.js';
import { frameTexts } from '../contract/frame-texts.js';
import type { HandleRecord } from '../contract/handle.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import type { Returned } from '../firewall/frames/page-info.js';
import { callersTimeout } from '../streams/abort-reason.js';
import { createStreamRun, type RunControl } from '../streams/stream-run.js';
import { collectAsked } from './asked-rows.js';
import { createExpansion, type Expansion, type OpenedExpansion, type Visit } from './expansion.js';
import { type CollectedRows, type CollectGiven, collectGiven } from './given-rows.js';
import { keptRows } from './kept-rows.js';
import type { KernelPorts } from './ports.js';
import { errorInfo, outcomeOf, safeError } from './safe-error.js';

/** A filter counts its matches to the end of a handle of at most this many rows; of a longer one it stops at the page. */
const FULL_COUNT_ROWS = 200_000;
/** Rows of one frame when everything is asked for. */
const ROWS_A_FRAME = 256;

interface ExpandOptions {
  readonly collect?: CollectGiven;
  readonly visit?: Visit;
}

/** One page of a kept result: filter → page → project → redact → fit. One trace, refused or not, unless it is a part of a visit. */
export async function expand(
  ports: KernelPorts,
  request: ExpandRequest,
  { collect = (given, opened) => collectGiven(ports, given, opened), visit }: ExpandOptions = {},
): Promise<Frame> {
  const expansion = createExpansion(ports, request, { visit });
  let failure: KernelError | undefined;
  let frame: Frame | undefined;
  try {
    const opened = await expansion.open();
    const { rows, facts } = await collected(ports, request, { opened, collect });
    opened.doubt?.saw(rows);
    frame = await opened.pager.page(rows, { ...facts, ...doubtOf(opened) });
    return frame;
  } catch (error) {
    failure = safeError(error, ports.settings.redaction);
    throw failure;
  } finally {
    await expansion.settle(failure, frame);
  }
}

function collected(
  ports: KernelPorts,
  request: ExpandRequest,
  { opened, collect }: { readonly opened: OpenedExpansion; readonly collect: CollectGiven },
): Promise<CollectedRows> {
  const { rows, query } = request;
  if (rows !== undefined && query !== undefined) {
    throw new KernelError('USAGE', 'rows are asked for by their numbers or by a query', {
      hint: 'leave out one of them',
    });
  }
  if (rows !== undefined) {
    return collect({ ...request, rows }, opened);
  }
  return query === undefined ? collectPage(ports, request, opened) : collectAsked(ports, { ...request, query }, opened);
}

async function collectPage(
  ports: KernelPorts,
  request: ExpandRequest,
  { record, query, rowCap }: OpenedExpansion,
): Promise<CollectedRows> {
  const { offset = 0 } = request;
  const limit = Math.min(request.limit ?? rowCap, rowCap);
  const hasFilter = query.filter.length > 0;
  const countsAll = hasFilter && record.total_rows <= FULL_COUNT_ROWS;
  const rows: RedactedRow[] = [];
  // Without a filter the store is read from the offset on; with one, matches are counted from the first row.
  let reached = hasFilter ? 0 : offset;
  let isWhole = true;
  for await (const found of keptRows(ports, record, query, hasFilter ? 0 : offset)) {
    checkSignal(request.signal);
    const from = Math.max(0, offset - reached);
    rows.push(...found.slice(from, from + limit - rows.length));
    reached += found.length;
    if (!countsAll && reached > offset + limit) {
      isWhole = false;
      break;
    }
  }
  const lastIndex = rows.at(-1)?.index ?? offset - 1;
  const hasMore = hasFilter
    ? reached > offset + rows.length
    : (rows.length === limit && lastIndex + 1 < record.total_rows) ||
      isUnread(record, offset, { count: rows.length, lastIndex });
  const matched = hasFilter && isWhole ? { matched: reached } : {};
  return { rows, facts: { offset, hasMore, countsMatches: hasFilter, ...matched } };
}

/** Rows at the end of a text that grows are shown as soon as they are decided. */
function isUnread(record: HandleRecord | undefined, offset: number, { lastIndex }: Returned): boolean {
  return record?.kind === 'text' && record.state === 'open' && (lastIndex ?? offset - 1) + 1 < record.total_rows;
}

function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new KernelError('CANCELLED', 'the expansion was cancelled');
  }
}

/** Everything from the offset on, frame after frame, until the end, the limit or the budget. One trace. */
export function expandAll(ports: KernelPorts, request: ExpandRequest): InvokeRun {
  const expansion = createExpansion(ports, request);
  let rows = 0;
  return createStreamRun<Frame, InvokeResult, InvokeRun['usage']>({
    runId: expansion.id,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    usage: () => ({ frames: expansion.frames(), rows, bytes: 0 }),
    texts: frameTexts,
    start: (control) => everyPart(ports, request, { expansion, control, onRows: (more) => (rows += more) }),
    failed: (error) => resultOf(expansion, request, safeError(error, ports.settings.redaction)),
  });
}

async function* everyPart(
  ports: KernelPorts,
  request: ExpandRequest,
  context: { readonly expansion: Expansion; readonly control: RunControl; readonly onRows: (rows: number) => void },
): AsyncGenerator<Frame, InvokeResult> {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = request;
  refuseQuery(request);
  const { expansion, control, onRows } = context;
  let opened: OpenedExpansion | undefined;
  let returned: Returned = { count: 0 };
  let hasMore = false;
  let failure: KernelError | undefined;
  let final: Frame | undefined;
  try {
    try {
      opened = await expansion.open();
      for await (const batch of batches(matchesFrom(ports, offset, opened))) {
        control.signal.throwIfAborted();
        const wanted = batch.slice(0, limit - returned.count);
        const part = wanted.length === 0 ? undefined : await opened.pager.part(wanted);
        if (part !== undefined) {
          opened.doubt?.saw(wanted.slice(0, part.count));
          returned = { count: returned.count + part.count, lastIndex: wanted[part.count - 1]?.index };
          onRows(part.count);
          yield part.frame;
        }
        if (part === undefined || part.count < batch.length) {
          hasMore = true;
          break;
        }
      }
    } catch (error) {
      failure = safeError(control.signal.aborted ? endedBy(control) : error, ports.settings.redaction);
    }
    const countsMatches = opened !== undefined && opened.query.filter.length > 0;
    hasMore ||= !countsMatches && returned.count < limit && isUnread(opened?.record, offset, returned);
    final = await opened?.pager.end({
      offset,
      returned,
      hasMore,
      countsMatches,
      ...doubtOf(opened),
      ...endingOf(failure),
    });
    if (final !== undefined) {
      yield final;
    }
    return resultOf(expansion, request, failure, final);
  } finally {
    await expansion.settle(failure);
  }
}

/** A field that was asked for, and that nothing shown has. */
function doubtOf(opened: OpenedExpansion | undefined): { readonly warnings?: readonly string[] } {
  const warnings = opened?.doubt?.warnings() ?? [];
  return warnings.length === 0 ? {} : { warnings };
}

function endedBy(control: RunControl): KernelError {
  return control.timedOut() ? callersTimeout() : new KernelError('CANCELLED', 'the expansion was cancelled');
}

function refuseQuery({ query }: ExpandRequest): void {
  if (query !== undefined) {
    throw new KernelError('USAGE', 'a query chooses a page, and not all of them', {
      hint: 'leave out --all or --query',
    });
  }
}

function endingOf(failure: KernelError | undefined): { readonly status: Outcome; readonly error?: ErrorInfo } {
  return failure === undefined ? { status: 'completed' } : { status: outcomeOf(failure), error: errorInfo(failure) };
}

/** The rows from the offset on; with a filter the offset counts matches. */
async function* matchesFrom(
  ports: KernelPorts,
  offset: number,
  { record, query }: OpenedExpansion,
): AsyncGenerator<readonly RedactedRow[]> {
  const hasFilter = query.filter.length > 0;
  let skip = hasFilter ? offset : 0;
  for await (const rows of keptRows(ports, record, query, hasFilter ? 0 : offset)) {
    yield skip > 0 ? rows.slice(skip) : rows;
    skip = Math.max(0, skip - rows.length);
  }
}

async function* batches(source: AsyncIterable<readonly RedactedRow[]>): AsyncGenerator<readonly RedactedRow[]> {
  for await (const rows of source) {
    for (let from = 0; from < rows.length; from += ROWS_A_FRAME) {
      yield rows.slice(from, from + ROWS_A_FRAME);
    }
  }
}

function resultOf(expansion: Expansion, request: ExpandRequest, failure?: KernelError, final?: Frame): InvokeResult {
  return {
    status: failure === undefined ? 'completed' : outcomeOf(failure),
    ...(failure === undefined ? {} : { error: failure }),
    action_id: expansion.id,
    handle_id: request.handleId,
    ...(final === undefined ? {} : { final_frame: final }),
  };
}

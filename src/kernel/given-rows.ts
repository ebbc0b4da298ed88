import { KernelError } from '../contract/errors.js';
import type { ExpandRequest } from '../contract/expansion.js';
import type { HandleRecord } from '../contract/handle.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import type { PageFacts } from '../firewall/frames/page-info.js';
import type { OpenedExpansion } from './expansion.js';
import { keptRows } from './kept-rows.js';
import type { KernelPorts } from './ports.js';

/** Reading over a gap of so many rows is cheaper than looking up where the next one lies. */
const NARROW_GAP = 64;

export type GivenRequest = Pick<ExpandRequest, 'offset' | 'limit' | 'filter' | 'signal'> & {
  readonly rows: readonly number[];
};

export interface CollectedRows {
  readonly rows: readonly RedactedRow[];
  readonly facts: PageFacts;
}

export type CollectGiven = (request: GivenRequest, opened: OpenedExpansion) => Promise<CollectedRows>;

/** Rows asked for by their numbers, such as the matches of a search. Those this reader may not see are left out. */
export async function collectGiven(
  ports: KernelPorts,
  request: GivenRequest,
  { record, query, rowCap }: OpenedExpansion,
): Promise<CollectedRows> {
  checkGiven(request, rowCap);
  const rows: RedactedRow[] = [];
  for (const run of runsOf(request.rows, record)) {
    const wanted = new Set(run);
    const last = run.at(-1) ?? 0;
    for await (const part of keptRows(ports, record, query, run[0] ?? 0)) {
      checkSignal(request.signal);
      rows.push(...part.filter(({ index }) => wanted.has(index)));
      if ((part.at(-1)?.index ?? -1) >= last) {
        break;
      }
    }
  }
  return { rows, facts: givenFacts(request) };
}

export function givenFacts({ rows }: GivenRequest): PageFacts {
  return { offset: rows[0] ?? 0, hasMore: false, countsMatches: false, asked: rows };
}

export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new KernelError('CANCELLED', 'the expansion was cancelled');
  }
}

export function checkGiven({ rows, offset, limit, filter }: GivenRequest, rowCap: number): void {
  if ([offset, limit, filter].some((other) => other !== undefined)) {
    throw new KernelError('USAGE', 'rows asked for by their numbers are no page of others', {
      hint: 'leave out offset, limit and filter',
    });
  }
  const isAscending = rows.every((row, at) => Number.isSafeInteger(row) && row > (rows[at - 1] ?? -1));
  if (!isAscending || rows.length > rowCap) {
    throw new KernelError('USAGE', `the rows must be at most ${rowCap} whole numbers in ascending order`, {
      hint: 'rows count from 0',
    });
  }
}

/** Rows near each other are read in one go; of text all of them, as each depends on what comes before it. */
function runsOf(rows: readonly number[], { kind }: HandleRecord): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run !== undefined && (kind === 'text' || row - (run.at(-1) ?? 0) <= NARROW_GAP)) {
      run.push(row);
    } else {
      runs.push([row]);
    }
  }
  return runs;
}

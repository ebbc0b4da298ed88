import type { Row } from '../../contract/row.js';
import type { Judgement } from '../facts/judgement.js';
import { createSummariser, type Summariser } from '../facts/summariser.js';
import { BATCH_BYTES, BATCH_MS } from './batch-limits.js';
import { limitFacts } from './limit-facts.js';

/** The facts of one batch at a time; each batch may be twice as long as the one before, and twice as large. */
export interface SummaryBatch {
  readonly startAt: (row: number) => void;
  readonly addRows: (rows: readonly Row[], bytes: number) => void;
  /** For whoever walks through rows anyway and tells it of them; how many there were is told with `countRows`. */
  readonly summariser: () => Summariser;
  readonly countRows: (rows: number, bytes: number) => void;
  readonly size: () => number;
  readonly isDue: (now: number) => boolean;
  readonly deadline: () => number | undefined;
  readonly facts: (most: number) => readonly string[];
  /** Begins the next batch. */
  readonly next: (now: number) => void;
}

/** Says little about one batch; the final roll-up tells it. */
const UNTOLD = /^[^:]*: about \d[\d.e+]* distinct(?!.*, most often )/;

interface SummaryBatchOptions {
  readonly judgement: Judgement;
  /** Large batches let few facts span a long stream. A source that is stopped at the budget must not run on for them. */
  readonly staysSmall: boolean;
}

export function createSummaryBatch({ judgement, staysSmall }: SummaryBatchOptions): SummaryBatch {
  let summariser = createSummariser(judgement);
  let firstRow = 0;
  let rows = 0;
  let bytes = 0;
  let startedAt: number | undefined;
  let doublings = 0;
  /** What is told of the batch as it stands: it is asked for again and again until it is short enough. */
  let told: readonly string[] | undefined;

  function countRows(added: number, size: number): void {
    if (added > 0) {
      told = undefined;
      rows += added;
      bytes += size;
    }
  }

  return {
    startAt(row) {
      firstRow = row;
      summariser.records.place = row;
    },
    addRows(added, size) {
      summariser.addRows(added);
      countRows(added.length, size);
    },
    summariser: () => summariser,
    countRows,
    size: () => bytes,
    isDue(now) {
      if (bytes === 0) {
        return false;
      }
      startedAt ??= now;
      return (
        bytes >= (staysSmall ? BATCH_BYTES : BATCH_BYTES * 2 ** doublings) ||
        now - startedAt >= BATCH_MS * 2 ** doublings
      );
    },
    deadline: () => (startedAt === undefined ? undefined : startedAt + BATCH_MS * 2 ** doublings),
    facts(most) {
      const heading = rows > 0 ? [`rows ${firstRow + 1}-${firstRow + rows}: ${rows}`] : [];
      told ??= summariser
        .facts({ maxFacts: Number.POSITIVE_INFINITY, heading: false })
        .filter((fact) => !UNTOLD.test(fact));
      return [...heading, ...limitFacts(told, most - heading.length)];
    },
    next() {
      summariser = createSummariser(judgement);
      told = undefined;
      firstRow += rows;
      summariser.records.place = firstRow;
      rows = 0;
      bytes = 0;
      startedAt = undefined;
      doublings += 1;
    },
  };
}

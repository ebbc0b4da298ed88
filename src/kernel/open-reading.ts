import { KernelError } from '../contract/errors.js';
import type { Reading, ReadingPage, ReadingRequest } from '../contract/expansion.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import { compileProjection } from '../firewall/rows/projection.js';
import { expand } from './expand.js';
import type { OpenedExpansion } from './expansion.js';
import { find } from './find.js';
import {
  type CollectedRows,
  checkGiven,
  checkSignal,
  collectGiven,
  type GivenRequest,
  givenFacts,
} from './given-rows.js';
import type { KernelPorts } from './ports.js';
import { createReadingVisit } from './reading-visit.js';
import { createTextReading } from './text-reading.js';

/** The readings of a kernel. Those that nobody closed are closed with it, so that each leaves its trace. */
export interface Readings {
  readonly open: (request: ReadingRequest) => Reading;
  readonly close: () => Promise<void>;
}

export function createReadings(ports: KernelPorts): Readings {
  const opened = new Set<Reading>();
  return {
    open(request) {
      const reading = openReading(ports, request, () => opened.delete(reading));
      opened.add(reading);
      return reading;
    },
    async close() {
      await Promise.allSettled([...opened].map((reading) => reading.close()));
    },
  };
}

/** Many pages of one handle. Records are found at once anyway; text is walked through once and the walk remembered. */
function openReading(ports: KernelPorts, { handleId, principal }: ReadingRequest, onClosed: () => void): Reading {
  const visit = createReadingVisit(ports, { handleId, principal });
  let closing: Promise<void> | undefined;
  const text = createTextReading(ports, handleId);
  const pages = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** The walk is one: pages wait for each other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function during<Result>(page: Promise<Result>): Promise<Result> {
    const ended = page.catch(() => undefined);
    pages.add(ended);
    try {
      return await page;
    } finally {
      pages.delete(ended);
    }
  }

  /** The trace is left when the last page has been counted. */
  async function end(): Promise<void> {
    isClosed = true;
    try {
      await inTurn(() => text.close());
      await Promise.all(pages);
      await visit.close();
    } finally {
      onClosed();
    }
  }

  function collect(page: ReadingPage) {
    return (given: GivenRequest, opened: OpenedExpansion): Promise<CollectedRows> =>
      opened.record.kind === 'text'
        ? inTurn(() => collectText(page, given, opened))
        : collectGiven(ports, given, opened);
  }

  async function collectText(page: ReadingPage, given: GivenRequest, opened: OpenedExpansion): Promise<CollectedRows> {
    const { record, query, rowCap } = opened;
    checkGiven(given, rowCap);
    const wanted = new Set(given.rows);
    const rows = await text.rows(given.rows[0] ?? 0, given.rows.at(-1) ?? -1, {
      record,
      check: () => {
        checkSignal(given.signal);
        checkOpen(isClosed);
      },
      onProgress: page.onProgress,
    });
    const found = rows.filter(({ index }) => wanted.has(index));
    return { rows: query.fields === undefined ? found : projected(found, query.fields), facts: givenFacts(given) };
  }

  return {
    async expand(page) {
      const { onProgress: _told, ...request } = page;
      checkOpen(isClosed);
      return during(expand(ports, { ...request, handleId, principal }, { collect: collect(page), visit }));
    },
    async *find(question) {
      checkOpen(isClosed);
      yield* find(ports, { ...question, handleId, principal }, visit);
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function projected(rows: readonly RedactedRow[], fields: readonly string[]): readonly RedactedRow[] {
  const project = compileProjection(fields);
  return rows.flatMap((row) => {
    const value = project(row.value);
    return value === undefined ? [] : [{ ...row, value }];
  });
}

function checkOpen(isClosed: boolean): void {
  if (isClosed) {
    throw new KernelError('CANCELLED', 'the reading was closed');
  }
}

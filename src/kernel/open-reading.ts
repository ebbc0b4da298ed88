import { KernelError } from '../contract/errors.js';
import type { Reading, ReadingPage, ReadingRequest } from '../contract/kernel.js';
import { compileProjection } from '../firewall/projection.js';
import type { RedactedRow } from '../firewall/text-row-redactor.js';
import { expand } from './expand.js';
import type { OpenedExpansion } from './expansion.js';
import {
  type CollectedRows,
  checkGiven,
  checkSignal,
  collectGiven,
  type GivenRequest,
  givenFacts,
} from './given-rows.js';
import type { KernelPorts } from './ports.js';
import { createTextReading } from './text-reading.js';

/** Many pages of one handle. Records are found at once anyway; text is walked through once and the walk remembered. */
export function openReading(ports: KernelPorts, { handleId, principal }: ReadingRequest): Reading {
  const text = createTextReading(ports, handleId);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** The walk is one: pages wait for each other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
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
    expand(page) {
      const { onProgress: _told, ...request } = page;
      return expand(ports, { ...request, handleId, principal }, collect(page));
    },
    async close() {
      isClosed = true;
      await inTurn(() => text.close());
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
    throw new KernelError('CANCELLED', 'The reading was closed.');
  }
}

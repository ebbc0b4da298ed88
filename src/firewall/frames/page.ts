import type { Amounts, ErrorInfo, Frame, HandleInfo, Outcome } from '../../contract/frame.js';
import type { Value } from '../../contract/row.js';
import type { FrameDraft, PricedFrame } from '../budget/meter.js';
import type { RedactedRow } from '../find/text-row-redactor.js';
import { cutText } from './cut-text.js';
import { mostThatFits } from './most-that-fits.js';
import { createOutlet, type Outlet, type OutletOptions } from './outlet.js';
import { type PageFacts, pageInfo, type Returned, withheldWarning } from './page-info.js';
import { addCounts } from './pending-rows.js';
import { countsOfShown, type TrimmedRows, trimRows, WHOLE_ROWS } from './trim.js';
import { BYTES_A_TOKEN, sendStretch, type ValueStretch } from './value-stretch.js';

export interface PageOptions extends Omit<OutletOptions, 'startPhase' | 'neverTrim' | 'handle' | 'beforeFrame'> {
  readonly handle: HandleInfo;
  readonly maxFields: number;
  /** The command that goes on from an offset. */
  readonly nextCommand: (offset: number) => string;
}

/** Makes the frames of an expansion. Rows are never degraded: what does not fit is on the next page. */
export interface Pager {
  /** One final frame with as many of the rows as fit. */
  readonly page: (rows: readonly RedactedRow[], facts: PageFacts) => Promise<Frame>;
  /** A frame in between with the first of the rows, as many as fit; undefined when not one does. */
  readonly part: (
    rows: readonly RedactedRow[],
  ) => Promise<{ readonly frame: Frame; readonly count: number } | undefined>;
  /** The end of many parts. */
  readonly end: (
    facts: PageFacts & { readonly returned: Returned; readonly error?: ErrorInfo; readonly status: Outcome },
  ) => Promise<Frame>;
  /** A stretch of one redacted value as text, as much of it as fits. */
  readonly value: (text: string, at: ValueStretch) => Promise<Frame>;
  readonly used: () => number;
  readonly frames: () => number;
}

/** Room for the final frame of a long expansion. */
const END_RESERVE = 224;
const NOTHING: Returned = { count: 0 };
const NO_COUNTS: ReadonlyMap<string, number> = new Map();

export function createPager(options: PageOptions): Pager {
  const { handle } = options;
  const outlet = createOutlet({
    ...options,
    startPhase: 1,
    neverTrim: true,
    handle: () => handle,
    beforeFrame: () => Promise.resolve(),
  });
  const redactions = new Map<string, number>();
  let withheldInParts = 0;

  function finalDraft(values: readonly Value[], facts: PageFacts, returned: Returned, hasMore: boolean): FrameDraft {
    const page = pageInfo(facts, returned, { total: handle.total_rows, hasMore });
    const isUncounted = facts.countsMatches || facts.asked !== undefined;
    const reached = isUncounted ? 0 : (page.next_offset ?? Math.max(handle.total_rows, facts.offset));
    const hidden = isUncounted ? 0 : reached - facts.offset - returned.count;
    return {
      ...outlet.draftEnvelope(outlet.frames() === 0),
      seq: outlet.frames(),
      phase: 1,
      is_final: true,
      status: 'completed',
      ...(values.length > 0 ? { rows: values } : {}),
      ...omittedOf(hidden, facts.withheld),
      ...warningsOf(facts),
      handle,
      page,
      ...(page.next_offset === undefined ? {} : { next: options.nextCommand(page.next_offset) }),
    };
  }

  async function tryPage(
    rows: readonly RedactedRow[],
    count: number,
    facts: PageFacts,
  ): Promise<PricedFrame | undefined> {
    const taken = rows.slice(0, count);
    const counts = countAll(taken);
    const draft = finalDraft(
      taken.map(({ value }) => value),
      { ...facts, withheld: withheldOf(taken) },
      returnedOf(taken),
      facts.hasMore || count < rows.length,
    );
    const priced = await outlet.price({ ...draft, ...redactionsOf(counts) }, 'full');
    return priced.cost <= outlet.meter.remaining() ? priced : undefined;
  }

  async function page(rows: readonly RedactedRow[], facts: PageFacts): Promise<Frame> {
    const fit = await mostThatFits(1, affordable(rows, outlet), (count) => tryPage(rows, count, facts));
    if (fit === undefined && rows[0] !== undefined) {
      return cutRow(rows[0], rows.length, facts);
    }
    addCounts(redactions, countAll(rows.slice(0, fit?.count ?? 0)));
    return fit === undefined ? sendEnd(finalDraft([], facts, NOTHING, facts.hasMore)) : outlet.send(fit.found);
  }

  /** A row too long for the budget: its long values are cut, with the command that shows the longest in full. */
  async function cutRow(row: RedactedRow, offered: number, facts: PageFacts): Promise<Frame> {
    const longest = longestField(row.value);
    const next = `akernel expand value ${handle.handle_id} --row ${row.index} --field ${longest.name} --chars 0:8000`;
    const hasMore = facts.hasMore || offered > 1;
    for (let most = 4000; most >= 10; most = Math.floor(most / 2)) {
      for (const maxFields of [Number.POSITIVE_INFINITY, options.maxFields]) {
        const cut = trimRows([row.value], { ...WHOLE_ROWS, maxFields, maxCellChars: most });
        const withheld = withheldOf([row]);
        const omitted = cutAmounts({ ...cut, chars: cut.chars + withheld });
        const warnings = [tooLong(row.index, longest)];
        const shown = countsOfShown(cut, row.redactions);
        const draft = {
          ...finalDraft(cut.rows, { ...facts, warnings, withheld }, returnedOf([row]), hasMore),
          omitted,
          ...redactionsOf(shown),
          next,
        };
        const priced = await outlet.price(draft, 'full');
        if (priced.cost <= outlet.meter.remaining()) {
          addCounts(redactions, shown);
          return outlet.send(priced);
        }
      }
    }
    const warnings = [`row ${row.index} does not fit the budget`];
    return sendEnd({ ...finalDraft([], { ...facts, warnings }, NOTHING, true), next });
  }

  /** A last frame without rows always fits: what it can do without gives way. */
  async function sendEnd(draft: FrameDraft): Promise<Frame> {
    const { redactions: _counts, ...uncounted } = draft;
    const { next: _command, warnings: _warnings, ...quiet } = uncounted;
    const { provenance: _who, handle: _handle, ...bare } = quiet;
    for (const shorter of [draft, uncounted, quiet]) {
      const priced = await outlet.price(shorter, 'full');
      if (priced.cost <= outlet.meter.remaining()) {
        return outlet.send(priced);
      }
    }
    return outlet.send(await outlet.price(bare, 'changes'));
  }

  return {
    page,
    async part(rows) {
      const full = outlet.frames() === 0;
      const envelope = full ? outlet.draftEnvelope(true) : {};
      const fit = await mostThatFits(1, affordable(rows, outlet), async (count) => {
        const shown = rows.slice(0, count).map(({ value: shownValue }) => shownValue);
        const priced = await outlet.price(
          { ...envelope, seq: outlet.frames(), phase: 1, is_final: false, rows: shown },
          full ? 'full' : 'changes',
        );
        return priced.cost <= outlet.meter.remaining() - END_RESERVE ? priced : undefined;
      });
      if (fit === undefined) {
        return undefined;
      }
      addCounts(redactions, countAll(rows.slice(0, fit.count)));
      withheldInParts += withheldOf(rows.slice(0, fit.count));
      return { frame: await outlet.send(fit.found), count: fit.count };
    },
    end(facts) {
      const draft = finalDraft([], { ...facts, withheld: withheldInParts }, facts.returned, facts.hasMore);
      const error = facts.error === undefined ? {} : { error: facts.error };
      return sendEnd({ ...draft, status: facts.status, ...error, ...redactionsOf(redactions) });
    },
    value: (text, at) => sendStretch(outlet, handle.handle_id, { text, at }),
    used: outlet.meter.used,
    frames: outlet.frames,
  };
}

function withheldOf(rows: readonly RedactedRow[]): number {
  return rows.reduce((sum, { withheld = 0 }) => sum + withheld, 0);
}

function omittedOf(rows: number, chars = 0): Pick<FrameDraft, 'omitted'> {
  return rows > 0 || chars > 0 ? { omitted: { ...(rows > 0 ? { rows } : {}), ...(chars > 0 ? { chars } : {}) } } : {};
}

function redactionsOf(counts: ReadonlyMap<string, number>): Pick<FrameDraft, 'redactions'> {
  return counts.size > 0 ? { redactions: Object.fromEntries(counts) } : {};
}

function warningsOf({ warnings = [], withheld = 0 }: PageFacts): Pick<FrameDraft, 'warnings'> {
  const all = withheld > 0 ? [...warnings, withheldWarning(withheld)] : warnings;
  return all.length > 0 ? { warnings: all } : {};
}

/** How many rows may fit at all; the rest is never even counted. */
function affordable(rows: readonly RedactedRow[], outlet: Outlet): number {
  const most = outlet.meter.remaining() * BYTES_A_TOKEN;
  if (most === Number.POSITIVE_INFINITY) {
    return rows.length;
  }
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += JSON.stringify(row.value).length;
    if (bytes > most) {
      return index;
    }
  }
  return rows.length;
}

/** Rows that are alike share their counts, so those of each kind are added at once. */
function countAll(rows: readonly RedactedRow[]): Map<string, number> {
  const kinds = new Map<ReadonlyMap<string, number>, number>();
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const redactions = rows[from]?.redactions ?? NO_COUNTS;
    while (rows[to]?.redactions === redactions) {
      to += 1;
    }
    kinds.set(redactions, (kinds.get(redactions) ?? 0) + to - from);
  }
  const counts = new Map<string, number>();
  for (const [redactions, times] of kinds) {
    addCounts(counts, redactions, times);
  }
  return counts;
}

function returnedOf(rows: readonly RedactedRow[]): Returned {
  return { count: rows.length, lastIndex: rows.at(-1)?.index, indexes: rows.map(({ index }) => index) };
}

function cutAmounts({ chars, items, fields }: TrimmedRows): Amounts {
  return { chars, ...(items > 0 ? { items } : {}), ...(fields.length > 0 ? { fields } : {}) };
}

function tooLong(index: number, longest: { readonly name: string; readonly chars: number }): string {
  const field = longest.name === '' ? '' : `: ${longest.name} has ${longest.chars} characters`;
  return `row ${index} is longer than the budget${field}`;
}

function longestField(value: Value): { readonly name: string; readonly chars: number } {
  let longest = { name: '', chars: 0 };
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) {
      const chars = typeof member === 'string' ? member.length : JSON.stringify(member).length;
      if (chars > longest.chars) {
        longest = { name: cutText(name, 80), chars };
      }
    }
  }
  return longest;
}

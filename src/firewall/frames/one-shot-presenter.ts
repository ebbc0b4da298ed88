import type { DisplayLimits } from '../../contract/budget.js';
import type { Chunk } from '../../contract/chunk.js';
import type { Frame, Phase, ResponseMode } from '../../contract/frame.js';
import type { Row } from '../../contract/row.js';
import type { PricedFrame } from '../budget/meter.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Account } from './account.js';
import type { BadRows } from './bad-rows.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { fitFinalFrame, tryFinalFrame } from './final-frame.js';
import { factsWithin } from './limit-facts.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';
import { addCounts, type PendingRows } from './pending-rows.js';
import type { PendingText } from './pending-text.js';
import type { RowDigest } from './row-digest.js';
import { createRowPreview } from './row-preview.js';
import { type ContentOfSize, spendRest } from './spend-rest.js';
import { tellBoth } from './tell-both.js';
import { tellParts } from './tell-parts.js';
import { tellText } from './tell-text.js';
import { createTextPreview } from './text-preview.js';
import { TRIMMED_CELL_CHARS } from './trim.js';
import { isWholeResult } from './whole-result.js';

const CUT_AT_BUDGET = 'the result is cut at the budget';
/** No model token is longer than this many bytes, on average; what cannot fit is not even kept. */
const BYTES_A_TOKEN = 16;
const WHOLE_CELLS = Number.POSITIVE_INFINITY;
/** For a table of which not one trimmed row would keep within its characters. */
const SHORTEST_CELL_CHARS = 10;
const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Keeps the little that one frame can show of a whole result. */
export interface OneShotPresenter {
  readonly add: (chunk: Chunk, rows: readonly Row[]) => void;
  /** It has no facts of its own. */
  readonly beside: () => undefined;
  /** `facts` are asked for once the text has ended. */
  readonly final: (ending: Ending, facts: () => readonly string[]) => Promise<Frame>;
}

export interface OneShotParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly rows: PendingRows;
  readonly text: PendingText;
  readonly digest: TextDigest;
  readonly rowDigest: RowDigest;
  readonly badRows: BadRows;
  readonly limits: DisplayLimits;
  readonly maxRows: number;
  readonly mode: ResponseMode;
}

/** One frame in the form of its response mode (SPEC 3.2); what does not fit the budget is left out and counted. */
export function createOneShotPresenter(parts: OneShotParts): OneShotPresenter {
  const { outlet, account, mode, limits } = parts;
  const mostBytes = outlet.meter.total * BYTES_A_TOKEN;
  const showsContent = mode !== 'summary' && mode !== 'handle_only';
  const rows = createRowPreview({ mostBytes, ...parts, maxRows: showsContent ? parts.maxRows : 0 });
  const text = createTextPreview({ mostChars: showsContent ? Math.min(mostBytes, limits.max_chars) : 0, ...parts });

  /** Everything there is to show: rows, text or both. */
  function everything(): FinalContent {
    if (text.size() === 0) {
      return rows.some(rows.within(WHOLE_CELLS), WHOLE_CELLS);
    }
    const shownText = text.some(text.size());
    if (rows.count() === 0) {
      return shownText;
    }
    const shownRows = rows.some(rows.within(WHOLE_CELLS), WHOLE_CELLS);
    const redactions = new Map(shownRows.redactions);
    addCounts(redactions, shownText.redactions);
    return { ...shownText, ...shownRows, shownChars: shownText.shownChars, redactions };
  }

  /** The ways to show a part of it, the better one first. */
  function shorter(): readonly ContentOfSize[] {
    if (rows.count() === 0) {
      return [{ most: text.size(), of: text.some }];
    }
    const cells = (chars: number) => ({ most: rows.within(chars), of: (count: number) => rows.some(count, chars) });
    if (mode === 'raw') {
      return [cells(WHOLE_CELLS)];
    }
    const trimmed = [TRIMMED_CELL_CHARS, SHORTEST_CELL_CHARS].map(cells);
    const oneRow = { most: Math.min(mostBytes, limits.max_chars), of: (chars: number) => rows.some(1, chars) };
    const beside = rows.count() === 1 && rows.within(WHOLE_CELLS) === 1 ? [oneRow] : trimmed;
    return mode === 'table' ? trimmed : [cells(WHOLE_CELLS), ...beside];
  }

  function nothingIn(phase: Phase): FinalContent {
    return { mode, phase, shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
  }

  function withFacts(told: readonly string[]): FinalParts {
    return { outlet, account, facts: told, mostFacts: factsWithin(told, limits.max_chars) };
  }

  /** The whole result, or else the summary and what fits beside it. */
  async function wholeOrSummary(told: () => FinalParts, ending: Ending): Promise<PricedFrame | undefined> {
    const all = text.isCut() ? undefined : everything();
    const bare = { outlet, account, facts: [] };
    const whole = isWholeResult(bare, ending, all) ? await tryFinalFrame(bare, ending, all) : undefined;
    return whole ?? telling(told(), ending);
  }

  /** Of rows and text that are not shown whole what tells most. */
  function telling(told: FinalParts, ending: Ending): Promise<PricedFrame | undefined> {
    const content: FinalContent = { ...nothingIn(3), nextRow: parts.digest.nextRow() };
    const maxChars = limits.max_chars;
    if (rows.count() === 0) {
      return account.chars() === 0
        ? spendRest(told, ending, shorter())
        : tellText(told, ending, { digest: parts.digest, content, maxChars });
    }
    const nested = parts.rowDigest.told();
    if (nested !== undefined) {
      return tellParts(told, ending, { told: nested, content, maxChars });
    }
    const isOfText = text.size() > 0;
    const bad = isOfText ? undefined : parts.badRows.told(0);
    if (!isOfText && bad === undefined) {
      return spendRest(told, ending, shorter());
    }
    const heading = told.facts.slice(0, 1);
    const others = told.facts.slice(1);
    return tellBoth({ ...told, facts: [...heading, ...(bad?.facts ?? []), ...others] }, ending, {
      rows: { most: rows.within(WHOLE_CELLS), of: (count) => rows.some(count, WHOLE_CELLS) },
      cost: (count) => (isOfText ? costOfText(count) : parts.badRows.cost(count)),
      linesBeside: (shown) => (isOfText ? parts.digest : parts.badRows.told(shown)),
      content,
      maxChars,
    });
  }

  function costOfText(count: (text: string) => number): number {
    return text.isCut() ? Number.POSITIVE_INFINITY : count(JSON.stringify(text.some(text.size()).text ?? ''));
  }

  /** All there is with the facts, a table trimmed if need be; else as much as fits without the facts. */
  async function allOrPart(told: () => FinalParts, ending: Ending): Promise<PricedFrame | undefined> {
    const parts = told();
    const all = everything();
    const isAll = all.shownRows === rows.count();
    const whole = isAll ? await tryFinalFrame(parts, ending, all) : undefined;
    const form = shorter().find(({ most }) => most > 0);
    if (whole !== undefined || form === undefined) {
      return whole;
    }
    const trimmed = mode === 'table' ? await tryFinalFrame(parts, ending, form.of(form.most)) : undefined;
    if (trimmed !== undefined) {
      return trimmed;
    }
    if (mode === 'raw') {
      account.warn(CUT_AT_BUDGET);
    }
    const withoutFacts = rows.count() > 0 ? { ...parts, mostFacts: 0 } : parts;
    return (await mostThatFits(1, form.most, (count) => tryFinalFrame(withoutFacts, ending, form.of(count))))?.found;
  }

  return {
    add(chunk, admitted) {
      if (chunk.type === 'text') {
        text.add(chunk);
      } else if (chunk.type === 'records') {
        rows.add(chunk, admitted);
      }
    },
    beside: () => undefined,
    async final(ending, facts) {
      if (ending.status === 'completed' && !account.isCut()) {
        text.end();
      }
      parts.digest.close();
      let made: FinalParts | undefined;
      // A result that is shown whole has no facts, and they are much of the work on a small one.
      const final = (): FinalParts => {
        made ??= withFacts(mode === 'handle_only' ? [] : facts());
        return made;
      };
      const show = mode === 'auto' ? wholeOrSummary : allOrPart;
      const priced = showsContent ? await show(final, ending) : undefined;
      if (priced !== undefined) {
        return outlet.send(priced);
      }
      const phase: Phase = mode === 'handle_only' ? 4 : 3;
      return fitFinalFrame(final(), ending, nothingIn(phase));
    },
  };
}

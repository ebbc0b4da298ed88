import type { DisplayLimits } from '../contract/budget.js';
import type { Chunk } from '../contract/chunk.js';
import type { Frame, Phase, ResponseMode } from '../contract/frame.js';
import type { Row, Value } from '../contract/row.js';
import type { Account } from './account.js';
import { type Ending, type FinalContent, fitFinalFrame, tryFinalFrame } from './final-frame.js';
import type { PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';
import { addCounts, type PendingRows } from './pending-rows.js';
import type { PendingText, TextPiece } from './pending-text.js';
import { TRIMMED_CELL_CHARS, trimRows } from './trim.js';

const CUT_AT_BUDGET = 'the result is cut at the budget';
/** No model token is longer than this many bytes, on average; what cannot fit is not even kept. */
const BYTES_A_TOKEN = 16;

/** Keeps the little that one frame can show of a whole result. */
export interface OneShotPresenter {
  readonly add: (chunk: Chunk, rows: readonly Row[]) => void;
  /** It has no facts of its own. */
  readonly beside: () => undefined;
  readonly final: (ending: Ending, facts: readonly string[]) => Promise<Frame>;
}

export interface OneShotParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly rows: PendingRows;
  readonly text: PendingText;
  readonly limits: DisplayLimits;
  readonly maxRows: number;
  readonly mode: ResponseMode;
}

interface Preview {
  readonly values: Value[];
  readonly jsonBytes: number[];
  readonly redactions: Map<string, number>[];
}

/** One frame in the form of its response mode (SPEC 3.2); what does not fit the budget is left out and counted. */
export function createOneShotPresenter(parts: OneShotParts): OneShotPresenter {
  const { outlet, account, rows, text, mode, limits } = parts;
  const preview: Preview = { values: [], jsonBytes: [], redactions: [] };
  const mostRows = mode === 'raw' ? Number.POSITIVE_INFINITY : mode === 'table' ? parts.maxRows : 0;
  const mostBytes = outlet.meter.total * BYTES_A_TOKEN;
  const mostChars = mode === 'raw' ? mostBytes : mode === 'table' ? limits.max_chars : 0;
  let bytes = 0;

  function add(chunk: Chunk, admitted: readonly Row[]): void {
    if (chunk.type === 'text' && text.size() < mostChars) {
      text.push(chunk.channel, chunk.text);
    } else if (chunk.type === 'records' && preview.values.length < mostRows && bytes < mostBytes) {
      rows.push(chunk, admitted);
      while (rows.size() > 0 && preview.values.length < mostRows && bytes < mostBytes) {
        const { values, jsonBytes, redactions } = rows.take({ bytes: 1, rows: 1 });
        preview.values.push(...values);
        preview.jsonBytes.push(jsonBytes);
        preview.redactions.push(new Map(redactions));
        bytes += jsonBytes;
      }
      rows.drain();
    }
  }

  function contentOf(count: number, trimmed: boolean): FinalContent {
    const values = preview.values.slice(0, count);
    const redactions = new Map<string, number>();
    for (const counts of preview.redactions.slice(0, count)) {
      addCounts(redactions, counts);
    }
    const shown = { mode, shownRows: values.length, shownChars: 0, redactions };
    if (mode === 'raw') {
      return { ...shown, phase: 1, raw: values };
    }
    const maxCellChars = trimmed ? TRIMMED_CELL_CHARS : limits.max_chars;
    const narrow = trimRows(values, { maxFields: limits.max_fields, maxCellChars, maxDepth: limits.max_depth });
    return {
      ...shown,
      phase: trimmed ? 2 : 1,
      rows: narrow.rows,
      omittedFields: narrow.fields,
      omittedChars: narrow.chars,
    };
  }

  /** All rows with the facts, trimmed if need be; else as many rows as fit without the facts. */
  async function finalRows(ending: Ending, facts: readonly string[]): Promise<PricedFrame | undefined> {
    const count = preview.values.length;
    const parts = { outlet, account, facts };
    const whole =
      (await tryFinalFrame(parts, ending, contentOf(count, false))) ??
      (mode === 'table' ? await tryFinalFrame(parts, ending, contentOf(count, true)) : undefined);
    if (whole !== undefined) {
      return whole;
    }
    if (mode === 'raw') {
      account.warn(CUT_AT_BUDGET);
    }
    const rowsAlone = { ...parts, facts: [] };
    const fit = await mostThatFits(1, count - 1, (fewer) =>
      tryFinalFrame(rowsAlone, ending, contentOf(fewer, mode === 'table')),
    );
    return fit?.found;
  }

  async function finalText(ending: Ending, facts: readonly string[]): Promise<PricedFrame | undefined> {
    text.end();
    const parts = { outlet, account, facts };
    const whole = text.size() <= mostChars ? text.peek(text.size()) : undefined;
    const priced = whole === undefined ? undefined : await tryFinalFrame(parts, ending, textContent(whole));
    if (priced !== undefined) {
      return priced;
    }
    if (mode === 'raw') {
      account.warn(CUT_AT_BUDGET);
    }
    const fit = await mostThatFits(1, Math.min(mostChars, text.size()), async (most) => {
      const piece = text.peek(most);
      return piece === undefined ? undefined : tryFinalFrame(parts, ending, textContent(piece));
    });
    return fit?.found;
  }

  function textContent({ text: shown, rawChars, redactions }: TextPiece): FinalContent {
    const phase: Phase = rawChars < account.chars() ? 2 : 1;
    return { mode, phase, text: shown, shownRows: 0, shownChars: rawChars, redactions };
  }

  async function withContent(ending: Ending, facts: readonly string[]): Promise<PricedFrame | undefined> {
    if (preview.values.length > 0) {
      return finalRows(ending, facts);
    }
    return text.size() > 0 ? finalText(ending, facts) : undefined;
  }

  return {
    add,
    beside: () => undefined,
    async final(ending, facts) {
      const told = mode === 'handle_only' ? [] : facts;
      const priced = await withContent(ending, told);
      if (priced !== undefined) {
        return outlet.send(priced);
      }
      const phase: Phase = mode === 'handle_only' ? 4 : 3;
      const nothing = { mode, phase, shownRows: 0, shownChars: 0, redactions: new Map<string, number>() };
      return fitFinalFrame({ outlet, account, facts: told }, ending, nothing);
    },
  };
}

import type { DisplayLimits } from '../contract/budget.js';
import type { Chunk, RecordsChunk } from '../contract/chunk.js';
import type { Frame, Phase, ResponseMode } from '../contract/frame.js';
import type { Row, Value } from '../contract/row.js';
import type { Account } from './account.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { fitFinalFrame, tryFinalFrame } from './final-frame.js';
import type { PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';
import { addCounts, type PendingRows } from './pending-rows.js';
import { isMainChannel, type PendingText } from './pending-text.js';
import { type ContentOfSize, spendRest } from './spend-rest.js';
import { tellText } from './tell-text.js';
import type { TextDigest } from './texts/text-digest.js';
import { TRIMMED_CELL_CHARS, trimRows } from './trim.js';
import { isWholeResult } from './whole-result.js';

const CUT_AT_BUDGET = 'the result is cut at the budget';
/** No model token is longer than this many bytes, on average; what cannot fit is not even kept. */
const BYTES_A_TOKEN = 16;
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
  readonly limits: DisplayLimits;
  readonly maxRows: number;
  readonly mode: ResponseMode;
}

interface Preview {
  readonly values: Value[];
  readonly redactions: ReadonlyMap<string, number>[];
}

/** One frame in the form of its response mode (SPEC 3.2); what does not fit the budget is left out and counted. */
export function createOneShotPresenter(parts: OneShotParts): OneShotPresenter {
  const { outlet, account, rows, text, mode, limits } = parts;
  const preview: Preview = { values: [], redactions: [] };
  const mostBytes = outlet.meter.total * BYTES_A_TOKEN;
  const showsContent = mode !== 'summary' && mode !== 'handle_only';
  const mostRows = showsContent ? parts.maxRows : 0;
  const mostChars = showsContent ? Math.min(mostBytes, limits.max_chars) : 0;
  let bytes = 0;
  /** The text is longer than what could be shown of it. */
  let isTextCut = false;

  function addText(channel: string, piece: string): void {
    isTextCut ||= text.size() >= mostChars;
    if (isTextCut) {
      text.pass(channel, piece);
    } else {
      text.push(channel, piece);
    }
  }

  function hasRoom(): boolean {
    return preview.values.length < mostRows && bytes < mostBytes;
  }

  function addRows(chunk: RecordsChunk, admitted: readonly Row[]): void {
    if (!hasRoom()) {
      return;
    }
    rows.push(chunk, admitted);
    while (rows.size() > 0 && hasRoom()) {
      const { values, jsonBytes, redactions } = rows.take({ bytes: 1, rows: 1 });
      preview.values.push(...values);
      preview.redactions.push(...(values.length > 0 ? [redactions] : []));
      bytes += jsonBytes;
    }
    rows.drain();
  }

  /** The first rows, their cells as far as the limits let them, or trimmed. */
  function someRows(count: number, isTrimmed: boolean): FinalContent {
    const values = preview.values.slice(0, count);
    const redactions = new Map<string, number>();
    for (const counts of preview.redactions.slice(0, count)) {
      addCounts(redactions, counts);
    }
    const shown = { mode, shownRows: values.length, shownChars: 0, redactions };
    if (mode === 'raw') {
      return { ...shown, phase: 1, raw: values };
    }
    const maxCellChars = isTrimmed ? TRIMMED_CELL_CHARS : limits.max_chars;
    const narrow = trimRows(values, { maxFields: limits.max_fields, maxCellChars, maxDepth: limits.max_depth });
    return {
      ...shown,
      phase: isTrimmed ? 2 : 1,
      rows: narrow.rows,
      omittedFields: narrow.fields,
      omittedChars: narrow.chars,
    };
  }

  /** About so many characters of the text. */
  function someText(most: number): FinalContent {
    const piece = text.excerpt(most);
    if (piece === undefined) {
      return { mode, shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
    }
    const { text: shown, channel, rawChars, redactions } = piece;
    const phase: Phase = rawChars < account.chars() ? 2 : 1;
    const named = channel === undefined || isMainChannel(channel) ? {} : { channel };
    return { mode, phase, ...named, text: shown, shownRows: 0, shownChars: rawChars, redactions };
  }

  /** Everything there is to show: rows, text or both. */
  function everything(): FinalContent {
    const shownText = text.size() > 0 ? someText(Math.min(mostChars, text.size())) : undefined;
    if (shownText !== undefined && preview.values.length === 0) {
      return shownText;
    }
    const shownRows = someRows(preview.values.length, false);
    if (shownText === undefined) {
      return shownRows;
    }
    const redactions = new Map(shownRows.redactions);
    addCounts(redactions, shownText.redactions);
    return { ...shownText, ...shownRows, shownChars: shownText.shownChars, redactions };
  }

  /** The ways to show a part of it, the better one first. */
  function shorter(): readonly ContentOfSize[] {
    if (preview.values.length === 0) {
      return text.size() === 0 ? [] : [{ most: Math.min(mostChars, text.size()), of: someText }];
    }
    const most = preview.values.length;
    const whole = { most, of: (count: number) => someRows(count, false) };
    const trimmed = { most, of: (count: number) => someRows(count, true) };
    return mode === 'raw' ? [whole] : mode === 'table' ? [trimmed] : [whole, trimmed];
  }

  /** The whole result, or else the summary and what fits beside it. */
  async function wholeOrSummary(told: FinalParts, ending: Ending): Promise<PricedFrame | undefined> {
    const all = isTextCut ? undefined : everything();
    const whole = isWholeResult(told, ending, all) ? await tryFinalFrame(told, ending, all) : undefined;
    if (whole !== undefined || preview.values.length > 0 || account.chars() === 0) {
      return whole ?? spendRest(told, ending, shorter());
    }
    const content: FinalContent = { mode, phase: 3, shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
    return tellText(told, ending, { digest: parts.digest, content, maxChars: limits.max_chars });
  }

  /** All there is with the facts, a table trimmed if need be; else as much as fits without the facts. */
  async function allOrPart(parts: FinalParts, ending: Ending): Promise<PricedFrame | undefined> {
    const all = await tryFinalFrame(parts, ending, everything());
    if (all !== undefined) {
      return all;
    }
    const trimmed = mode === 'table' && preview.values.length > 0 ? someRows(preview.values.length, true) : undefined;
    const narrow = trimmed === undefined ? undefined : await tryFinalFrame(parts, ending, trimmed);
    if (narrow !== undefined) {
      return narrow;
    }
    if (mode === 'raw') {
      account.warn(CUT_AT_BUDGET);
    }
    const [form] = shorter();
    const told = preview.values.length > 0 ? { ...parts, mostFacts: 0 } : parts;
    const fit =
      form === undefined
        ? undefined
        : await mostThatFits(1, form.most, (count) => tryFinalFrame(told, ending, form.of(count)));
    return fit?.found;
  }

  /** A text is shown to its last character only when it is known to have ended there. */
  function endText(ending: Ending): void {
    if (ending.status === 'completed' || account.exit() !== undefined) {
      text.end();
    }
    parts.digest.close();
  }

  return {
    add(chunk, admitted) {
      if (chunk.type === 'text') {
        addText(chunk.channel, chunk.text);
      } else if (chunk.type === 'records') {
        addRows(chunk, admitted);
      }
    },
    beside: () => undefined,
    async final(ending, facts) {
      endText(ending);
      const parts = { outlet, account, facts: mode === 'handle_only' ? [] : facts() };
      const show = mode === 'auto' ? wholeOrSummary : allOrPart;
      const priced = showsContent ? await show(parts, ending) : undefined;
      if (priced !== undefined) {
        return outlet.send(priced);
      }
      const phase: Phase = mode === 'handle_only' ? 4 : 3;
      const nothing = { mode, phase, shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
      return fitFinalFrame(parts, ending, nothing);
    },
  };
}

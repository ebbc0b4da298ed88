import type { DisplayLimits } from '../contract/budget.js';
import type { Chunk } from '../contract/chunk.js';
import type { Frame, Phase, ResponseMode } from '../contract/frame.js';
import type { Row, Value } from '../contract/row.js';
import type { Account } from './account.js';
import { type Ending, type FinalContent, fitFinalFrame } from './final-frame.js';
import type { Outlet } from './outlet.js';
import { addCounts, type PendingRows } from './pending-rows.js';
import type { PendingText } from './pending-text.js';
import { TRIMMED_CELL_CHARS, trimRows } from './trim.js';

/** No model token is longer than this many bytes, on average; what cannot fit is not even kept. */
const BYTES_A_TOKEN = 16;

/** Keeps the little that one frame can show of a whole result. */
export interface OneShotPresenter {
  readonly add: (chunk: Chunk, rows: readonly Row[]) => void;
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
    const narrow = trimRows(values, { maxFields: limits.max_fields, maxCellChars });
    return { ...shown, phase: trimmed ? 2 : 1, rows: narrow.rows, omittedFields: narrow.fields };
  }

  async function finalRows(ending: Ending, facts: readonly string[]): Promise<Frame | undefined> {
    await outlet.meter.loadExact();
    const fitting = { outlet, account, facts };
    let count = preview.values.length;
    for (const trimmed of mode === 'table' ? [false, true] : [false]) {
      const frame = await fitFinalFrame(fitting, ending, contentOf(count, trimmed));
      if (frame !== undefined) {
        return frame;
      }
    }
    if (mode === 'raw') {
      account.warn('the result is cut at the budget');
    }
    let low = 0;
    while (count - low > 1) {
      const middle = (low + count) >> 1;
      const priced = await outlet.price({ seq: 0, phase: 2, is_final: true, rows: contentOf(middle, true).rows ?? [] }, true);
      if (priced.cost < outlet.meter.remaining()) {
        low = middle;
      } else {
        count = middle;
      }
    }
    for (; low > 0; low = Math.floor(low * 0.8)) {
      const frame = await fitFinalFrame({ ...fitting, facts: [] }, ending, contentOf(low, mode === 'table'));
      if (frame !== undefined) {
        return frame;
      }
    }
    return undefined;
  }

  async function finalText(ending: Ending, facts: readonly string[]): Promise<Frame | undefined> {
    text.end();
    for (let most = Math.min(mostChars, text.size()); most >= 40; most = Math.floor(most * 0.7)) {
      const piece = text.peek(most);
      if (piece === undefined) {
        return undefined;
      }
      const content = { text: piece.text, shownRows: 0, shownChars: piece.rawChars, redactions: piece.redactions };
      const phase: Phase = piece.rawChars < account.chars() ? 2 : 1;
      const frame = await fitFinalFrame({ outlet, account, facts }, ending, { ...content, mode, phase });
      if (frame !== undefined) {
        return frame;
      }
    }
    return undefined;
  }

  return {
    add,
    async final(ending, facts) {
      const shown = mode === 'handle_only' ? [] : facts;
      const content =
        preview.values.length > 0 ? await finalRows(ending, shown) : text.size() > 0 ? await finalText(ending, shown) : undefined;
      const phase: Phase = mode === 'handle_only' ? 4 : 3;
      const nothing = { mode, phase, shownRows: 0, shownChars: 0, redactions: new Map<string, number>() };
      const frame = content ?? (await fitFinalFrame({ outlet, account, facts: shown }, ending, nothing));
      if (frame === undefined) {
        throw new Error('a final frame without content always fits');
      }
      return frame;
    },
  };
}

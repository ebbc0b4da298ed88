import type { Chunk, RecordsChunk } from '../contract/chunk.js';
import type { DisplayLimits } from '../contract/budget.js';
import type { Frame, Phase } from '../contract/frame.js';
import type { Row } from '../contract/row.js';
import type { Account } from './account.js';
import { BATCH_BYTES, BATCH_MS } from './batch-limits.js';
import type { Outlet } from './outlet.js';
import type { PendingRows, RowBatch } from './pending-rows.js';
import type { PendingText } from './pending-text.js';
import { nextPhase } from './phase.js';
import { createSummaryBatch } from './summary-batch.js';
import { TRIMMED_CELL_CHARS, trimRows } from './trim.js';

/** Facts of one batch; few and small, so that doubling batches can span a long stream. */
const MOST_BATCH_FACTS = 8;
const FEWEST_BATCH_FACTS = 2;
const BATCH_FACTS_SHARE = 0.025;
const NO_REDACTIONS: ReadonlyMap<string, number> = new Map();

export interface Presenter {
  readonly add: (chunk: Chunk, rows: readonly Row[]) => void;
  /** When a waiting batch becomes due (monotonic ms); undefined: nothing waits. */
  readonly deadline: () => number | undefined;
  /** Frames that are due now. */
  readonly due: (now: number) => AsyncGenerator<Frame>;
  /** The source has ended cleanly: everything that waits leaves. */
  readonly flush: (now: number) => AsyncGenerator<Frame>;
  /** The budget is used up: nothing more will be shown. */
  readonly silent: () => boolean;
}

export interface PresenterParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly rows: PendingRows;
  readonly text: PendingText;
  readonly limits: DisplayLimits;
  /** Rows to show in full or trimmed before facts take over. */
  readonly maxRows: number;
  readonly redactFact: (text: string, fieldName?: string) => string;
  readonly finalNeed: () => Promise<number>;
}

/** Degrades a stream in four phases as its budget runs out (SPEC 3.1). */
export function createStreamPresenter(parts: PresenterParts): Presenter {
  const { outlet, account, rows, text } = parts;
  const summary = createSummaryBatch(parts.redactFact);
  let oldest: number | undefined;
  let handleAnnounced = false;

  function add(chunk: Chunk, admitted: readonly Row[]): void {
    if (chunk.type !== 'records' && chunk.type !== 'text') {
      return;
    }
    const phase = outlet.phase();
    if (phase === 4) {
      return;
    }
    if (phase === 3) {
      addToSummary(chunk, admitted);
    } else if (chunk.type === 'records') {
      rows.push(chunk, admitted);
    } else {
      text.push(chunk.channel, chunk.text);
    }
  }

  function addToSummary(chunk: RecordsChunk | Extract<Chunk, { type: 'text' }>, admitted: readonly Row[]): void {
    if (chunk.type === 'records') {
      summary.addRows(admitted, chunk.lines.byteLength);
    } else {
      summary.addText(chunk.text, chunk.channel);
    }
  }

  /** What waited for a form that is no longer offered is summarised instead. */
  function leaveRows(shownBatch?: RowBatch): void {
    summary.startAt(outlet.shown().rows);
    summary.addRows(shownBatch?.raw ?? [], shownBatch?.jsonBytes ?? 0);
    const bytes = rows.bytes();
    summary.addRows(rows.drain(), bytes);
    for (let piece = text.peek(BATCH_BYTES); piece !== undefined; piece = text.peek(BATCH_BYTES)) {
      summary.addText(piece.text, piece.channel);
      piece.accept();
    }
    text.drop();
  }

  async function* showRows(): AsyncGenerator<Frame> {
    const tenth = outlet.meter.total / 10;
    const left = parts.maxRows - outlet.shown().rows;
    if (left <= 0) {
      outlet.advance(3);
      leaveRows();
      return;
    }
    const batch = rows.take({ bytes: Math.min(tenth / outlet.meter.density(), BATCH_BYTES), rows: left });
    const counts = { shownRows: batch.values.length, shownChars: 0, redactions: batch.redactions };
    while (outlet.phase() < 3) {
      const form: Phase = outlet.phase();
      const trimmed = form === 1 ? undefined : trimRows(batch.values, { maxFields: parts.limits.max_fields, maxCellChars: TRIMMED_CELL_CHARS });
      const content =
        trimmed === undefined
          ? { rows: batch.values }
          : { rows: trimmed.rows, omittedFields: trimmed.fields, omittedChars: trimmed.chars };
      const frame = await outlet.offer({ ...content, ...counts }, account);
      if (frame !== undefined) {
        yield frame;
        if (outlet.phase() >= 3) {
          leaveRows();
        }
        return;
      }
      outlet.advance(nextPhase(form));
    }
    leaveRows(batch);
  }

  async function* showText(): AsyncGenerator<Frame> {
    const most = Math.max(40, Math.min(outlet.meter.total / 10 / outlet.meter.density(), BATCH_BYTES));
    while (outlet.phase() < 3) {
      const form: Phase = outlet.phase();
      const piece = form === 1 ? text.peek(most) : text.peekTrimmed(Math.min(most, parts.limits.max_chars));
      if (piece === undefined) {
        return;
      }
      const frame = await outlet.offer(
        {
          text: piece.text,
          ...(piece.channel === 'text' || piece.channel === 'stdout' ? {} : { channel: piece.channel }),
          omittedChars: piece.omittedChars,
          shownRows: 0,
          shownChars: piece.rawChars,
          redactions: piece.redactions,
        },
        account,
      );
      if (frame !== undefined) {
        piece.accept();
        yield frame;
        if (outlet.phase() >= 3) {
          leaveRows();
        }
        return;
      }
      outlet.advance(nextPhase(form));
    }
    leaveRows();
  }

  async function* showFacts(now: number, force: boolean): AsyncGenerator<Frame> {
    if (!summary.isDue(now) && !(force && summary.size() > 0)) {
      return;
    }
    for (let most = MOST_BATCH_FACTS; most >= FEWEST_BATCH_FACTS; most -= 1) {
      const facts = summary.facts(most);
      const isSmall = most === FEWEST_BATCH_FACTS || outlet.meter.measure(facts.join('\n')) <= outlet.meter.total * BATCH_FACTS_SHARE;
      const content = { facts, shownRows: 0, shownChars: 0, redactions: NO_REDACTIONS };
      const frame = isSmall ? await outlet.offer(content, account) : undefined;
      if (frame !== undefined) {
        summary.next(now);
        yield frame;
        return;
      }
    }
    outlet.advance(4);
  }

  async function* show(now: number, force: boolean): AsyncGenerator<Frame> {
    const isLate = force || outlet.frames() === 0 || (oldest !== undefined && now - oldest >= BATCH_MS);
    while (outlet.phase() < 3 && rows.size() > 0 && (isLate || isFull(rows.bytes()))) {
      yield* showRows();
    }
    while (outlet.phase() < 3 && text.size() > 0 && (isLate || isFull(text.size()))) {
      yield* showText();
    }
    if (outlet.phase() === 3) {
      yield* showFacts(now, force);
    }
    if (outlet.phase() === 4 && !handleAnnounced) {
      handleAnnounced = true;
      rows.drain();
      text.drop();
      const frame = await outlet.announceHandle(account, await parts.finalNeed());
      if (frame !== undefined) {
        yield frame;
      }
    }
    const waits = rows.size() > 0 || text.size() > 0;
    oldest = waits ? (isLate ? now : (oldest ?? now)) : undefined;
  }

  function isFull(bytes: number): boolean {
    return bytes >= BATCH_BYTES || bytes * outlet.meter.density() >= outlet.meter.total / 10;
  }

  return {
    add,
    deadline: () => (outlet.phase() === 3 ? summary.deadline() : oldest === undefined ? undefined : oldest + BATCH_MS),
    due: (now) => show(now, false),
    async *flush(now) {
      if (outlet.phase() < 3) {
        text.end();
      }
      yield* show(now, true);
    },
    silent: () => outlet.phase() === 4,
  };
}

import type { DisplayLimits } from '../../contract/budget.js';
import type { Chunk } from '../../contract/chunk.js';
import type { Frame, Phase } from '../../contract/frame.js';
import type { Row } from '../../contract/row.js';
import { nextPhase } from '../budget/phase.js';
import type { Judgement } from '../facts/judgement.js';
import type { Summariser } from '../facts/summariser.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Account } from './account.js';
import { BATCH_BYTES, BATCH_MS } from './batch-limits.js';
import type { Content, Outlet } from './outlet.js';
import type { PendingRows, RowBatch } from './pending-rows.js';
import type { Excerpt, PendingText } from './pending-text.js';
import type { RowDigest } from './row-digest.js';
import { createSummaryBatch } from './summary-batch.js';
import { createTextStream } from './text-stream.js';
import { countsOfShown, type TableForm, TRIMMED_CELL_CHARS, trimRows, WHOLE_ROWS } from './trim.js';

/** Facts of one batch; few and small, so that doubling batches can span a long stream. */
const MOST_BATCH_FACTS = 8;
const FEWEST_BATCH_FACTS = 3;
const BATCH_FACTS_SHARE = 0.025;
const NO_REDACTIONS: ReadonlyMap<string, number> = new Map();

export interface Presenter {
  /** In the third phase somebody else has told `beside` of the rows. */
  readonly add: (chunk: Chunk, rows: readonly Row[]) => void;
  /** What has to be told of the rows of the next chunk by whoever walks through them. */
  readonly beside: () => Summariser | undefined;
  /** When a waiting batch becomes due (monotonic ms); undefined: nothing waits. */
  readonly deadline: () => number | undefined;
  /** Frames that are due now. */
  readonly due: (now: number) => AsyncGenerator<Frame>;
  /** The source has ended cleanly: everything that waits leaves. */
  readonly flush: (now: number) => AsyncGenerator<Frame>;
  /** The budget is used up: nothing more will be shown. */
  readonly silent: () => boolean;
  /** Text that waits for the end, if there is any and all of it waits. */
  readonly held: () => Excerpt | undefined;
}

export interface PresenterParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly rows: PendingRows;
  readonly text: PendingText;
  readonly digest: TextDigest;
  readonly rowDigest: RowDigest;
  /** Text is printed as text. */
  readonly holds: boolean;
  readonly limits: DisplayLimits;
  /** Rows to show in full or trimmed before facts take over. */
  readonly maxRows: number;
  readonly judgement: Judgement;
  readonly finalNeed: () => Promise<number>;
  /** The source ends with the budget. */
  readonly stopAtBudget: boolean;
}

/** Degrades a stream in four phases as its budget runs out (SPEC 3.1). */
export function createStreamPresenter(parts: PresenterParts): Presenter {
  const { outlet, account, rows } = parts;
  const texts = createTextStream(parts);
  const summary = createSummaryBatch({ judgement: parts.judgement, staysSmall: parts.stopAtBudget });
  let oldest: number | undefined;
  let handleAnnounced = false;

  function add(chunk: Chunk, admitted: readonly Row[]): void {
    if (chunk.type !== 'records' && chunk.type !== 'text') {
      return;
    }
    const phase = outlet.phase();
    if (phase === 4 && chunk.type === 'records') {
      return;
    }
    if (chunk.type === 'text') {
      texts.add(chunk);
    } else if (phase === 3) {
      summary.countRows(admitted.length, chunk.lines.byteLength);
    } else {
      rows.push(chunk, admitted);
    }
  }

  /** What waited for a form that is no longer offered is summarised instead. */
  function leaveRows(shownBatch?: RowBatch): void {
    summary.startAt(outlet.shown().rows);
    summary.addRows(shownBatch?.raw ?? [], shownBatch?.jsonBytes ?? 0);
    const bytes = rows.bytes();
    summary.addRows(rows.drain(), bytes);
  }

  /** Offers content in the form of the current phase, then in the next one's; undefined once facts must take over. */
  async function offerDown(inForm: (form: Phase) => Content): Promise<Frame | undefined> {
    while (outlet.phase() < (parts.rowDigest.tells() ? 2 : 3)) {
      const form = outlet.phase();
      const frame = await outlet.offer(inForm(form), account);
      if (frame !== undefined) {
        return frame;
      }
      outlet.advance(nextPhase(form));
    }
    return undefined;
  }

  async function* showRows(): AsyncGenerator<Frame> {
    const left = parts.maxRows - outlet.shown().rows;
    if (left <= 0) {
      outlet.advance(3);
      leaveRows();
      return;
    }
    // A trimmed row shows next to nothing of the records inside: the last frame tells them.
    if (outlet.phase() === 2 && parts.rowDigest.tells()) {
      outlet.advance(3);
      leaveRows();
      return;
    }
    const batch = rows.take({ bytes: Math.min(bytesOfTenth(), BATCH_BYTES), rows: left });
    const frame = await offerDown((form) => rowContent(batch, tableOf(form)));
    if (frame !== undefined) {
      yield frame;
    } else {
      outlet.advance(3);
    }
    if (outlet.phase() >= 3) {
      leaveRows(frame === undefined ? batch : undefined);
    }
  }

  function tableOf(form: Phase): TableForm {
    const { max_fields: maxFields, max_depth: maxDepth } = parts.limits;
    const inner = { ...WHOLE_ROWS, maxItems: parts.maxRows };
    return form === 1 ? inner : { ...inner, maxFields, maxDepth, maxCellChars: TRIMMED_CELL_CHARS };
  }

  async function* showFacts(now: number, force: boolean): AsyncGenerator<Frame> {
    if (!summary.isDue(now) && !(force && summary.size() > 0)) {
      return;
    }
    for (let most = MOST_BATCH_FACTS; most >= FEWEST_BATCH_FACTS; most -= 1) {
      const facts = summary.facts(most);
      const isSmall =
        most === FEWEST_BATCH_FACTS || outlet.meter.measure(facts.join('\n')) <= outlet.meter.total * BATCH_FACTS_SHARE;
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

  async function* showHandle(): AsyncGenerator<Frame> {
    if (handleAnnounced) {
      return;
    }
    handleAnnounced = true;
    rows.drain();
    const frame = await outlet.announceHandle(account, await parts.finalNeed());
    if (frame !== undefined) {
      yield frame;
    }
  }

  async function* show(now: number, force: boolean): AsyncGenerator<Frame> {
    const isLate = force || outlet.frames() === 0 || now - (oldest ?? now) >= BATCH_MS;
    while (outlet.phase() < 3 && isDue(rows.size(), rows.bytes(), isLate)) {
      yield* showRows();
    }
    yield* texts.showWaiting({
      isDue: (count, bytes) => isDue(count, bytes, isLate),
      mostBytes: bytesOfTenth(),
      now,
    });
    yield* texts.showTelling(now);
    if (parts.stopAtBudget && texts.isCut()) {
      outlet.advance(4);
    }
    if (outlet.phase() === 3) {
      yield* showFacts(now, force);
    }
    if (outlet.phase() === 4) {
      yield* showHandle();
    }
    oldest = rows.size() + texts.size() > 0 ? (oldest ?? now) : undefined;
  }

  function isDue(count: number, bytes: number, isLate: boolean): boolean {
    return count > 0 && (isLate || bytes >= Math.min(BATCH_BYTES, bytesOfTenth()));
  }

  function rowsDeadline(): number | undefined {
    return oldest === undefined ? undefined : oldest + BATCH_MS;
  }

  /** About how many bytes a tenth of the budget pays for. */
  function bytesOfTenth(): number {
    return outlet.meter.total / 10 / outlet.meter.density();
  }

  return {
    add,
    beside: () => (outlet.phase() === 3 ? summary.summariser() : undefined),
    deadline: () => earlier(outlet.phase() === 3 ? summary.deadline() : rowsDeadline(), texts.deadline()),
    due: (now) => show(now, false),
    async *flush(now) {
      if (!account.isCut()) {
        texts.end();
      }
      yield* show(now, true);
      if (parts.holds && texts.held() !== undefined) {
        yield* texts.showHeld(parts.finalNeed);
      }
    },
    silent: () => outlet.phase() === 4,
    held: texts.held,
  };
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function rowContent(batch: RowBatch, form: TableForm): Content {
  const trimmed = trimRows(batch.values, form);
  return {
    rows: trimmed.rows,
    omittedFields: trimmed.fields,
    omittedChars: trimmed.chars,
    omittedItems: trimmed.items,
    shownRows: batch.values.length,
    shownChars: 0,
    redactions: countsOfShown(trimmed, batch.redactions),
  };
}

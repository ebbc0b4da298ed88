import type { DisplayLimits, Encoding, LoadTokenCounter } from '../../contract/budget.js';
import { BYTES_CHANNEL, type Chunk, type RecordsChunk } from '../../contract/chunk.js';
import type { Clock } from '../../contract/clock.js';
import type { Frame, HandleInfo, Outcome, Phase, Rendering, ResponseMode } from '../../contract/frame.js';
import type { Row } from '../../contract/row.js';
import type { TraceTotals } from '../../contract/trace.js';
import { isMembers } from '../../streams/members.js';
import { createRedactor, type RedactionOptions, redactText } from '../find/redactor.js';
import { createTextDigest } from '../texts/text-digest.js';
import { type Account, createAccount } from './account.js';
import { createBadRows } from './bad-rows.js';
import { createFactJudgement } from './fact-judgement.js';
import { defined, type Ending, type FinalContent, type FinalParts } from './final-content.js';
import { finalNeed, fitFinalFrame, lastWord, tryFinalFrame } from './final-frame.js';
import { framesOf } from './frames-of.js';
import { heldContent } from './held-content.js';
import { createLastRows } from './last-rows.js';
import { createOneShotPresenter } from './one-shot-presenter.js';
import { createOutlet, type FrameIdentity } from './outlet.js';
import { createPendingRows, exactRows } from './pending-rows.js';
import { createPendingText } from './pending-text.js';
import { createRowDigest, type ToldRows } from './row-digest.js';
import { createRowView } from './row-view.js';
import { createStreamPresenter } from './stream-presenter.js';
import { tellParts } from './tell-parts.js';
import { tellRowsBefore } from './tell-rows-before.js';
import { textEnd } from './text-end.js';
import { totalsOf } from './totals.js';

export type { Ending } from './final-content.js';
export type { FrameIdentity } from './outlet.js';

export interface FirewallOptions {
  readonly identity: FrameIdentity;
  /** Model tokens for everything that leaves; Infinity: no ceiling. */
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly loadCounter: LoadTokenCounter;
  readonly alwaysExact: boolean;
  readonly limits: DisplayLimits;
  /** The form of a one-frame result; a stream that names one starts in the phase that is like it. */
  readonly mode: ResponseMode | undefined;
  readonly streamed: boolean;
  /** What is asked about the result: lines that share its words are raised. */
  readonly query?: string | undefined;
  /** Rows a stream shows before facts take over, and a table shows at all. */
  readonly maxRows: number;
  readonly allowedFields?: readonly string[];
  readonly redaction: RedactionOptions;
  readonly clock: Clock;
  /** The stored result as it stands; undefined when nothing is kept. */
  readonly handle: () => HandleInfo | undefined;
  readonly beforeFrame: () => Promise<void>;
  /** What is printed in place of the frames' lines. */
  readonly rendering?: Rendering;
  readonly stopAtBudget: boolean;
  /** Once true, nothing of what comes is shown, however it may look. */
  readonly isWithheld: () => boolean;
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** What a result says from when it is withheld. */
export const REST_WITHHELD =
  'the rest is withheld: it was given stored values that are hidden only for where they stood; name a field that may be shown';

export interface Firewall {
  /** Every frame but the last. A one-shot firewall yields none. Throws what the source throws. */
  readonly frames: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Frame>;
  /** The last frame; asked for exactly once. */
  readonly final: (ending: Ending) => Promise<Frame>;
  /** Only that and how it ended, should the last frame itself have failed. */
  readonly lastWord: (status: Outcome) => Promise<Frame>;
  readonly warn: (message: string) => void;
  /** True once the stream was left early because its budget ran out. */
  readonly stoppedAtBudget: () => boolean;
  readonly exit: () => { readonly exit_code: number | null; readonly signal: string | null } | undefined;
  /** How far the driver says it has come. */
  readonly progress: Account['progress'];
  /** What the driver says of it, redacted: for people, so no frame has it. */
  readonly progressNote: Account['progressNote'];
  readonly totals: () => TraceTotals;
  /** Sentences about the stream so far, as its last frame would tell them if it ended now. */
  readonly facts: () => readonly string[];
}

const START_PHASE: Readonly<Record<ResponseMode, Phase>> = { auto: 1, raw: 1, table: 2, summary: 3, handle_only: 4 };

/**
 * The only way out. Per chunk: admit rows → account → redact what is shown → phase → count → frame. What is hidden of a
 * row is judged on the whole of it, in the facts as in the rows; only then the fields that are not allowed are left out.
 * What it shows is bounded by the budget; what it counts is exact.
 */
export function createFirewall(options: FirewallOptions): Firewall {
  const { clock, limits, mode, streamed } = options;
  const judgement = createFactJudgement(options.redaction, options.allowedFields);
  const account = createAccount(judgement);
  const neverTrim = mode === 'raw';
  const startPhase = streamed && mode !== undefined ? START_PHASE[mode] : 1;
  const outlet = createOutlet({ startPhase, neverTrim, ...options });
  const showsText = options.allowedFields?.some((path) => path === 'text') ?? true;
  const digest = createTextDigest({
    maxTokens: options.maxTokens,
    query: options.query,
    redact: (line) => redactText(line, options.redaction).text,
    shownChars: (channel) => text.accepted(channel),
    begun: (channel) => text.begun(channel),
  });
  const text = createPendingText(() => createRedactor(options.redaction), digest);
  const view = createRowView(options.redaction, options.allowedFields);
  const rowDigest = createRowDigest({ view, ...options, query: options.query });
  const badRows = createBadRows({ view, ...options, query: options.query });
  const lastRows = createLastRows(options.maxTokens);
  const shared = {
    outlet,
    account,
    rows: createPendingRows(view),
    text,
    digest,
    rowDigest,
    badRows,
    limits,
    maxRows: options.maxRows,
  };
  const stream = createStreamPresenter({
    judgement,
    finalNeed: () => finalNeed(outlet, account, endingNow()),
    stopAtBudget: options.stopAtBudget,
    holds: options.rendering !== undefined && Number.isFinite(options.maxTokens),
    ...shared,
  });
  const oneShot = createOneShotPresenter({ mode: mode ?? 'auto', ...shared });
  const presenter = streamed ? stream : oneShot;
  let stopped = false;
  /** Of a call that was withheld from its beginning, the allowed fields tell it. */
  let isWithheld = false;

  function endingNow(): Ending {
    return { status: 'completed', ...defined('handle', options.handle()) };
  }

  /** Whoever is allowed some fields only sees nothing of rows that are no objects. */
  function admit(chunk: Chunk): readonly Row[] {
    if (chunk.type !== 'records' || isWithheld) {
      return [];
    }
    if (options.allowedFields === undefined || chunk.rows.every(isMembers)) {
      return chunk.rows;
    }
    const kept = exactRows(chunk).filter(isMembers);
    account.warn('rows that are not objects are hidden', chunk.rows.length - kept.length);
    return kept;
  }

  function takeRows(chunk: RecordsChunk, rows: readonly Row[]): void {
    digest.skip(chunk.rows.length);
    rowDigest.take(chunk, rows);
    badRows.take(chunk, rows);
    lastRows.take(chunk, rows, streamed && account.chars() === 0);
  }

  /** What is hidden is counted all the same. */
  function take(chunk: Chunk): void {
    if (!isWithheld && (chunk.type === 'records' || chunk.type === 'text') && options.isWithheld()) {
      isWithheld = true;
      account.warn(REST_WITHHELD);
    }
    const rows = admit(chunk);
    account.add(chunk, rows, presenter.beside());
    if (isWithheld) {
      return;
    }
    if (chunk.type === 'text' && chunk.channel === BYTES_CHANNEL) {
      return;
    }
    if (chunk.type === 'records') {
      takeRows(chunk, rows);
    }
    if (chunk.type !== 'text' || showsText) {
      presenter.add(chunk, rows);
    } else {
      account.warn('text is hidden: the allowed fields do not name it');
    }
  }

  /** Of a text also what its lines say together, once it has ended. */
  function factsNow(ending: Ending): readonly string[] {
    const facts = account.facts({ maxFacts: Number.POSITIVE_INFINITY });
    return account.chars() === 0 ? facts : [...facts, ...digest.facts(textEnd(ending, account.exit()))];
  }

  /** Some row was not shown, or not all of what is inside. */
  function isRowLeft(): boolean {
    return account.rows() > outlet.shown().rows || outlet.shown().cutItems > 0;
  }

  /** The telling parts of rows that were not shown whole. */
  async function tellRows(parts: FinalParts, ending: Ending, content: FinalContent): Promise<Frame | undefined> {
    const { rows } = outlet.shown();
    const told = isRowLeft() ? (rowDigest.told() ?? badRows.told(rows, lastRows.from(rows))) : undefined;
    const priced = told && (await tellParts(parts, ending, { told, content }));
    return priced && outlet.send(priced);
  }

  /** Where text has come, the places of rows behind it are not known. */
  function rowsBefore(): ToldRows | undefined {
    const { rows } = outlet.shown();
    const last = account.rows() > rows ? lastRows.from(rows) : [];
    return last.length > 0 ? badRows.told(rows, last) : undefined;
  }

  return {
    frames: (chunks) =>
      framesOf(chunks, {
        clock,
        stream,
        take,
        streamed,
        mayStop: () => {
          stopped = options.stopAtBudget && stream.silent();
          return stopped;
        },
      }),
    async final(ending) {
      if (!streamed) {
        return oneShot.final(ending, () => factsNow(ending));
      }
      digest.close();
      const parts = { outlet, account, facts: factsNow(ending) };
      const nothing = { shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
      if (account.chars() <= outlet.shown().chars) {
        return (await tellRows(parts, ending, nothing)) ?? fitFinalFrame(parts, ending);
      }
      const content = { ...nothing, nextRow: digest.nextRow() };
      const held = stream.held();
      const told =
        (held === undefined ? undefined : await tryFinalFrame(parts, ending, heldContent(held))) ??
        (await tellRowsBefore(parts, ending, { digest, content, rowsBefore }));
      return told === undefined ? fitFinalFrame(parts, ending, content) : outlet.send(told);
    },
    lastWord: async (status) => outlet.send(await lastWord(outlet, { status })),
    warn: (message) => account.warn(message),
    stoppedAtBudget: () => stopped,
    exit: account.exit,
    progress: account.progress,
    progressNote: () => (isWithheld || !showsText ? undefined : account.progressNote()),
    totals: () => totalsOf(account, outlet),
    facts: () => account.facts(),
  };
}

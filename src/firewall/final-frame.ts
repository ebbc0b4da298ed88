import type { ErrorInfo, Frame, HandleInfo, Outcome, Phase, ResponseMode } from '../contract/frame.js';
import type { Value } from '../contract/row.js';
import type { Account } from './account.js';
import type { FrameDraft, PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import { countPlaceholders, type Outlet } from './outlet.js';

/** How a stream ended. `error` texts are already redacted. */
export interface Ending {
  readonly status: Outcome;
  readonly error?: ErrorInfo;
  readonly handle?: HandleInfo;
  readonly next?: string;
}

/** What a one-frame result shows besides its facts; a stream's final frame shows nothing more. */
export interface FinalContent {
  readonly mode?: ResponseMode;
  readonly phase?: Phase;
  readonly rows?: readonly Value[];
  readonly raw?: readonly Value[];
  readonly text?: string;
  readonly shownRows: number;
  readonly shownChars: number;
  readonly omittedFields?: readonly string[];
  readonly redactions: ReadonlyMap<string, number>;
}

const MOST_FACTS = 20;
const MOST_REDACTION_TYPES = 5;
const SHORT_ERROR = 120;

/** Parts of the final frame that give way, in this order: facts, warnings, redaction types, error text, provenance. */
interface Concession {
  readonly facts: number;
  readonly warnings: number;
  readonly redactionTypes: number;
  readonly bare: boolean;
}

/**
 * The last frame: accounts for the whole stream and always fits what the budget has left. Returns undefined when the
 * content (not the accounts) is what does not fit, so that the caller can offer less.
 */
export async function fitFinalFrame(
  parts: { readonly outlet: Outlet; readonly account: Account; readonly facts: readonly string[] },
  ending: Ending,
  content?: FinalContent,
): Promise<Frame | undefined> {
  const { outlet, account, facts } = parts;
  const warnings = account.warnings();
  const types = outlet.redactions().size + (content?.redactions.size ?? 0);

  async function attempt(concession: Concession): Promise<PricedFrame | undefined> {
    const priced = await outlet.price(finalDraft(parts, ending, { concession, content }), true);
    return priced.cost <= outlet.meter.remaining() ? priced : undefined;
  }

  const full = { facts: Math.min(facts.length, MOST_FACTS), warnings: warnings.length, redactionTypes: types, bare: false };
  const whole = await attempt(full);
  if (whole !== undefined) {
    return outlet.send(whole);
  }
  const fewerFacts = await mostThatFits(0, full.facts - 1, (count) => attempt({ ...full, facts: count }));
  if (fewerFacts !== undefined) {
    return outlet.send(fewerFacts.found);
  }
  if (content !== undefined && (content.rows ?? content.raw ?? content.text) !== undefined) {
    return undefined;
  }
  const noFacts = { ...full, facts: 0 };
  const last =
    (await mostThatFits(0, warnings.length - 1, (count) => attempt({ ...noFacts, warnings: count })))?.found ??
    (await attempt({ ...noFacts, warnings: 0, redactionTypes: MOST_REDACTION_TYPES })) ??
    (await attempt({ facts: 0, warnings: 0, redactionTypes: 0, bare: true }));
  return last === undefined ? outlet.send(await lastWord(outlet, ending)) : outlet.send(last);
}

/** What the bare final frame of this stream can cost at most, in model tokens. */
export async function finalNeed(outlet: Outlet, account: Account, ending: Ending): Promise<number> {
  await outlet.meter.loadExact();
  const parts = { outlet, account, facts: ['x'] };
  const concession = { facts: 0, warnings: 0, redactionTypes: MOST_REDACTION_TYPES, bare: false };
  const priced = await outlet.price(finalDraft(parts, ending, { concession, content: undefined }), true);
  // Counts may grow by some digits until the end, and an error may have to be told.
  return priced.cost + 40;
}

function finalDraft(
  parts: { readonly outlet: Outlet; readonly account: Account; readonly facts: readonly string[] },
  ending: Ending,
  form: { readonly concession: Concession; readonly content: FinalContent | undefined },
): FrameDraft {
  const { outlet, account, facts } = parts;
  const { concession, content } = form;
  const seen = account.seen();
  const shownRows = outlet.shown().rows + (content?.shownRows ?? 0);
  const shownChars = outlet.shown().chars + (content?.shownChars ?? 0);
  const shownFacts = limitFacts(facts, concession.facts);
  const leftFacts = Math.max(0, facts.length - (concession.facts < facts.length ? concession.facts - 1 : facts.length));
  const warnings = account.warnings().slice(0, concession.warnings);
  const leftWarnings = account.warnings().length - warnings.length;
  const redactions = allRedactions(parts, shownFacts, content);
  const leftTypes = Math.max(0, redactions.length - concession.redactionTypes);
  const counted = redactions.slice(0, concession.redactionTypes);
  const exit = account.exit();
  const omitted = {
    ...(seen.rows === undefined ? {} : { rows: seen.rows - shownRows }),
    ...(seen.chars === undefined ? {} : { chars: seen.chars - shownChars }),
    ...(content?.omittedFields?.length ? { fields: content.omittedFields } : {}),
    ...(leftFacts > 0 ? { facts: Math.min(leftFacts, facts.length) } : {}),
    ...(leftWarnings > 0 ? { warnings: leftWarnings } : {}),
    ...(leftTypes > 0 ? { redaction_types: leftTypes } : {}),
  };
  const shown = {
    ...(seen.rows === undefined ? {} : { rows: shownRows }),
    ...(seen.chars === undefined ? {} : { chars: shownChars }),
  };
  const first = outlet.frames() === 0 && !concession.bare;
  return {
    ...(first ? outlet.draftEnvelope(true) : {}),
    seq: outlet.frames(),
    phase: content?.phase ?? outlet.phase(),
    is_final: true,
    status: ending.status,
    ...(ending.error === undefined ? {} : { error: concession.bare ? shortError(ending.error) : ending.error }),
    ...(exit === undefined ? {} : { exit }),
    ...(content?.mode === undefined ? {} : { mode: content.mode }),
    ...(content?.rows === undefined ? {} : { rows: content.rows }),
    ...(content?.raw === undefined ? {} : { raw_data: content.raw }),
    ...(content?.text === undefined ? {} : { text: content.text }),
    seen,
    shown,
    omitted,
    ...(shownFacts.length > 0 ? { facts: shownFacts } : {}),
    ...(counted.length > 0 ? { redactions: Object.fromEntries(counted) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(ending.handle === undefined ? {} : { handle: ending.handle }),
    ...(ending.next === undefined ? {} : { next: ending.next }),
  };
}

/** At most `most` sentences; when there are more, the last one says how many were left out. */
export function limitFacts(facts: readonly string[], most: number): readonly string[] {
  if (facts.length <= most) {
    return facts;
  }
  return most < 1 ? [] : [...facts.slice(0, most - 1), `${facts.length - most + 1} more facts left out`];
}

/** Most frequent first, ties by name. */
function allRedactions(
  parts: { readonly outlet: Outlet },
  facts: readonly string[],
  content: FinalContent | undefined,
): readonly (readonly [string, number])[] {
  const counts = new Map(parts.outlet.redactions());
  for (const more of [countPlaceholders(facts), content?.redactions ?? new Map<string, number>()]) {
    for (const [type, count] of more) {
      counts.set(type, (counts.get(type) ?? 0) + count);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function shortError(error: ErrorInfo): ErrorInfo {
  return { code: error.code, message: error.message.slice(0, SHORT_ERROR) };
}

/** Should even the bare accounts not fit, the end itself is still told. */
async function lastWord(outlet: Outlet, ending: Ending): Promise<PricedFrame> {
  return outlet.price({ seq: outlet.frames(), phase: 4, is_final: true, status: ending.status }, false);
}

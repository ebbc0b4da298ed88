import type { ErrorInfo, Frame, HandleInfo, Outcome, Phase, ResponseMode } from '../contract/frame.js';
import type { Value } from '../contract/row.js';
import type { Account } from './account.js';
import { countPlaceholders } from './count-placeholders.js';
import type { FrameDraft, PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';

/** How a stream ended. `error` texts are already redacted. */
export interface Ending {
  readonly status: Outcome;
  readonly error?: ErrorInfo;
  readonly handle?: HandleInfo;
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
  /** Characters cut from the cells of shown rows. */
  readonly omittedChars?: number;
  readonly redactions: ReadonlyMap<string, number>;
}

const MOST_FACTS = 20;
const MOST = Number.MAX_SAFE_INTEGER;
const MOST_REDACTION_TYPES = 5;
const SHORT_ERROR = 120;

/** Parts of the final frame that give way, in this order: facts, warnings, redaction types, error text, provenance. */
interface Concession {
  readonly facts: number;
  readonly warnings: number;
  readonly redactionTypes: number;
  readonly bare: boolean;
}

/** The last frame with everything it has to say, or undefined when that does not fit what the budget has left. */
export async function tryFinalFrame(
  parts: FinalParts,
  ending: Ending,
  content: FinalContent | undefined,
): Promise<PricedFrame | undefined> {
  const concession = { facts: MOST_FACTS, warnings: MOST, redactionTypes: MOST, bare: false };
  return priceIfItFits(parts, ending, { concession, content });
}

/** The last frame: accounts for the whole stream and always fits what the budget has left. */
export async function fitFinalFrame(parts: FinalParts, ending: Ending, content?: FinalContent): Promise<Frame> {
  const { outlet, account, facts } = parts;
  const full = { facts: MOST_FACTS, warnings: MOST, redactionTypes: MOST, bare: false };
  const attempt = (concession: Concession) => priceIfItFits(parts, ending, { concession, content });
  const warnings = account.warnings().length;
  const fitting =
    (await attempt(full)) ??
    (await mostThatFits(0, Math.min(facts.length, MOST_FACTS) - 1, (count) => attempt({ ...full, facts: count })))
      ?.found ??
    (await mostThatFits(0, warnings - 1, (count) => attempt({ ...full, facts: 0, warnings: count })))?.found ??
    (await attempt({ facts: 0, warnings: 0, redactionTypes: MOST_REDACTION_TYPES, bare: false })) ??
    (await attempt({ facts: 0, warnings: 0, redactionTypes: 0, bare: true })) ??
    (await lastWord(outlet, ending));
  return outlet.send(fitting);
}

async function priceIfItFits(parts: FinalParts, ending: Ending, form: Form): Promise<PricedFrame | undefined> {
  const { outlet } = parts;
  const priced = await outlet.price(finalDraft(parts, ending, form), true);
  return priced.cost <= outlet.meter.remaining() ? priced : undefined;
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

interface Form {
  readonly concession: Concession;
  readonly content: FinalContent | undefined;
}

interface FinalParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly facts: readonly string[];
}

function finalDraft(parts: FinalParts, ending: Ending, form: Form): FrameDraft {
  const { outlet, account } = parts;
  const { concession, content } = form;
  const facts = limitFacts(parts.facts, concession.facts);
  const warnings = account.warnings().slice(0, concession.warnings);
  const redactions = allRedactions(parts, facts, content).slice(0, concession.redactionTypes);
  const error = concession.bare && ending.error !== undefined ? shortError(ending.error) : ending.error;
  const isOnly = outlet.frames() === 0 && !concession.bare;
  return {
    ...(isOnly ? outlet.draftEnvelope(true) : {}),
    seq: outlet.frames(),
    phase: content?.phase ?? outlet.phase(),
    is_final: true,
    status: ending.status,
    ...defined('error', error),
    ...defined('exit', account.exit()),
    ...contentPart(content),
    ...accountsPart(parts, form),
    ...(facts.length > 0 ? { facts } : {}),
    ...(redactions.length > 0 ? { redactions: Object.fromEntries(redactions) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...defined('handle', ending.handle),
    ...defined('next', concession.bare ? undefined : nextCommand(parts, ending, content)),
  };
}

/** What shows the rest; undefined when nothing is kept or nothing was left out. */
function nextCommand(
  { outlet, account }: FinalParts,
  { handle }: Ending,
  content: FinalContent | undefined,
): string | undefined {
  const shownRows = outlet.shown().rows + (content?.shownRows ?? 0);
  const shownChars = outlet.shown().chars + (content?.shownChars ?? 0);
  const isWhole = shownRows >= account.rows() && shownChars >= account.chars();
  if (handle === undefined || isWhole) {
    return undefined;
  }
  // Rows are shown from the first on; of text the middle is what was left out.
  const offset = shownRows > 0 && account.chars() === 0 ? ` --offset ${shownRows}` : '';
  return `akernel expand ${handle.handle_id}${offset}`;
}

function defined<Name extends string, T>(name: Name, value: T | undefined): { readonly [key in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]: T });
}

function contentPart(content: FinalContent | undefined): Partial<FrameDraft> {
  return {
    ...defined('mode', content?.mode),
    ...defined('rows', content?.rows),
    ...defined('raw_data', content?.raw),
    ...defined('text', content?.text),
  };
}

/** seen = shown + omitted, and the counts of what the frame itself had to leave out. */
function accountsPart(parts: FinalParts, { concession, content }: Form): Partial<FrameDraft> {
  const { outlet, account, facts } = parts;
  const seen = account.seen();
  const shownRows = outlet.shown().rows + (content?.shownRows ?? 0);
  const shownChars = outlet.shown().chars + (content?.shownChars ?? 0);
  const types = allRedactions(parts, facts, content).length;
  const left = {
    facts: facts.length > concession.facts ? Math.min(facts.length, facts.length - concession.facts + 1) : 0,
    warnings: Math.max(0, account.warnings().length - concession.warnings),
    redaction_types: Math.max(0, types - concession.redactionTypes),
  };
  const rows = seen.rows === undefined ? {} : { rows: seen.rows - shownRows };
  const cutChars = outlet.shown().cutChars + (content?.omittedChars ?? 0);
  const leftChars = (seen.chars === undefined ? 0 : seen.chars - shownChars) + cutChars;
  const chars = seen.chars === undefined && leftChars === 0 ? {} : { chars: leftChars };
  const fields = content?.omittedFields?.length ? { fields: content.omittedFields } : {};
  return {
    seen,
    shown: {
      ...(seen.rows === undefined ? {} : { rows: shownRows }),
      ...(seen.chars === undefined ? {} : { chars: shownChars }),
    },
    omitted: {
      ...rows,
      ...chars,
      ...fields,
      ...Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
    },
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
export async function lastWord(outlet: Outlet, ending: Ending): Promise<PricedFrame> {
  return outlet.price({ seq: outlet.frames(), phase: 4, is_final: true, status: ending.status }, false);
}

import type { Amounts, ErrorInfo, Frame } from '../../contract/frame.js';
import type { BudgetForm, FrameDraft, PricedFrame, ShownAmounts } from '../budget/meter.js';
import type { Account } from './account.js';
import {
  allRedactions,
  contentPart,
  defined,
  type Ending,
  type FinalContent,
  type FinalParts,
} from './final-content.js';
import { limitFacts, MOST_FACTS, toldFacts } from './limit-facts.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';
import { isWholeResult, wholeDraft } from './whole-result.js';

const MOST = Number.MAX_SAFE_INTEGER;
const MOST_REDACTION_TYPES = 5;
const SHORT_ERROR = 120;
const NOTHING: ShownAmounts = { shownRows: 0, shownChars: 0, redactions: new Map() };

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
  return priceIfItFits(parts, ending, { concession: everythingOf(parts), content });
}

/** The last frame: accounts for the whole stream and always fits what the budget has left. */
export async function fitFinalFrame(parts: FinalParts, ending: Ending, content?: FinalContent): Promise<Frame> {
  const { outlet, account, facts } = parts;
  const full = everythingOf(parts);
  const attempt = (concession: Concession) => priceIfItFits(parts, ending, { concession, content });
  const warnings = account.warnings().length;
  const fitting =
    (await attempt(full)) ??
    (await mostThatFits(0, Math.min(facts.length, full.facts) - 1, (count) => attempt({ ...full, facts: count })))
      ?.found ??
    (await mostThatFits(0, warnings - 1, (count) => attempt({ ...full, facts: 0, warnings: count })))?.found ??
    (await attempt({ facts: 0, warnings: 0, redactionTypes: MOST_REDACTION_TYPES, bare: false })) ??
    (await attempt({ facts: 0, warnings: 0, redactionTypes: 0, bare: true })) ??
    (await lastWord(outlet, ending));
  return outlet.send(fitting);
}

function everythingOf({ mostFacts = MOST_FACTS }: FinalParts): Concession {
  return { facts: mostFacts, warnings: MOST, redactionTypes: MOST, bare: false };
}

async function priceIfItFits(parts: FinalParts, ending: Ending, form: Form): Promise<PricedFrame | undefined> {
  const { outlet } = parts;
  const { draft, budget } = finalDraft(parts, ending, form);
  const priced = await outlet.price(draft, budget);
  return priced.cost <= outlet.meter.remaining()
    ? Object.assign({}, priced, { shows: form.content ?? NOTHING })
    : undefined;
}

/** What the bare final frame of this stream can cost at most, in model tokens. */
export async function finalNeed(outlet: Outlet, account: Account, ending: Ending): Promise<number> {
  await outlet.meter.loadExact();
  const parts = { outlet, account, facts: ['x'] };
  const concession = { facts: 0, warnings: 0, redactionTypes: MOST_REDACTION_TYPES, bare: false };
  const { draft, budget } = finalDraft(parts, ending, { concession, content: undefined });
  // Counts may grow by some digits until the end, and an error may have to be told.
  return (await outlet.price(draft, budget)).cost + 40;
}

interface Form {
  readonly concession: Concession;
  readonly content: FinalContent | undefined;
}

interface FinalDraft {
  readonly draft: FrameDraft;
  readonly budget: BudgetForm;
}

function finalDraft(parts: FinalParts, ending: Ending, { concession, content }: Form): FinalDraft {
  if (isWholeResult(parts, ending, content)) {
    return { draft: wholeDraft(parts, ending, content), budget: 'amounts' };
  }
  return { draft: accountDraft(parts, ending, { concession, content }), budget: 'full' };
}

function accountDraft(parts: FinalParts, ending: Ending, form: Form): FrameDraft {
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
    ...defined('mode', content?.mode),
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
  // Rows are shown from the first on; of text it is told where most was left out.
  const offset = account.chars() === 0 ? shownRows : (content?.nextRow ?? 0);
  return `akernel expand ${handle.handle_id}${offset > 0 ? ` --offset ${offset}` : ''}`;
}

/** seen = shown + omitted, and the counts of what the frame itself had to leave out. */
function accountsPart(parts: FinalParts, { concession, content }: Form): Partial<FrameDraft> {
  const { outlet, account, facts } = parts;
  const seen = account.seen();
  const shownRows = outlet.shown().rows + (content?.shownRows ?? 0);
  const shownChars = outlet.shown().chars + (content?.shownChars ?? 0);
  const types = allRedactions(parts, facts, content).length;
  const left = {
    items: outlet.shown().cutItems + (content?.omittedItems ?? 0),
    escape_chars: content?.omittedEscapes ?? 0,
    facts: facts.length - toldFacts(facts, concession.facts),
    warnings: Math.max(0, account.warnings().length - concession.warnings),
    redaction_types: Math.max(0, types - concession.redactionTypes),
  };
  const rows = seen.rows === undefined ? {} : { rows: seen.rows - shownRows };
  const cutChars = outlet.shown().cutChars + (content?.omittedChars ?? 0);
  const lostBytes = account.lost().bytes;
  const chars = charsLeft(seen.chars === undefined ? undefined : seen.chars - shownChars, cutChars);
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
      ...(lostBytes > 0 ? { bytes: lostBytes } : {}),
      ...fields,
      ...Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
    },
  };
}

/** Where text was seen as well, what was cut from cells is told apart from it: seen = shown + omitted. */
function charsLeft(ofText: number | undefined, ofCells: number): Pick<Amounts, 'chars' | 'cell_chars'> {
  if (ofText === undefined) {
    return ofCells === 0 ? {} : { chars: ofCells };
  }
  return { chars: ofText, ...(ofCells === 0 ? {} : { cell_chars: ofCells }) };
}

function shortError(error: ErrorInfo): ErrorInfo {
  return { code: error.code, message: error.message.slice(0, SHORT_ERROR) };
}

/** Should even the bare accounts not fit, the end itself is still told. */
export async function lastWord(outlet: Outlet, ending: Ending): Promise<PricedFrame> {
  return outlet.price({ seq: outlet.frames(), phase: 4, is_final: true, status: ending.status }, 'changes');
}

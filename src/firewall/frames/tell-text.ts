import { countPlaceholders } from '../../contract/count-placeholders.js';
import { highlightLines } from '../../contract/highlight-lines.js';
import type { Meter, PricedFrame } from '../budget/meter.js';
import type { Shown } from '../texts/picks.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { tryFinalFrame } from './final-frame.js';
import { createLineFit } from './line-fit.js';
import { withLongerLines } from './longer-lines.js';
import { mostThatFits } from './most-that-fits.js';
import { costOf, isMuchLeft, SLACK, spareOf } from './spare.js';

/** The part of a budget that a result given at once spends on its beginning, in percent (SPEC 3.4). */
const HEAD_SHARE = 5;
const FACTS_SHARE = 15;
/** Of entries, hits, commits and rows of tables: what they say together is in no line. */
const COUNTS_SHARE = 40;
/** Of a page or a file: where its parts begin. */
const OUTLINE_SHARE = 75;
/** With names that stand in sentences, which tell more. */
const DETAILED_OUTLINE_SHARE = 35;
/** Beside an answer to a question. */
const ASKED_OUTLINE_SHARE = 30;
const MOST_CHARS_OF_TOKEN = 16;
const FEWEST_FACTS = 2;
const MOST_FACTS = 20;
/** What ids and times may cost more than usual, in model tokens. */
const CHANCE = 12;
/** So much more, in model tokens, is worth another look for lines. */
const WORTHWHILE = 12;
/** What a fact costs beside its words, in model tokens. */
const A_FACT = 3;

interface TextToTell {
  readonly digest: Pick<TextDigest, 'pick' | 'density'> &
    Partial<Pick<TextDigest, 'isCounted' | 'isAsked' | 'outline'>>;
  readonly content: FinalContent;
  /** What a request or a grant lets be shown of it. */
  readonly maxChars: number;
  /** The part of what is left that facts may cost, in percent. */
  readonly factsShare?: number;
}

/** `mostFacts` within their share; with what lines leave, up to the limit. */
interface TellingParts extends FinalParts {
  readonly mostFacts: number;
  readonly limit: number;
}

/**
 * The last frame of a text that was not shown whole: its facts, and with all that is left of the budget its telling
 * lines. Undefined when not one line fits.
 */
export async function tellText(given: FinalParts, ending: Ending, told: TextToTell): Promise<PricedFrame | undefined> {
  const { content, digest, factsShare } = told;
  const { meter } = given.outlet;
  await meter.loadExact();
  const limit = given.mostFacts ?? MOST_FACTS;
  const withFacts = { ...given, limit, mostFacts: affordableFacts(given, factsShare ?? shareFor(digest)) };
  const bare = await tryFinalFrame(withFacts, ending, content);
  if (bare === undefined) {
    return undefined;
  }
  const maxTokens = meter.steadyRemaining() - costOf(bare, meter) - SLACK;
  const first = await tellOutlined(withFacts, ending, { told, maxTokens, more: 0 });
  if (first.priced === undefined) {
    return undefined;
  }
  // All lines were told that it does not name, so it may name its own more fully.
  const more = first.isOutlined && isMuchLeft(first.priced, meter) ? spareOf(first.priced, meter) : 0;
  const fuller = more > 0 ? (await tellOutlined(withFacts, ending, { told, maxTokens, more })).priced : undefined;
  return withLongerLines(fuller ?? first.priced, {
    meter,
    tell: async (dearestShare) =>
      (await tellOutlined(withFacts, ending, { told, maxTokens, more, dearestShare })).priced,
  });
}

interface OutlineToTell {
  readonly told: TextToTell;
  readonly maxTokens: number;
  /** Model tokens for the outline beyond its share. */
  readonly more: number;
  readonly dearestShare?: number;
}

async function tellOutlined(
  parts: TellingParts,
  ending: Ending,
  { told, maxTokens, more, dearestShare }: OutlineToTell,
): Promise<{ readonly isOutlined: boolean; readonly priced: PricedFrame | undefined }> {
  const outline = told.digest.outline?.(fitsOutline(told, parts.outlet.meter, { maxTokens, more }));
  if (outline === undefined) {
    return { isOutlined: false, priced: await tellLines(parts, ending, { ...told, dearestShare }) };
  }
  const facts = [...parts.facts.slice(0, 1), outline, ...parts.facts.slice(1)];
  const oneMore = (count: number): number => Math.min(MOST_FACTS, count + 1);
  const outlined = { ...parts, facts, limit: oneMore(parts.limit), mostFacts: oneMore(parts.mostFacts) };
  return {
    isOutlined: true,
    priced: await tellLines(outlined, ending, { ...told, dearestShare, maxChars: told.maxChars - outline.length }),
  };
}

function fitsOutline(
  { digest, maxChars }: TextToTell,
  meter: Pick<Meter, 'measure'>,
  { maxTokens, more }: Pick<OutlineToTell, 'maxTokens' | 'more'>,
) {
  const isAsked = digest.isAsked?.() === true;
  return (sentence: string, isDetailed: boolean): boolean => {
    const share = isAsked ? ASKED_OUTLINE_SHARE : isDetailed ? DETAILED_OUTLINE_SHARE : OUTLINE_SHARE;
    const most = (maxTokens * share) / 100 + more;
    return sentence.length <= Math.min(maxChars, most * MOST_CHARS_OF_TOKEN) && meter.measure(sentence) <= most;
  };
}

interface LinesToTell extends TextToTell {
  readonly dearestShare: number | undefined;
}

/** With what the facts leave. */
async function tellLines(
  parts: TellingParts,
  ending: Ending,
  { digest, content, maxChars, dearestShare }: LinesToTell,
): Promise<PricedFrame | undefined> {
  const { meter } = parts.outlet;
  const bare = await tryFinalFrame(parts, ending, content);
  if (bare === undefined) {
    return undefined;
  }
  const maxTokens = meter.steadyRemaining() - costOf(bare, meter) - SLACK;
  const picks = digest.pick({
    maxTokens,
    density: digest.density((text) => meter.measure(JSON.stringify(text))),
    headShare: HEAD_SHARE,
    ...(dearestShare === undefined ? {} : { dearestShare }),
  });
  const asPrinted = ({ highlights, folded }: Pick<Shown, 'highlights' | 'folded'>): string =>
    bare.rendered === undefined
      ? JSON.stringify({ highlights, folded })
      : [...highlightLines(highlights), ...folded].join('\n');
  const lineFrame = (shown: Shown) => tryFinalFrame(parts, ending, withLines(content, shown));
  const linesWithin = createLineFit({ picks, maxChars, cost: (shown) => meter.measure(asPrinted(shown)) });
  const first = await linesWithin(maxTokens);
  if (first === undefined) {
    return withMoreFacts(parts, ending, { content, priced: bare });
  }
  const priced = await lineFrame(first.shown);
  if (priced === undefined) {
    const smaller = await mostThatFits(1, first.size, (size) => lineFrame(picks.show(size, 0)));
    return smaller?.found ?? bare;
  }
  // What the frame says beside the lines was estimated; now it is known.
  const spare = meter.steadyRemaining() - costOf(priced, meter) - CHANCE;
  const second = spare >= WORTHWHILE ? await linesWithin(first.cost + spare, first.size) : undefined;
  const fuller = second && (await lineFrame(second.shown));
  const best =
    second !== undefined && fuller !== undefined ? { shown: second.shown, priced: fuller } : { ...first, priced };
  return withMoreFacts(parts, ending, { content: withLines(content, best.shown), priced: best.priced });
}

/** What no line was left for pays for facts that did not fit into their share. */
async function withMoreFacts(
  parts: TellingParts,
  ending: Ending,
  { content, priced }: { readonly content: FinalContent; readonly priced: PricedFrame },
): Promise<PricedFrame> {
  const { meter } = parts.outlet;
  const most = Math.min(parts.limit, parts.facts.length);
  const more = await mostThatFits(parts.mostFacts + 1, most, async (facts) => {
    const larger = await tryFinalFrame({ ...parts, mostFacts: facts }, ending, content);
    return larger !== undefined && costOf(larger, meter) + CHANCE <= meter.steadyRemaining() ? larger : undefined;
  });
  return more?.found ?? priced;
}

function shareFor({ isCounted }: TextToTell['digest']): number {
  return isCounted?.() === true ? COUNTS_SHARE : FACTS_SHARE;
}

function withLines(content: FinalContent, { highlights, folded, rawChars, escapeChars, nextRow }: Shown): FinalContent {
  return {
    ...content,
    highlights,
    ...(folded.length > 0 ? { folded } : {}),
    nextRow,
    shownChars: content.shownChars + rawChars,
    omittedEscapes: escapeChars,
    redactions: countPlaceholders([...highlights.flatMap(({ gap = '', text }) => [gap, text]), ...folded]),
  };
}

/** How many facts, the sentence about the others among them, stay within their share. */
export function affordableFacts({ facts, outlet, mostFacts = MOST_FACTS }: FinalParts, share: number): number {
  let left = (outlet.meter.steadyRemaining() * share) / 100;
  const dear = facts.findIndex((fact) => {
    left -= outlet.meter.measure(fact) + A_FACT;
    return left < 0;
  });
  return Math.min(mostFacts, dear === -1 ? facts.length : Math.max(FEWEST_FACTS, dear) + 1);
}

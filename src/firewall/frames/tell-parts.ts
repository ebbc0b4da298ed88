import type { PricedFrame } from '../budget/meter.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import type { ToldRows } from './row-digest.js';
import { tellText } from './tell-text.js';

/** The number of rows is said before what is inside them. */
const HEADING_FACTS = 1;
/** Counts and extremes tell more of many records than a few of these. */
const FACTS_SHARE = 25;
const FACTS_FIRST = 100;

interface PartsToTell {
  readonly told: ToldRows;
  readonly content: FinalContent;
  readonly maxChars?: number;
}

/** The last frame of rows that were not shown whole: facts about them and about the lists inside, and their telling parts. */
export function tellParts(
  given: FinalParts,
  ending: Ending,
  { told, content, maxChars = Number.POSITIVE_INFINITY }: PartsToTell,
): Promise<PricedFrame | undefined> {
  const facts = [...given.facts.slice(0, HEADING_FACTS), ...told.facts, ...given.facts.slice(HEADING_FACTS)];
  const factsShare = told.isUsual === true ? FACTS_FIRST : FACTS_SHARE;
  return tellText({ ...given, facts }, ending, { digest: told, content, maxChars, factsShare });
}

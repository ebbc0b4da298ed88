import type { PricedFrame } from '../budget/meter.js';
import type { Picks, Shown } from '../texts/picks.js';
import type { RankOptions } from '../texts/rank.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import type { ToldRows } from './row-digest.js';
import { costOf, isMuchLeft } from './spare.js';
import { tellText } from './tell-text.js';

/** Counts and extremes tell more of many records than a few of these, in percent. */
const FACTS_FIRST = 100;

interface TextBehindRows {
  readonly digest: TextDigest;
  readonly content: FinalContent;
  /** Rows that were not shown, all of them before the text; undefined where there are none. */
  readonly rowsBefore: () => ToldRows | undefined;
}

/**
 * The last frame of records that end with text, as where a program crashed: the text, and where all of it is told and the
 * budget has something left, the last of the rows before it.
 */
export async function tellRowsBefore(
  parts: FinalParts,
  ending: Ending,
  { digest, content, rowsBefore }: TextBehindRows,
): Promise<PricedFrame | undefined> {
  const { outlet, account } = parts;
  const { meter } = outlet;
  const maxChars = Number.POSITIVE_INFINITY;
  const first = await tellText(parts, ending, { digest, content, maxChars });
  const isTextTold = first?.shows?.shownChars === account.chars() - outlet.shown().chars;
  const rows = first !== undefined && isTextTold && isMuchLeft(first, meter) ? rowsBefore() : undefined;
  if (first === undefined || rows === undefined) {
    return first;
  }
  const both = await tellText(parts, ending, {
    digest: withRows(digest, rows),
    content,
    maxChars,
    factsShare: FACTS_FIRST,
  });
  return both !== undefined && costOf(both, meter) > costOf(first, meter) && keepsText(first, both) ? both : first;
}

function withRows(digest: TextDigest, rows: ToldRows): Pick<TextDigest, 'pick' | 'density'> {
  return {
    density: rows.density,
    pick: (options: Omit<RankOptions, 'isShown' | 'isNamed'>): Picks => {
      const text = digest.pick(options);
      const all = text.show(text.size, 0);
      const picks = rows.pick(options);
      return { ...picks, show: (...sizes) => joined(picks.show(...sizes), all) };
    },
  };
}

function joined(rows: Shown, text: Shown): Shown {
  return {
    highlights: [...rows.highlights, ...text.highlights],
    folded: [...rows.folded, ...text.folded],
    rawChars: text.rawChars,
    escapeChars: text.escapeChars,
    nextRow: rows.nextRow,
  };
}

function keepsText(first: PricedFrame, { frame: { highlights: told = [] } }: PricedFrame): boolean {
  const texts = new Set(told.map(({ line, text }) => `${line} ${text}`));
  return first.frame.highlights?.every(({ line, text }) => texts.has(`${line} ${text}`)) ?? true;
}

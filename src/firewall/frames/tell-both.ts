import type { PricedFrame } from '../budget/meter.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { tryFinalFrame } from './final-frame.js';
import { mostThatFits } from './most-that-fits.js';
import { costOf } from './spare.js';
import type { ContentOfSize } from './spend-rest.js';
import { affordableFacts, tellText } from './tell-text.js';

/** What of the rest lines beside rows may cost at most, in percent. */
const TEXT_SHARE = 50;
const FACTS_SHARE = 25;
/** Of the budget. */
const WORTHWHILE_PERCENT = 4;
/** Not shared out a second time. */
const SPARE = 8;
/** What it costs beside its words, in model tokens. */
const BESIDE_TEXT = 64;

interface RowsAndLines {
  readonly rows: ContentOfSize;
  /** What the lines cost when all are shown, in model tokens by a count of a text. */
  readonly cost: (count: (text: string) => number) => number;
  /** The lines, beside so many rows. */
  readonly linesBeside: (rows: number) => Pick<TextDigest, 'pick' | 'density'> | undefined;
  /** A frame without rows. */
  readonly content: FinalContent;
  readonly maxChars: number;
}

/** The last frame of rows with lines that tell more than the next rows, as of the text between them where a program crashed. */
export async function tellBoth(
  parts: FinalParts,
  ending: Ending,
  { rows, cost, linesBeside, content, maxChars }: RowsAndLines,
): Promise<PricedFrame | undefined> {
  const { meter } = parts.outlet;
  await meter.loadExact();
  const most = (meter.remaining() * TEXT_SHARE) / 100;
  const left = meter.remaining() - Math.min(most, cost((text) => meter.measure(text)) + BESIDE_TEXT);
  const within = { ...parts, mostFacts: affordableFacts(parts, FACTS_SHARE) };

  /** As many rows as cost so much with the facts, and beside them the lines. */
  async function tell(mostCost: number): Promise<PricedFrame | undefined> {
    const shown = await mostThatFits(1, rows.most, async (size) => {
      const priced = await tryFinalFrame(within, ending, { ...rows.of(size), phase: 3 });
      return priced !== undefined && costOf(priced, meter) <= mostCost ? rows.of(size) : undefined;
    });
    const beside: FinalContent = { ...content, ...shown?.found, phase: 3 };
    const digest = linesBeside(beside.shownRows);
    return digest === undefined
      ? tryFinalFrame(parts, ending, beside)
      : tellText(parts, ending, { digest, content: beside, maxChars, factsShare: FACTS_SHARE });
  }

  const first = await tell(left);
  const spare = first === undefined ? 0 : meter.remaining() - costOf(first, meter);
  // The lines were cheaper than they might have been: what is left pays for further rows, and for all lines beside them.
  const second = spare * 100 < meter.total * WORTHWHILE_PERCENT ? undefined : await tell(left + spare - SPARE);
  return second !== undefined && (first === undefined || keepsLines(first, second)) ? second : first;
}

/** Every line is still shown that no further row has taken the place of. */
function keepsLines(first: PricedFrame, second: PricedFrame): boolean {
  const rows = second.frame.rows?.length ?? 0;
  const shown = new Map((second.frame.highlights ?? []).map(({ line, text }) => [line, text]));
  return (first.frame.highlights ?? []).every(({ line, text }) => line < rows || shown.get(line) === text);
}

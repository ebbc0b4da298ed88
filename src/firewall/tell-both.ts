import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { tryFinalFrame } from './final-frame.js';
import type { PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import type { ContentOfSize } from './spend-rest.js';
import { costOf, tellText } from './tell-text.js';
import type { TextDigest } from './texts/text-digest.js';

/** What of the rest lines beside rows may cost at most, in percent. */
const TEXT_SHARE = 50;
const FACTS_SHARE = 25;
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
  const shown = await mostThatFits(1, rows.most, async (size) => {
    const priced = await tryFinalFrame(parts, ending, { ...rows.of(size), phase: 3 });
    return priced !== undefined && costOf(priced, meter) <= left ? rows.of(size) : undefined;
  });
  const beside: FinalContent = { ...content, ...shown?.found, phase: 3 };
  const digest = linesBeside(beside.shownRows);
  return digest === undefined
    ? tryFinalFrame(parts, ending, beside)
    : tellText(parts, ending, { digest, content: beside, maxChars, factsShare: FACTS_SHARE });
}

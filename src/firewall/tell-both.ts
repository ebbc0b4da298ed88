import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { tryFinalFrame } from './final-frame.js';
import type { PricedFrame } from './meter.js';
import { mostThatFits } from './most-that-fits.js';
import type { ContentOfSize } from './spend-rest.js';
import { costOf, tellText } from './tell-text.js';
import type { TextPreview } from './text-preview.js';
import type { TextDigest } from './texts/text-digest.js';

/** What of the rest a text beside rows may cost at most, in percent. */
const TEXT_SHARE = 50;
const FACTS_SHARE = 25;
/** What it costs beside its words, in model tokens. */
const BESIDE_TEXT = 64;

interface RowsAndText {
  readonly rows: ContentOfSize;
  readonly text: Pick<TextPreview, 'size' | 'some' | 'isCut'>;
  readonly digest: TextDigest;
  /** A frame without rows. */
  readonly content: FinalContent;
  readonly maxChars: number;
}

/** The last frame of rows with text between or beside them, as where a program crashed: the first rows, and the telling lines of the text. */
export async function tellBoth(
  parts: FinalParts,
  ending: Ending,
  { rows, text, digest, content, maxChars }: RowsAndText,
): Promise<PricedFrame | undefined> {
  const { meter } = parts.outlet;
  await meter.loadExact();
  const most = (meter.remaining() * TEXT_SHARE) / 100;
  const needed = text.isCut() ? most : meter.measure(JSON.stringify(text.some(text.size()).text ?? '')) + BESIDE_TEXT;
  const left = meter.remaining() - Math.min(most, needed);
  const shown = await mostThatFits(1, rows.most, async (size) => {
    const priced = await tryFinalFrame(parts, ending, { ...rows.of(size), phase: 3 });
    return priced !== undefined && costOf(priced, meter) <= left ? rows.of(size) : undefined;
  });
  const beside: FinalContent = { ...content, ...shown?.found, phase: 3 };
  return tellText(parts, ending, { digest, content: beside, maxChars, factsShare: FACTS_SHARE });
}

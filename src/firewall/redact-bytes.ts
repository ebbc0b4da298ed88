import type { FoundPlace } from '../contract/redaction.js';
import { createUtf8Decoder } from '../streams/utf8.js';
import { createPlaces } from './places.js';
import type { Detector } from './redactor/detector.js';
import { createRedactor, type RedactedText, type RedactionOptions } from './redactor.js';

export interface RedactedPiece {
  readonly text: string;
  /** Of the placeholders in the text, in their order. */
  readonly found: readonly FoundPlace[];
}

/**
 * Redacts bytes as one continuous UTF-8 text, in bounded memory. What comes out is what went in but for the findings;
 * bytes that are not UTF-8 become U+FFFD, and their number is told.
 */
export async function* redactBytes(
  source: AsyncIterable<Uint8Array>,
  options: RedactionOptions,
  onInvalid: (count: number) => void,
): AsyncGenerator<RedactedPiece> {
  const decoder = createUtf8Decoder({ bom: 'keep', onInvalid });
  const redactor = createRedactor(options);
  const places = createPlaces();
  const piece = (raw: string, redacted: RedactedText): RedactedPiece => ({
    text: redacted.text,
    found: places.next(raw, redacted),
  });
  for await (const bytes of source) {
    for (const raw of decoder.transform(bytes)) {
      yield piece(raw, redactor.push(raw));
    }
  }
  const rest = [...decoder.final()].join('');
  yield piece(rest, redactor.end(rest));
}

/** The same detectors, with each finding signed by the one that made it. */
export function signed(detectors: readonly Detector[]): readonly Detector[] {
  return detectors.map((detector) => ({
    ...detector,
    match: (window, start, end) => {
      const verdict = detector.match(window, start, end);
      return verdict?.kind === 'found' || verdict?.kind === 'open' ? { ...verdict, detector: detector.name } : verdict;
    },
  }));
}

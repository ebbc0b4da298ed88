import type { FoundPlace } from '../contract/redaction.js';
import { createUtf8Decoder } from '../streams/utf8.js';
import { DETECTORS } from './detectors/index.js';
import { createPlaces } from './places.js';
import type { Detector } from './redactor/detector.js';
import { createRedactor, type RedactedText, type RedactionOptions } from './redactor.js';

export interface RedactedPiece {
  readonly text: string;
  readonly findings: number;
  /** Of the placeholders in the text, in their order; empty unless they were asked for. */
  readonly found: readonly FoundPlace[];
}

export interface RedactBytesOptions extends RedactionOptions {
  /** Tell where each finding begins, and whose it is. */
  readonly isLocated: boolean;
  /** Told how many replacement characters were made. */
  readonly onInvalid: (count: number) => void;
}

const NOWHERE: readonly FoundPlace[] = [];

/**
 * Redacts bytes as one continuous UTF-8 text, in bounded memory. What comes out is what went in but for the findings;
 * bytes that are not UTF-8 become U+FFFD, and their number is told.
 */
export async function* redactBytes(
  source: AsyncIterable<Uint8Array>,
  { isLocated, onInvalid, ...options }: RedactBytesOptions,
): AsyncGenerator<RedactedPiece> {
  const decoder = createUtf8Decoder({ bom: 'keep', onInvalid });
  const redactor = createRedactor(
    isLocated ? { ...options, detectors: signed(options.detectors ?? DETECTORS) } : options,
  );
  const places = isLocated ? createPlaces() : undefined;
  const piece = (raw: string, redacted: RedactedText): RedactedPiece => ({
    text: redacted.text,
    findings: redacted.replacements.length,
    found: places?.next(raw, redacted) ?? NOWHERE,
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
function signed(detectors: readonly Detector[]): readonly Detector[] {
  return detectors.map((detector) => ({
    ...detector,
    match: (window, start, end) => {
      const verdict = detector.match(window, start, end);
      if (verdict?.kind === 'found') {
        const { kind, start: from, end: to, type } = verdict;
        return { kind, start: from, end: to, type, detector: detector.name };
      }
      return verdict?.kind === 'open' ? { ...verdict, detector: detector.name } : verdict;
    },
  }));
}

import type { FoundPlace } from '../contract/redaction.js';
import { createUnicodeDecoder } from '../streams/unicode.js';
import { DETECTORS } from './detectors/index.js';
import { createPlaces } from './places.js';
import type { Detector, Finding } from './redactor/detector.js';
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
  /** Told when the bytes are UTF-16: the text that comes out is to be written as UTF-8. */
  readonly onUtf16: () => void;
}

const NOWHERE: readonly FoundPlace[] = [];

/**
 * Redacts bytes as one continuous text, in bounded memory: UTF-8, or UTF-16 that its first bytes tell. What comes out is what went in but for the findings;
 * bytes that are not UTF-8 become U+FFFD, and their number is told.
 */
export async function* redactBytes(
  source: AsyncIterable<Uint8Array>,
  { isLocated, onInvalid, onUtf16, ...options }: RedactBytesOptions,
): AsyncGenerator<RedactedPiece> {
  const decoder = createUnicodeDecoder({ bom: 'keep', isGuessing: true, onInvalid, onUtf16 });
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
    match: (window, start, end, isNamed) => {
      const verdict = detector.match(window, start, end, isNamed);
      return verdict?.kind === 'found' || verdict?.kind === 'open' ? signedBy(detector.name, verdict) : verdict;
    },
  }));
}

function signedBy(detector: string, finding: Finding): Finding {
  const { others } = finding;
  return others === undefined
    ? { ...finding, detector }
    : { ...finding, detector, others: others.map((other) => signedBy(detector, other)) };
}

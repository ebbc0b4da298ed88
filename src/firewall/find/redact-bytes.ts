import type { NameValues } from '../../contract/named-values.js';
import type { FoundPlace } from '../../contract/redaction.js';
import { createExactText, withReplacements } from '../../streams/exact-text.js';
import type { Detector, Finding } from '../lex/detector.js';
import { swallowedBefore } from '../lex/redacted-text.js';
import { DETECTORS } from './detectors.js';
import { createNamedText } from './named-text.js';
import { createPlaces } from './places.js';
import { createRedactor, type RedactedText, type RedactionOptions } from './redactor.js';

export interface RedactedPiece {
  readonly text: string;
  /** The text with the names of its values, where they were given some. It comes later: a value that is withheld is waited for. */
  readonly shown: string;
  /** The same in the encoding of what came in, and with the bytes of it that are no text; the text has U+FFFD for these. */
  readonly bytes: () => Uint8Array;
  /** Something was replaced, here or before. */
  readonly isChanged: boolean;
  readonly findings: number;
  /** Of the placeholders in the text, in their order; empty unless they were asked for. */
  readonly found: readonly FoundPlace[];
  /** Where in the text the placeholder of each begins. */
  readonly starts: readonly number[];
}

export interface RedactBytesOptions extends RedactionOptions {
  /** Tell where each finding begins, and whose it is. */
  readonly isLocated: boolean;
  /** Told how many bytes were not what they should be: UTF-8, or UTF-16. */
  readonly onInvalid: (count: number) => void;
  /** Gives values names, which stand in the place of plain placeholders. */
  readonly name?: NameValues;
}

const NOWHERE = { found: [], starts: [] };

/**
 * Redacts bytes as one continuous text, in bounded memory: UTF-8, or UTF-16 that its first bytes tell. What comes out is what went in but for the findings,
 * byte for byte, also where the bytes are no text.
 */
export async function* redactBytes(
  source: AsyncIterable<Uint8Array>,
  { isLocated, onInvalid, name, ...options }: RedactBytesOptions,
): AsyncGenerator<RedactedPiece> {
  const exact = createExactText(onInvalid);
  const redactor = createRedactor(
    isLocated ? { ...options, detectors: signed(options.detectors ?? DETECTORS) } : options,
  );
  const places = isLocated ? createPlaces(exact.byteLength) : undefined;
  const restore = createRestorer();
  const named = name === undefined ? undefined : createNamedText(name);
  let isReplaced = false;
  const piece = async (raw: string, redacted: RedactedText, isLast: boolean): Promise<RedactedPiece> => {
    const { text, replacements } = redacted;
    const shown = named === undefined ? restore(raw, redacted) : await named.next(raw, redacted, isLast);
    isReplaced ||= replacements.length > 0;
    return {
      text,
      shown: named === undefined ? text : withReplacements(shown),
      bytes: () => exact.encode(shown),
      isChanged: isReplaced || named?.isChanged() === true,
      findings: replacements.length,
      ...(places === undefined
        ? NOWHERE
        : { found: places.next(raw, redacted), starts: replacements.map(({ at }) => at) }),
    };
  };
  for await (const bytes of source) {
    for (const raw of exact.decoder.transform(bytes)) {
      yield await piece(raw, redactor.push(withReplacements(raw)), false);
    }
  }
  const raw = [...exact.decoder.final()].join('');
  const last = await piece(raw, redactor.end(withReplacements(raw)), true);
  yield last;
  const rest = exact.rest();
  if (rest.length > 0) {
    yield { text: '', shown: '', bytes: () => rest, isChanged: last.isChanged, findings: 0, ...NOWHERE };
  }
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

/** The name comes first: behind a spread, Node 20 makes every object a shape of its own, and none of them dies young. */
function signedBy(detector: string, finding: Finding): Finding {
  const { others } = finding;
  return others === undefined
    ? { detector, ...finding }
    : { detector, ...finding, others: others.map((other) => signedBy(detector, other)) };
}

/**
 * Gives redacted pieces the raw text again that they show: the redactor was pushed a text of the same length, in which
 * other characters stood for some. Told each piece of raw text, and what the redactor gave back for it.
 */
function createRestorer(): (raw: string, redacted: RedactedText) => string {
  // Raw text that the redactor still holds.
  let held = '';

  return (raw, redacted) => {
    const { text, raw_chars: rawChars, replacements } = redacted;
    const source = held + raw;
    held = source.slice(rawChars);
    // The rest of a value that was withheld before comes first.
    let from = swallowedBefore(redacted);
    let at = 0;
    let restored = '';
    for (const { at: start, length, raw_chars: chars } of replacements) {
      restored += source.slice(from, from + start - at) + text.slice(start, start + length);
      from += start - at + chars;
      at = start + length;
    }
    return restored + source.slice(from, from + text.length - at);
  };
}

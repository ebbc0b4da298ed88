import { isKind, KIND } from './characters.js';
import { found, undecided, type Verdict, type Window } from './detector.js';
import { placeholderEnd } from './placeholder.js';
import type { ValueContext } from './secret-value.js';
import { type Enclosure, findEnd, untilEnd } from './until.js';

/** Values are judged by their first characters; what is longer is withheld to its end. */
const SAMPLE = 80;

/** Finds the value in an enclosure, if the judge takes its first characters for one to be hidden. */
export function matchValue(
  window: Window,
  enclosure: Enclosure,
  type: string,
  judge: (sample: string, context: ValueContext) => boolean,
): Verdict | undefined {
  const { text, isFinal } = window;
  const { start } = enclosure;
  const redacted = placeholderEnd(text, start, isFinal);
  if (redacted !== -1) {
    return redacted === undefined ? undecided(start) : undefined;
  }
  const search = { at: start, backslashes: 0 };
  const isWhole = findEnd(search, enclosure, text, start + SAMPLE);
  const isCut = !isWhole && text.length < start + SAMPLE;
  const needsMore = isCut || (text.charAt(search.at) === ' ' && search.at + 2 > text.length);
  if (needsMore && !isFinal) {
    return undecided(start);
  }
  const sample = text.slice(start, search.at);
  if (sample.startsWith('-----BEGIN') || !judge(sample, contextOf(text, enclosure, search.at))) {
    return undefined;
  }
  return isWhole || isCut
    ? found(start, search.at, type)
    : { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(enclosure, search.backslashes) };
}

function contextOf(text: string, enclosure: Enclosure, end: number): ValueContext {
  return {
    isQuoted: enclosure.close !== '',
    isData: enclosure.stop === KIND.pause,
    isProse: text.charAt(end) === ' ' && isKind(text, end + 1, KIND.lower | KIND.upper),
  };
}

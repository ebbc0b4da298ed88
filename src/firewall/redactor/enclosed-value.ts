import { found, undecided, type Verdict, type Window } from './detector.js';
import { PLACEHOLDER_START } from './placeholder.js';
import type { ValueContext } from './secret-value.js';
import { isSign, SIGN } from './signs.js';
import { type Enclosure, findEnd, untilEnd } from './until.js';

/** Values are judged by their first characters; what is longer is withheld to its end. */
const SAMPLE = 80;
const LOOK_AHEAD = 3;
const OPENING = 0x5b;

/** Finds the value in an enclosure, if the judge takes its first characters for one to be hidden. */
export function matchValue(
  window: Window,
  enclosure: Enclosure,
  type: string,
  judge: (sample: string, context: ValueContext) => boolean,
): Verdict | undefined {
  const { text, isFinal } = window;
  const { start } = enclosure;
  const search = { at: start, backslashes: 0 };
  const isWhole = findEnd(search, enclosure, text, start + SAMPLE);
  const judged = isWhole ? search.at : start + SAMPLE + PLACEHOLDER_START.length;
  const isCut = !isWhole && text.length < start + SAMPLE;
  if (!isWhole && text.length < judged && !isFinal) {
    return undecided(start);
  }
  if (!isFinal && isLookAheadOpen(text, enclosure, search.at)) {
    return undecided(start);
  }
  const end = isWhole && enclosure.isLine === true ? trimmedEnd(text, start, search.at) : search.at;
  const sample = text.slice(start, end);
  // A value with a placeholder in it was judged before something in it was replaced.
  if (hasPlaceholder(text, start, judged) || text.startsWith('-----BEGIN', start)) {
    return undefined;
  }
  if (!isElementValue(text, enclosure, search.at, isWhole) || !judge(sample, contextOf(text, enclosure, end))) {
    return undefined;
  }
  return isWhole || isCut
    ? found(start, end, type)
    : { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(enclosure, search.backslashes) };
}

function hasPlaceholder(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (text.charCodeAt(index) === OPENING && text.startsWith(PLACEHOLDER_START, index)) {
      return index + PLACEHOLDER_START.length <= to;
    }
  }
  return false;
}

function trimmedEnd(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && ',;:.)}]'.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** Whether what follows the value has to be seen, and cannot be yet. */
function isLookAheadOpen(text: string, enclosure: Enclosure, end: number): boolean {
  const needed = Math.max(LOOK_AHEAD, enclosure.endTag?.length ?? 0);
  return end + needed > text.length && (end >= text.length || isSign(text, end, SIGN.ahead));
}

/** `<password>` also stands for a value in usage texts: the content of an element has an end tag, or no spaces. */
function isElementValue(text: string, { endTag, start }: Enclosure, end: number, isWhole: boolean): boolean {
  if (endTag === undefined) {
    return true;
  }
  return isWhole ? text.startsWith(endTag, end) : !/\s/.test(text.slice(start, end));
}

function contextOf(text: string, enclosure: Enclosure, end: number): ValueContext {
  return {
    isQuoted: enclosure.close !== '',
    isData: enclosure.isData === true,
    isSpoken: enclosure.isSpoken === true,
    isSpaced: enclosure.isSpaced === true,
    statement: enclosure.statement,
    name: enclosure.name ?? '',
    after: text.slice(end, end + LOOK_AHEAD),
  };
}

import { type Enclosure, type Finding, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { findEnd, untilEnd } from '../lex/take-while.js';
import { isQuote } from '../lex/value-opening.js';
import { type ComingText, pattern, searched } from '../pattern/coming-text.js';

const BLANK = '(?:[ \\t]|\\x1b\\[[\\d;]{0,12}[mK]){0,12}';
/** The end of a value in quotes, an arrow, and the quote of the value that takes its place. */
const ARROW = pattern(new RegExp(`"${BLANK}[-=]>${BLANK}"|'${BLANK}[-=]>${BLANK}'`));
/** A value that is longer is withheld to its end. */
const MAX_NEW = 256;

/** `"old" -> "new"`, as plans of changes are written: the finding of the old value takes in the new one. */
export function withNewValue(window: Window, verdict: Verdict | undefined, enclosure: Enclosure): Verdict | undefined {
  if (enclosure.close.length !== 1 || enclosure.escapes > 0) {
    return verdict;
  }
  if (verdict?.kind === 'open') {
    return { ...verdict, swallow: withSecond(verdict.swallow, enclosure) };
  }
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  const behind = arrowAt(window, verdict.end, verdict.start);
  return behind < 0 ? verdict : upToSecond(window, verdict, { ...enclosure, start: behind });
}

/** A finding that takes in a second value. */
function upToSecond(window: Window, { start, type }: Finding, second: Enclosure): Verdict {
  const search = { at: second.start, backslashes: 0 };
  const limit = second.start + MAX_NEW;
  if (findEnd(search, second, window, limit)) {
    return found(start, search.at, type);
  }
  searched(window, search.at, limit, start);
  return { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(second, search.backslashes) };
}

const OLD = pattern(
  new RegExp(`(?:\\((?:sensitive(?: value)?|known after apply)\\)|null|""|'')${BLANK}[-=]>${BLANK}(?=["'])`),
);

/** Behind `(sensitive value) ->`, `null ->` or `"" ->`, where a new value follows. */
export function behindOldValue(window: Window, from: number): number {
  const { text } = window;
  const first = text.charAt(from);
  const isEmpty = isQuote(text, from) && (from + 1 >= text.length || text.charAt(from + 1) === first);
  const couldBeOld = first === '(' || first === 'n' || isEmpty;
  return couldBeOld ? from + (OLD.at(window, from)?.[0].length ?? 0) : from;
}

const NO_ARROW = -1;
/** The text was told to wait. */
const PART = -2;

/** Where the new value begins, when the old one ends at an index. */
function arrowAt(coming: ComingText, end: number, since: number): number {
  const arrow = ARROW.at(coming, end, since)?.[0];
  if (arrow !== undefined) {
    return end + arrow.length;
  }
  return ARROW.isOpen(coming, end) ? PART : NO_ARROW;
}

/** Takes the value that is withheld, and the one that takes its place. */
function withSecond(first: Swallow, enclosure: Enclosure): Swallow {
  let second: Swallow | undefined;
  let end = -1;
  return (coming, from) => {
    if (second !== undefined) {
      return second(coming, from);
    }
    const taken = end < 0 ? first(coming, from) : { upTo: from, isDone: true };
    if (!taken.isDone) {
      return taken;
    }
    const behind = arrowAt(coming, taken.upTo, from);
    if (behind < 0) {
      end = taken.upTo;
      return { upTo: taken.upTo, isDone: behind !== PART };
    }
    second = untilEnd({ ...enclosure, start: behind }, 0);
    return second(coming, behind);
  };
}

/** Between the value that was and the one that is, or the other way about, in an object of JSON. */
const OTHER = pattern(
  /"\s{0,4},\s{0,24}"(?:old|before|from|previous|new|after|to|current)(?:_?value)?"\s{0,4}:\s{0,4}"/i,
);

/** `{"field":"password","old":"…","new":"…"}`: the finding of the first value takes in the other one. */
export function withNewMember(window: Window, verdict: Verdict | undefined, enclosure: Enclosure): Verdict | undefined {
  if (enclosure.isOfChange !== true || verdict?.kind !== 'found' || enclosure.close !== '"' || enclosure.escapes > 0) {
    return verdict;
  }
  const length = OTHER.at(window, verdict.end)?.[0].length ?? 0;
  return length === 0 ? verdict : upToSecond(window, verdict, { ...enclosure, start: verdict.end + length });
}

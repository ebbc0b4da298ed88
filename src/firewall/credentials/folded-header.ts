import type { Enclosure, Swallow, Verdict, Window } from '../lex/detector.js';
import { firstOf, KIND } from '../pattern/characters.js';
import { type ComingText, pattern, searched } from '../pattern/coming-text.js';

const LIST_GOES_ON = ',;';
const SPACE = '[ \\t\\u00a0\\u3000\\u2000-\\u200a]';
const LINE_BREAK = '(?:\\r\\n?|\\n)';
/** The end of a line, but for spaces, and the indentation of one below in which something stands. */
const LINE_BELOW = pattern(new RegExp(`${SPACE}{0,20}${LINE_BREAK}(${SPACE}{0,20})(?=[^\\n\\r\\u2028\\u2029])`));
/** The same behind the colon of a header. */
const BELOW_NAME = pattern(new RegExp(`:${SPACE}{0,20}${LINE_BREAK}(${SPACE}{0,20})(?=[^\\n\\r\\u2028\\u2029])`));
/** The same, and what the next line of a list of parameters or cookies begins with. */
const FOLD = pattern(new RegExp(`${LINE_BREAK}${SPACE}{1,20}(?=[\\w.!#$%&*+^|~-]{1,64}=)`));
/** More text is needed. */
const MORE = -1;

/** The beginning of a line below another one, and how far it is indented. */
export interface NextLine {
  readonly start: number;
  readonly isIndented: boolean;
}

/** The line below the one that ends at an index, but for spaces; `undefined` when that is no end, or nothing stands in it. */
export function nextLine(window: Window, at: number): NextLine | undefined {
  return lineOf(LINE_BELOW.at(window, at), at);
}

/** The line below the colon behind the name of a header, as `nextLine` has it. */
export function lineBelowName(window: Window, nameEnd: number): NextLine | undefined {
  return lineOf(BELOW_NAME.at(window, nameEnd), nameEnd);
}

function lineOf(below: RegExpExecArray | undefined, at: number): NextLine | undefined {
  return below === undefined ? undefined : { start: at + below[0].length, isIndented: below[1] !== '' };
}

/** What was found up to the end of a line, and the lines behind it that go on with the list. */
export function withFolds(window: Window, { close }: Enclosure, verdict: Verdict | undefined): Verdict | undefined {
  if (close !== '' || verdict === undefined || verdict.kind === 'undecided' || verdict.kind === 'skip') {
    return verdict;
  }
  if (verdict.kind === 'open') {
    return { ...verdict, swallow: thenFolds(verdict.swallow) };
  }
  const { start, type } = verdict;
  const end = searched(window, verdict.end, verdict.end + 1) + (isListSign(window.text, verdict.end) ? 1 : 0);
  return isListSign(window.text, end - 1) && FOLD.fits(window, end)
    ? { kind: 'open', start, type, sampleEnd: end, swallow: whileFolds() }
    : verdict;
}

function isListSign(text: string, at: number): boolean {
  return at < text.length && LIST_GOES_ON.includes(text.charAt(at));
}

/** First what is withheld anyway. */
function thenFolds(swallow: Swallow): Swallow {
  const folds = whileFolds();
  let isFirst = true;
  return (coming, from) => {
    const first = isFirst ? swallow(coming, from) : { upTo: from, isDone: true };
    isFirst = !first.isDone;
    return isFirst ? first : folds(coming, first.upTo);
  };
}

/** Takes lines as long as each goes on with the list of the one before. */
function whileFolds(): Swallow {
  // The text ended in such a line.
  let isInLine = false;
  return (coming, from) => {
    const { text } = coming;
    let at = isInLine ? endOfLine(text, from) : from;
    let fold = foldAt(coming, at);
    while (fold > 0) {
      at = endOfLine(text, at + fold);
      fold = foldAt(coming, at);
    }
    isInLine = at === text.length && (isInLine || at > from);
    return { upTo: at, isDone: fold !== MORE };
  };
}

function endOfLine(text: string, from: number): number {
  return firstOf(text, KIND.lineEnd, from, text.length);
}

/** How long the line break and the indentation are before a line that goes on with the list of the one that ends here. */
function foldAt(coming: ComingText, end: number): number {
  if (FOLD.isOpen(coming, end)) {
    return MORE;
  }
  return isListSign(coming.text, end - 1) ? (FOLD.at(coming, end)?.[0].length ?? 0) : 0;
}

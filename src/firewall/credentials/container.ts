import { found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { isClosing, NONE } from '../lex/take-while.js';
import { APOSTROPHE, BACKSLASH, LINE_FEED, QUOTE } from '../pattern/characters.js';
import { comingText, isCut, needs, pattern } from '../pattern/coming-text.js';

const SPACE = '[ \\t\\u00a0\\u3000\\u2000-\\u200a]{0,40}';
const BLANK = '[ \\t\\u00a0\\u3000\\u2000-\\u200a\\n\\r\\u2028\\u2029]{0,40}';
/** From behind the name to the bracket: the backslashes before the quote that ends it, and the quote. */
const OPENED = pattern(new RegExp(`(?:(\\\\{0,7})(["'\`])${SPACE}[:=]${BLANK}|${SPACE}[:=]${SPACE})(?=[[{])`));
const SAMPLE = 80;
const PLACEHOLDER = pattern(/\[REDACTED:/);
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** An object or a list behind a name, and how many backslashes stand before each of its quotes. */
interface Container {
  readonly start: number;
  readonly escapes: number;
  /** Its name stands in quotes. */
  readonly isQuoted: boolean;
  /** A list of strings in quotes of either kind, of which none goes on behind its line. */
  readonly isOfStrings?: true;
}

/** The object or the list that is the value of a name: `"salary": {"amount": 300}`, `salary: [300, 400]`. */
export function openContainer(window: Window, nameEnd: number): Container | typeof NONE {
  const [whole, escapes = '', quote = ''] = OPENED.at(window, nameEnd) ?? [];
  return whole === undefined
    ? NONE
    : { start: nameEnd + whole.length, escapes: escapes.length, isQuoted: quote !== '' };
}

/** All of a container, however long; one that is not closed goes on to the end of the string it stands in. */
export function matchContainer(window: Window, container: Container, type: string): Verdict | undefined {
  const { text } = window;
  const { start } = container;
  if (PLACEHOLDER.fits(window, start)) {
    return undefined;
  }
  const swallow = untilClosed(container);
  const limit = start + SAMPLE;
  const { upTo, isDone } = swallow(comingText(text.slice(0, limit), false), start);
  if (isDone) {
    return found(start, upTo, type);
  }
  if (text.length < limit) {
    needs(window, start, SAMPLE);
    return found(start, text.length, type);
  }
  return { kind: 'open', start, type, sampleEnd: limit, swallow };
}

/**
 * Takes everything up to the bracket that closes the first, or to the quote that closes the string around it. What is not
 * closed ends with its line, or behind a name in quotes where a string or a blank line does.
 */
function untilClosed({ escapes, isQuoted, isOfStrings }: Container): Swallow {
  let depth = 0;
  let isInString = false;
  let opener = QUOTE;
  let slashes = 0;
  let previous = 0;

  const isOver = (code: number): boolean => {
    if (code === LINE_FEED) {
      return !isQuoted || isInString || previous === LINE_FEED;
    }
    return code === QUOTE && slashes < escapes;
  };

  const take = (code: number): void => {
    if (isOfStrings === true && !isInString && (code === QUOTE || code === APOSTROPHE)) {
      opener = code;
    }
    if (code === opener && isClosing(slashes, escapes)) {
      isInString = !isInString;
    }
    depth += isInString ? 0 : levels(code);
    slashes = code === BACKSLASH ? slashes + 1 : 0;
    previous = code;
  };

  return (coming, from) => {
    const { text } = coming;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isOver(code)) {
        return { upTo: at, isDone: true };
      }
      take(code);
      if (depth === 0) {
        return { upTo: at + 1, isDone: true };
      }
    }
    return { upTo: text.length, isDone: !isCut(coming, text.length) };
  };
}

function levels(code: number): number {
  if (OPENING.has(code)) {
    return 1;
  }
  return CLOSING.has(code) ? -1 : 0;
}

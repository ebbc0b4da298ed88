import { type Detector, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { isWrapped, whileLines } from '../lex/long-value.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whileKind } from '../lex/take-while.js';
import { BACKSLASH, isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { isCut, needs } from '../pattern/coming-text.js';

const TYPE = 'pkcs12';
/** A sequence with its length and version 3, and the sequence behind it: as no certificate and no other key begins. */
const FORM = /^MI[I-L][0-9A-Za-z+/_-]{2}[AQgw]IBAz(?:CC|CB|CA|AG)/;
const ANCHOR = 'IBAz';
const BEFORE_ANCHOR = 6;
/** The same where the lengths are left open. */
const OPEN_FORM = 'MIACAQMw';
const FEWEST = 64;
/** A longer one is withheld to its end. */
const MOST = 1024;

/** Containers of a private key and its certificates, in base64. */
export const pkcs12: Detector = {
  name: 'pkcs12',
  group: 'secret',
  validates: 'the beginning of the container: a sequence, its length, version 3',
  source: 'RFC 7292',
  literals: [ANCHOR.toLowerCase(), OPEN_FORM.toLowerCase()],
  match: (window, anchor, anchorEnd) => {
    const { text, floor } = window;
    const isOpen = anchorEnd - anchor === OPEN_FORM.length;
    const start = isOpen ? anchor : anchor - BEFORE_ANCHOR;
    if (start < floor || !(isOpen ? text.startsWith(OPEN_FORM, start) : text.startsWith('MI', start))) {
      return undefined;
    }
    const isPart = start > floor && isKind(text, start - 1, KIND.word) && !isEscapeLetter(text, start - 1, floor);
    return isPart ? undefined : matchContainer(window, start, isOpen);
  },
};

function matchContainer(window: Window, start: number, isOpen: boolean): Verdict | undefined {
  const { text } = window;
  const end = window.run(KIND.anyBase64, start, start + MOST);
  const isLong = end - start === MOST;
  // What follows the end tells whether there are more lines.
  if (!isLong) {
    needs(window, end, 2);
  }
  if (end - start < FEWEST || (!isOpen && !FORM.test(text.slice(start, start + FEWEST)))) {
    return undefined;
  }
  const swallow = swallowFrom(text, start, end, isLong);
  if (swallow !== undefined) {
    return { kind: 'open', start, type: TYPE, sampleEnd: end, swallow };
  }
  return isPlaceholderAt(window, end) ? undefined : found(start, end, TYPE);
}

/** How the rest is taken; nothing when there is none. */
function swallowFrom(text: string, start: number, end: number, isLong: boolean): Swallow | undefined {
  if (isLong) {
    return whileKind(KIND.anyBase64);
  }
  if (isWrapped(text, start, end)) {
    return whileLines(KIND.anyBase64, end - start);
  }
  return text.charCodeAt(end) === BACKSLASH && 'rn'.includes(text.charAt(end + 1)) ? whileEscaped() : undefined;
}

/** Takes base64 and the line breaks in it that are written as escapes. */
function whileEscaped(): Swallow {
  return (coming, from) => {
    const { text } = coming;
    let at = from;
    let step = partAt(text, at);
    while (step > 0) {
      at += step;
      step = partAt(text, at);
    }
    const isOpen = text.charCodeAt(at) === BACKSLASH && isCut(coming, at, 2);
    return { upTo: at, isDone: at < text.length && !isOpen };
  };
}

/** How many characters of it stand here. */
function partAt(text: string, at: number): number {
  if (text.charCodeAt(at) === BACKSLASH) {
    return isKind(text, at + 1, KIND.lower) && 'rn'.includes(text.charAt(at + 1)) ? 2 : 0;
  }
  return isKind(text, at, KIND.anyBase64) ? 1 : 0;
}

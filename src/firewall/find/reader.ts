import { MORE_UNPRINTED, UNDECODED } from '../../contract/unprinted.js';
import { LONGEST_PLACEHOLDER, PLACEHOLDER_START, placeholderEnd } from '../lex/placeholder.js';
import { comingText } from '../pattern/coming-text.js';
import { BOUNDARY, partedForm } from './parted-form.js';
import { addLeftOut, createDraft, type Draft, leaveOut, type Reading } from './reading.js';
import { unseenEnd, unseenIn } from './shows-nothing.js';
import { isSpelled, KNOWN_BEFORE } from './spelled-signs.js';

/** Reads a text that comes in pieces. */
export interface Reader {
  readonly take: (piece: string, isLast: boolean) => Reading;
  /** What stands between two blocks, and is nothing where they are one text. */
  readonly separate: (separator: string, behind: string, isJoined: boolean) => Reading;
  /** What may still become a sequence. */
  readonly held: () => number;
  /** How many characters came behind the last one that shows nothing. */
  readonly plain: () => number;
}

/** Of more in a row the rest is only counted: what stands before them would be held back without end. */
const MOST_IN_A_ROW = 4096;
/** Of more than so many not even what they are. */
const MOST_COUNTED = 1 << 24;
/** So many for each character that is seen are none too many: some programs give each a colour. */
const MOST_FOR_EACH = 64;
/** So many characters behind another one, what could not be decoded may be one of a text; among others like it it is noise. */
const FEWEST_BETWEEN = 6;
const CLOSING = ']';

/** Goes on behind a text. With `isApart` what shows nothing ends words here too, and only blocks are joined. */
export function createReader(context: string, isApart = false): Reader {
  // A sequence that has begun, and whose end has not come; or one behind which a placeholder may begin.
  let tail = '';
  // The end of what was read before: a placeholder may have ended there.
  let before = context.slice(-LONGEST_PLACEHOLDER);
  let inARow = 0;
  // What shows nothing came last, and of too many in a row all that came; `undefined` when these are not alike.
  let unit: string | undefined;
  let isNewRun = true;
  let plain = 0;
  let between = context.length;
  let last = context.slice(-KNOWN_BEFORE);

  const add = (reading: Draft, shown: string, parted: string, joined = shown): void => {
    reading.raw += shown;
    reading.joined.text += joined;
    reading.spelled.text += joined;
    reading.parted += parted;
    before = (before + shown.slice(-LONGEST_PLACEHOLDER)).slice(-LONGEST_PLACEHOLDER);
  };

  const show = (reading: Draft, shown: string): void => {
    if (shown !== '') {
      add(reading, shown, shown);
      inARow = Math.max(0, inARow - MOST_FOR_EACH * shown.length);
      isNewRun = true;
      plain += shown.length;
      between += shown.length;
    }
  };

  const isTooMany = (passed: string): boolean => {
    const isOver = inARow > MOST_IN_A_ROW;
    inARow += passed.length;
    unit = isNewRun || !isOver || unit === passed ? passed : undefined;
    isNewRun = false;
    return isOver;
  };

  const pass = (reading: Draft, passed: string, behind: string): void => {
    const isNoise = passed.charCodeAt(0) === UNDECODED && between < FEWEST_BETWEEN;
    plain = between = 0;
    if (isNoise) {
      add(reading, passed, BOUNDARY);
      return;
    }
    const isText = isSpelled(passed, 0);
    reading.isSpelled ||= isText;
    reading.isUnprinted ||= !isText;
    if (!isText && isTooMany(passed)) {
      const known = inARow <= MOST_COUNTED ? unit : undefined;
      addLeftOut(reading.leftOut, { at: reading.raw.length, length: passed.length, unit: known });
      return;
    }
    const apart = isText ? passed : partedForm(passed, inARow > MOST_IN_A_ROW);
    if (isApart) {
      add(reading, passed, apart, apart);
    } else {
      join(reading, passed, { apart, behind, isText });
    }
  };

  const join = (reading: Draft, passed: string, { apart, behind, isText }: Joint): void => {
    // A word beside what was replaced would be taken for a part of that; it may have been found without the word.
    const boundary = behind === PLACEHOLDER_START || isPlaceholder(before) ? ' ' : '';
    leaveOut(reading.joined, passed, boundary);
    leaveOut(reading.spelled, passed, isText ? passed : boundary);
    reading.raw += passed;
    reading.parted += apart;
    before = boundary === '' ? before : boundary;
  };

  /** Reads on from one place: what is seen before another, and what is not seen there. Tells where that ends. */
  const readOne = (reading: Draft, text: string, { from, at, isLast }: Step): number => {
    const end = unseenEnd(comingText(text, isLast), at, last);
    const behind = text.slice(end, end + PLACEHOLDER_START.length);
    show(reading, text.slice(from, end === at ? at + 1 : at));
    if (end === MORE_UNPRINTED || (!isLast && isCut(text, end, behind))) {
      return MORE_UNPRINTED;
    }
    if (end > at) {
      pass(reading, text.slice(at, end), behind);
    }
    return Math.max(end, at + 1);
  };

  const keepFrom = (text: string, at: number): void => {
    tail = text.slice(at);
    last = (last + text.slice(Math.max(0, at - KNOWN_BEFORE), at)).slice(-KNOWN_BEFORE);
  };

  return {
    take: (piece, isLast) => {
      const text = tail + piece;
      const reading = createDraft();
      let from = 0;
      const next = unseenIn(text, last);
      for (let at = next(0); at >= 0; at = next(from)) {
        const end = readOne(reading, text, { from, at, isLast });
        if (end === MORE_UNPRINTED) {
          keepFrom(text, at);
          return reading;
        }
        from = end;
      }
      show(reading, text.slice(from));
      keepFrom(text, text.length);
      return reading;
    },
    separate: (separator, behind, isJoined) => {
      const reading = createDraft();
      plain = 0;
      last = separator;
      if (isJoined) {
        join(reading, separator, {
          apart: separator,
          behind: behind.slice(0, PLACEHOLDER_START.length),
          isText: false,
        });
      } else {
        add(reading, separator, separator);
      }
      return reading;
    },
    held: () => tail.length,
    plain: () => plain,
  };
}

/** The next place at which something may not be seen, and from where on all before it is. */
interface Step {
  readonly from: number;
  readonly at: number;
  readonly isLast: boolean;
}

/** Where what stands before and behind becomes one: what ends it in the other reading. */
interface Joint {
  readonly apart: string;
  readonly behind: string;
  /** It is spelled as text. */
  readonly isText: boolean;
}

/** Whether a placeholder may begin where a text is cut. */
function isCut(text: string, end: number, behind: string): boolean {
  return (
    end + behind.length === text.length &&
    behind.length < PLACEHOLDER_START.length &&
    PLACEHOLDER_START.startsWith(behind)
  );
}

function isPlaceholder(before: string): boolean {
  const start = before.endsWith(CLOSING) ? before.lastIndexOf(PLACEHOLDER_START) : -1;
  return start >= 0 && placeholderEnd(before, start) === before.length;
}

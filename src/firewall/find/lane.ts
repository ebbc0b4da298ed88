import { type RedactedText, type Replacement, swallowedBefore } from '../lex/redacted-text.js';
import { addGap, type Gap } from './reading.js';

/** Something found in one reading of a text, between two places of the text itself. */
export interface Span extends Pick<Replacement, 'type' | 'detector'> {
  readonly start: number;
  /** As far as it has come: a withheld value goes on. */
  end: number;
  readonly placeholder: string;
}

/** What is found in one reading of a text. */
export interface Lane {
  /** So much was read, and between that what is in the text and not in the reading. */
  readonly read: (length: number, gaps?: readonly Gap[]) => void;
  readonly add: (found: RedactedText) => void;
  /** The reading ends here: nothing will be found behind. */
  readonly close: () => void;
  /** Up to where it is known what is found. */
  readonly decided: () => number;
  /** The first that was not taken yet; a value that is withheld goes on when it was taken. */
  readonly next: () => Span | undefined;
  readonly take: () => void;
  /** Where the last one that was taken ends. */
  readonly taken: () => number;
  /** It was closed, and nothing of it is left behind a place. */
  readonly isOver: (place: number) => boolean;
  /** What is found before a place is not wanted. */
  readonly from: (place: number) => void;
  /** What is found between two places. */
  readonly between: (from: number, to: number) => readonly (readonly [number, number])[];
}

/** How long what was taken is remembered. */
const REMEMBERED = 1 << 16;
const CLOSED = Number.POSITIVE_INFINITY;

/** A lane of which the first character stands at a place of the text. A value may be withheld there that began before. */
export function createLane(origin: number): Lane {
  let spans = [nothingAt(origin)];
  let next = 1;
  let gaps: Gap[] = [];
  let passed = 0;
  let length = 0;
  // Places of the reading become places of the text by what was skipped before them.
  let offset = origin;
  let come = 0;
  let hiddenUpTo = -1;
  let decided = origin;

  const placeOf = (place: number, isStart: boolean): number => {
    for (
      let gap = gaps[passed];
      gap !== undefined && (gap.at < place || (isStart && gap.at === place));
      gap = gaps[passed]
    ) {
      offset += gap.length;
      passed += 1;
    }
    return place + offset;
  };

  const forget = (): void => {
    const first = spans.findIndex((span, index) => index >= next - 1 || span.end > decided - REMEMBERED);
    if (first > 0) {
      spans = spans.slice(first);
      next -= first;
    }
  };

  return {
    read: (more, skipped = []) => {
      gaps = gaps.slice(passed);
      passed = 0;
      for (const gap of skipped) {
        addGap(gaps, { at: length + gap.at, length: gap.length });
      }
      length += more;
    },
    add: (found) => {
      forget();
      const swallowed = swallowedBefore(found);
      const last = spans.at(-1);
      come += swallowed;
      if (last !== undefined && swallowed > 0) {
        last.end = placeOf(come, false);
        hiddenUpTo = come;
      }
      let at = 0;
      for (const { type, detector, at: place, length: size, raw_chars: chars } of found.replacements) {
        come += place - at;
        const start = placeOf(come, true);
        come += chars;
        hiddenUpTo = come;
        const placeholder = found.text.slice(place, place + size);
        spans.push({ start, end: placeOf(come, false), type, detector, placeholder });
        at = place + size;
      }
      come += found.text.length - at;
      // Behind something that is seen, what shows nothing is seen too: whatever is found next begins behind that.
      decided = Math.max(decided, placeOf(come, come > hiddenUpTo));
    },
    close: () => {
      decided = CLOSED;
    },
    decided: () => decided,
    next: () => spans[next],
    take: () => {
      next += 1;
    },
    taken: () => spans[next - 1]?.end ?? origin,
    isOver: (place) => decided === CLOSED && next >= spans.length && (spans.at(-1)?.end ?? 0) <= place,
    from: (place) => {
      const wanted = spans.filter(({ end }) => end > place);
      spans = [nothingAt(place), ...wanted.map((span) => ({ ...span, start: Math.max(place, span.start) }))];
      next = 1;
    },
    between: (from, to) =>
      spans
        .filter(({ start, end }) => end > from && start < to)
        .map(({ start, end }) => [Math.max(start, from), Math.min(end, to)]),
  };
}

function nothingAt(place: number): Span {
  return { start: place, end: place, type: '', detector: undefined, placeholder: '' };
}

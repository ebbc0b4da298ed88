import { clean, createOutput, type RedactedText, replace, take } from '../lex/redacted-text.js';
import type { Lane, Span } from './lane.js';
import { addLeftOut, type LeftOut } from './reading.js';
import { outsidePair } from './text-pieces.js';

/** A text that waits for what several lanes find in it: what any of them hides is hidden, and what reaches into it too. */
export interface Merged {
  /** More of it, and where how many characters were left out of that. */
  readonly add: (raw: string, leftOut?: readonly LeftOut[]) => void;
  /** Lets go of the text up to a place up to which all lanes have decided. */
  readonly release: (lanes: readonly Lane[], upTo: number) => RedactedText;
  readonly released: () => number;
  readonly held: () => number;
}

const LEFT_OUT = { type: 'control_characters', detector: undefined, placeholder: '[REDACTED:control_characters]' };

/** The text from a place on; some of it may have come. */
export function createMerged(origin: number, raw: string): Merged {
  let waiting = raw;
  let released = origin;
  let leftOut: LeftOut[] = [];
  // Where something was withheld last: more of it may come.
  let lastLeftOut = -1;
  let output = createOutput();

  const show = (to: number): void => {
    if (to > released) {
      clean(output, waiting, 0, to - released);
      waiting = waiting.slice(to - released);
      released = to;
    }
  };

  /** All that is found, as far as it is known: it goes with the placeholder before it. */
  const hide = (lanes: readonly Lane[], upTo: number): number => {
    const covered = lanes.reduce((most, lane) => Math.max(most, lane.taken()), origin);
    const to = Math.min(covered, upTo);
    if (to > released) {
      take(output, to - released);
      waiting = waiting.slice(to - released);
      released = to;
    }
    return covered;
  };

  const showLeftOut = (upTo: number, covered: number): void => {
    for (let gap = leftOut[0]; gap !== undefined && gap.at <= upTo; gap = leftOut[0]) {
      leftOut = leftOut.slice(1);
      if (gap.at >= covered && gap.unit !== undefined) {
        show(gap.at);
        clean(output, gap.unit.repeat(gap.length / gap.unit.length), 0, gap.length);
        continue;
      }
      if (gap.at >= covered && gap.at !== lastLeftOut) {
        show(gap.at);
        replace(output, LEFT_OUT, LEFT_OUT.placeholder);
      }
      take(output, gap.length);
      lastLeftOut = gap.at;
    }
  };

  return {
    add: (more, gaps = []) => {
      const end = released + waiting.length;
      for (const { at, length, unit } of gaps) {
        addLeftOut(leftOut, { at: end + at, length, unit });
      }
      waiting += more;
    },
    release: (lanes, decided) => {
      // One of the readings may have something else in the place of each half of a character.
      const count = decided - released;
      const upTo = released + (count < waiting.length ? outsidePair(waiting, count) : count);
      output = createOutput();
      let covered = hide(lanes, upTo);
      for (let lane = firstOf(lanes, upTo); lane !== undefined; lane = firstOf(lanes, upTo)) {
        const span = lane.next();
        if (span !== undefined && span.start >= covered) {
          showLeftOut(span.start, covered);
          show(span.start);
          replace(output, span, span.placeholder);
        }
        lane.take();
        covered = hide(lanes, upTo);
      }
      showLeftOut(upTo, covered);
      show(upTo);
      return output;
    },
    released: () => released,
    held: () => leftOut.reduce((sum, { length }) => sum + length, waiting.length),
  };
}

/** The lane of which the next finding begins first, before a place. */
function firstOf(lanes: readonly Lane[], upTo: number): Lane | undefined {
  let first: Lane | undefined;
  let start = upTo;
  for (const lane of lanes) {
    const next: Span | undefined = lane.next();
    if (next !== undefined && next.start < start) {
      first = lane;
      start = next.start;
    }
  }
  return first;
}

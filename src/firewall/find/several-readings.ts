import { clean, createOutput, type RedactedText, type Redactor, replace, take } from '../lex/redacted-text.js';
import { createLane, type Lane, type Span } from './lane.js';
import { addLeftOut, createReader, type LeftOut, type Reader, type Reading } from './readings.js';
import { outsidePair } from './text-pieces.js';

/** So much before the first character that shows nothing is read again, for what it says of that which follows. */
const CONTEXT = 4096;
const LINE_END = '\n';
const NOTHING_FOUND: RedactedText = { text: '', raw_chars: 0, replacements: [] };

/** One reading of what is seen, from before the first character that shows nothing. */
export interface Seen {
  readonly redactor: Redactor;
  readonly reader: Reader;
  readonly lane: Lane;
}

/** A text that is redacted in several readings. */
export interface Doubled {
  readonly merged: Merged;
  readonly parted: Lane;
  /** Those of what is seen come first; one that has ended stays until all that is found in it has left. */
  lanes: readonly Lane[];
  seen: readonly Seen[];
  /** No reason was found before to ask whether there is still a need for more than one reading. */
  check: number;
}

/** From a place on, of which some text has come that is not decided. */
export function doubledFrom(origin: number, undecided: string): Doubled {
  const parted = createLane(origin);
  const merged = createMerged(origin, undecided);
  return { merged, parted, lanes: [parted], seen: [], check: 0 };
}

/** What has come: the end of it, its length, and how much of it has left. */
interface Come {
  readonly known: string;
  readonly come: number;
  readonly released: number;
  /** Only blocks are joined in this reading. */
  readonly isApart: boolean;
}

export function seenFrom(redactor: Redactor, { known, come, released, isApart }: Come): Seen {
  const context = contextIn(known);
  const lane = createLane(come - context.length);
  lane.read(context.length);
  lane.add(redactor.push(context));
  lane.from(released);
  return { redactor, reader: createReader(context, isApart), lane };
}

export function addSeen(now: Doubled, seen: Seen): void {
  now.lanes = [...now.seen.map(({ lane }) => lane), seen.lane, ...now.lanes.slice(now.seen.length)];
  now.seen = [...now.seen, seen];
  now.check = 0;
}

/** Each its own reading of the same characters. */
export function readSeen({ seen }: Doubled, readings: readonly Reading[]): void {
  for (const [index, { redactor, lane }] of seen.entries()) {
    const { joined = '', gaps = [] } = readings[index] ?? {};
    lane.read(joined.length, gaps);
    lane.add(joined === '' ? NOTHING_FOUND : redactor.push(joined));
  }
}

/** Whether all readings find the same between two places. */
export function isSame({ parted, seen }: Doubled, from: number, to: number): boolean {
  const inParted = JSON.stringify(parted.between(from, to));
  return seen.every(({ lane }) => JSON.stringify(lane.between(from, to)) === inParted);
}

/** From the beginning of a line on. */
function contextIn(known: string): string {
  const from = Math.max(0, known.length - CONTEXT);
  const lineEnd = from === 0 ? -1 : known.indexOf(LINE_END, from - 1);
  return known.slice(from === 0 || lineEnd < 0 ? from : lineEnd + 1);
}

/** A text that waits for what several lanes find in it: what any of them hides is hidden, and what reaches into it too. */
interface Merged {
  /** More of it, and where how many characters were left out of that. */
  readonly add: (raw: string, leftOut?: readonly LeftOut[]) => void;
  /** Lets go of the text up to a place up to which all lanes have decided. */
  readonly release: (lanes: readonly Lane[], upTo: number) => RedactedText;
  readonly released: () => number;
  readonly held: () => number;
}

const LEFT_OUT = { type: 'control_characters', detector: undefined, placeholder: '[REDACTED:control_characters]' };

/** The text from a place on; some of it may have come. */
function createMerged(origin: number, raw: string): Merged {
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

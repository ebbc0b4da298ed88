import type { RedactedText, Redactor } from '../lex/redacted-text.js';
import { createLane, type Lane } from './lane.js';
import { createMerged, type Merged } from './merged.js';
import { createReader, type Reader, type Reading } from './readings.js';

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

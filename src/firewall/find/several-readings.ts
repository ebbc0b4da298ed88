import type { RedactedText, Redactor } from '../lex/redacted-text.js';
import { createLane, type Lane } from './lane.js';
import { createMerged, type Merged } from './merged-lanes.js';
import { createReader, type Reader } from './reader.js';
import type { Reading, SeenText } from './reading.js';

/** So much before the first character that shows nothing is read again, for what it says of that which follows. */
const CONTEXT = 4096;
const LINE_END = '\n';
const NOTHING_FOUND: RedactedText = { text: '', raw_chars: 0, replacements: [] };

/** What is found in one reading, from before the first character that shows nothing. */
interface Found {
  readonly redactor: Redactor;
  readonly lane: Lane;
}

/** One reading of what is seen. */
export interface Seen extends Found {
  readonly reader: Reader;
}

/** A text that is redacted in several readings. */
export interface Doubled {
  readonly merged: Merged;
  readonly parted: Lane;
  /** Those of what is seen come first; one that has ended stays until all that is found in it has left. */
  lanes: readonly Lane[];
  seen: readonly Seen[];
  /** Where something was spelled and something not printed: the first of `seen`, but what is spelled stays. */
  spelled: Found | undefined;
  /** Which of the two have come. */
  isSpelled: boolean;
  isUnprinted: boolean;
  /** No reason was found before to ask whether there is still a need for more than one reading. */
  check: number;
}

/** From a place on, of which some text has come that is not decided. */
export function doubledFrom(origin: number, undecided: string): Doubled {
  const parted = createLane(origin);
  const merged = createMerged(origin, undecided);
  return {
    merged,
    parted,
    lanes: [parted],
    seen: [],
    spelled: undefined,
    isSpelled: false,
    isUnprinted: false,
    check: 0,
  };
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
  readText({ redactor, lane }, { text: context, gaps: [] });
  lane.from(released);
  return { redactor, reader: createReader(context, isApart), lane };
}

export function addSeen(now: Doubled, seen: Seen): void {
  now.lanes = [...now.seen.map(({ lane }) => lane), seen.lane, ...now.lanes.slice(now.seen.length)];
  now.seen = [...now.seen, seen];
  now.check = 0;
}

/** Each its own reading of the same characters. */
export function readSeen({ seen, spelled }: Doubled, readings: readonly Reading[]): void {
  for (const [index, { joined }] of readings.entries()) {
    readText(seen[index], joined);
  }
  const [first] = readings;
  if (first !== undefined) {
    readText(spelled, first.spelled);
  }
}

/** Whether something is spelled and something not printed, as far as the text has come, and no reading tells the two apart. */
export function isMixed(now: Doubled, { isSpelled, isUnprinted }: Reading): boolean {
  now.isSpelled ||= isSpelled;
  now.isUnprinted ||= isUnprinted;
  return now.isSpelled && now.isUnprinted && now.spelled === undefined;
}

/** From here on there is a reading in which what is spelled stays. */
export function addSpelled(now: Doubled, redactor: Redactor, { known, come, released }: Omit<Come, 'isApart'>): void {
  const context = contextIn(known);
  const lane = createLane(come - context.length);
  const { spelled } = createReader('').take(context, true);
  readText({ redactor, lane }, spelled);
  lane.from(released);
  now.spelled = { redactor, lane };
  now.lanes = [...now.lanes, lane];
  now.check = 0;
}

function readText(found: Found | undefined, { text, gaps }: SeenText): void {
  found?.lane.read(text.length, gaps);
  found?.lane.add(text === '' ? NOTHING_FOUND : found.redactor.push(text));
}

/** Whether all readings find the same between two places. */
export function isSame(now: Doubled, from: number, to: number): boolean {
  const inParted = JSON.stringify(now.parted.between(from, to));
  return ofWhatIsSeen(now).every(({ lane }) => JSON.stringify(lane.between(from, to)) === inParted);
}

/** What is seen is read no more: nothing will be found behind. Gives back what redacted it. */
export function endSeen(now: Doubled): readonly Redactor[] {
  const all = ofWhatIsSeen(now);
  for (const { lane, redactor } of all) {
    lane.add(redactor.end());
    lane.close();
  }
  now.seen = [];
  now.spelled = undefined;
  now.isSpelled = false;
  now.isUnprinted = false;
  return all.map(({ redactor }) => redactor);
}

export function discardSeen(now: Doubled): void {
  for (const { redactor } of ofWhatIsSeen(now)) {
    redactor.discard();
  }
}

/** All but the one in which what shows nothing ends words. */
function ofWhatIsSeen({ seen, spelled }: Doubled): readonly Found[] {
  return spelled === undefined ? seen : [...seen, spelled];
}

/** From the beginning of a line on. */
function contextIn(known: string): string {
  const from = Math.max(0, known.length - CONTEXT);
  const lineEnd = from === 0 ? -1 : known.indexOf(LINE_END, from - 1);
  return known.slice(from === 0 || lineEnd < 0 ? from : lineEnd + 1);
}

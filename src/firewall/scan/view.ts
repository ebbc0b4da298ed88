import { createToldFindings, NOWHERE, type ToldFindings } from '../lex/told-findings.js';
import { createNumberTrace } from '../numbers/number-trace.js';
import type { NumberView } from '../numbers/numbers.js';
import { type CharacterKind, firstOf, runEnd } from '../pattern/characters.js';
import { type ComingText, grow, isCut } from '../pattern/coming-text.js';
import { createPersonTrace } from '../people/person-trace.js';
import { lineCouldBeNames } from '../tables/table-header.js';
import { createCharacterCodes } from './character-codes.js';
import { createSearch } from './search.js';

/** The window that a scanner moves over its text. */
export interface View extends NumberView {
  floor: number;
  /** The codes of the characters of the text. */
  readonly codes: () => Uint16Array;
  /** The end of the last line of which it is known whether it is noted; a detector can be asked again about one place. */
  settled: number;
  readonly told: ToldFindings;
  /** A finding of a type ends, or something that is left as it is: nothing before may be looked at any more. */
  resume(start: number, end: number, type: string): void;
  update(coming: ComingText): void;
  /** From where on a detector waits for more text since the last time that this was asked; nowhere if none does. */
  takeWaiting(): number;
  reset(): void;
  shift(count: number): void;
  /** The places noted since the last time, before a place, in order. */
  takeNotes(upTo: number): readonly number[];
  takeMarks(upTo: number): readonly number[];
  /** Whether there are any of these. */
  isNoted(): boolean;
}

const NO_NOTES: readonly number[] = [];
const NOTHING = '';

/** A view of the beginning of a text. */
export function createView(): View {
  const codes = createCharacterCodes();
  const runs = createSearch(runEnd);
  const places = createSearch(firstOf);
  const person = createPersonTrace();
  const told = createToldFindings();
  const numbers = createNumberTrace();
  const passed = createPassedText();
  const recent = [NOTHING, NOTHING, NOTHING];
  let notes: number[] = [];
  let marks: number[] = [];
  let lastMark = -1;
  let waiting = NOWHERE;
  const view = {
    // Both by name: made from another object, it is read at half the speed.
    text: '',
    isFinal: false,
    floor: 0,
    recent,
    codes: () => codes.of(view.text),
    origin: 0,
    settled: -1,
    wait: (since: number): void => {
      waiting = Math.min(waiting, since);
    },
    takeWaiting: (): number => {
      const since = waiting;
      waiting = NOWHERE;
      return since;
    },
    told,
    numbers,
    decoded: { start: -1, end: -1 },
    before: (index: number, most: number): string => passed.before(view.text, view.floor, index, most),
    run: (kind: CharacterKind, from: number, limit: number): number => runs.find(view.text, kind, from, limit),
    next: (kind: CharacterKind, from: number, limit: number): number => places.find(view.text, kind, from, limit),
    note: (index: number): void => {
      if (index < view.settled) {
        return;
      }
      const { text } = view;
      const lineEnd = text.indexOf('\n', index);
      view.settled = lineEnd < 0 ? text.length : lineEnd;
      // Nothing follows the last line of a text.
      if ((lineEnd >= 0 || isCut(view, text.length)) && lineCouldBeNames(text, index, lineEnd, view.origin)) {
        notes.push(index);
      }
    },
    isPersonAt: (index: number): boolean => person.isPersonAt(view.text, view.floor, index),
    resume: (start: number, end: number, type: string): void => {
      person.pass(view.text, view.floor, { start, end, type });
      passed.pass(view.text, view.floor, start);
      view.floor = end;
      // In place: this is done for every finding of a text.
      if (type !== NOTHING) {
        recent[2] = recent[1] ?? NOTHING;
        recent[1] = recent[0] ?? NOTHING;
        recent[0] = type;
      }
      if (told.start < end) {
        told.pass(end);
      }
    },
    mark: (index: number): void => {
      if (index > lastMark) {
        marks.push(index);
        lastMark = index;
      }
    },
    takeNotes: (upTo: number): readonly number[] => {
      const taken = before(notes, upTo);
      notes = taken.length === 0 ? notes : notes.slice(taken.length);
      return taken;
    },
    takeMarks: (upTo: number): readonly number[] => {
      const taken = before(marks, upTo);
      marks = taken.length === 0 ? marks : marks.slice(taken.length);
      return taken;
    },
    isNoted: () => notes.length > 0 || marks.length > 0,
    update: (coming: ComingText): void => grow(view, coming),
    reset: (): void => {
      view.text = '';
      codes.forget();
      numbers.reset();
      view.floor = 0;
      forget(recent);
      view.origin = 0;
      view.settled = -1;
      person.reset();
      passed.reset();
      view.decoded.start = -1;
      notes = notes.length === 0 ? notes : [];
      marks = marks.length === 0 ? marks : [];
      lastMark = -1;
      told.reset();
      runs.reset();
      places.reset();
    },
    shift: (count: number): void => {
      view.floor = Math.max(0, view.floor - count);
      view.origin = count > 0 ? -1 : view.origin;
      notes = notes.map((index) => index - count);
      marks = marks.map((index) => index - count);
      lastMark -= count;
      told.shift(count);
      view.settled -= count;
      view.decoded.start -= count;
      view.decoded.end -= count;
      runs.shift(count);
      places.shift(count);
    },
  };
  return view;
}

function forget(recent: string[]): void {
  if (recent[0] !== NOTHING) {
    recent[0] = NOTHING;
    recent[1] = NOTHING;
    recent[2] = NOTHING;
  }
}

/** The first places of a list in order, up to a place. */
function before(places: readonly number[], upTo: number): readonly number[] {
  return (places[0] ?? upTo) < upTo ? places.filter((index) => index < upTo) : NO_NOTES;
}

/** The end of a text that was scanned already, for detectors that ask what stands before: it goes on through findings. */
interface PassedText {
  /** Something that begins at a place is replaced; the text behind `floor` is passed, up to that place. */
  readonly pass: (text: string, floor: number, start: number) => void;
  /** What stands before a place, at most so many characters. */
  readonly before: (text: string, floor: number, index: number, most: number) => string;
  readonly reset: () => void;
}

/** Stands for something replaced. */
const REPLACED = '\ufffc';
/** Nobody asks for more. */
const MOST_BEFORE = 160;

function createPassedText(): PassedText {
  // All that stands before the floor, up to what was replaced there.
  let known = '';
  let isAnything = false;
  return {
    pass: (text, floor, start) => {
      const apart = start - floor;
      // What touches something replaced is replaced with it.
      if (apart <= 0 && isAnything) {
        return;
      }
      const next = text.slice(Math.max(floor, start - MOST_BEFORE), start);
      const isLong = !isAnything || apart >= MOST_BEFORE;
      const all = isLong ? next : known + REPLACED + next;
      known = all.length > 2 * MOST_BEFORE ? all.slice(-MOST_BEFORE) : all;
      isAnything = true;
    },
    before: (text, floor, index, most) => {
      const lowest = index - most;
      const near = text.slice(Math.max(floor, lowest), index);
      const missing = floor - lowest - 1;
      return !isAnything || missing < 0 ? near : known.slice(Math.max(0, known.length - missing)) + REPLACED + near;
    },
    reset: () => {
      known = '';
      isAnything = false;
    },
  };
}

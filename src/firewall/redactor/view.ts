import { type CharacterKind, firstOf, runEnd } from './characters.js';
import type { Window } from './detector.js';
import { createSearch } from './search.js';

/** The window that a scanner moves over its text. */
export interface View extends Window {
  floor: number;
  update(text: string, isFinal: boolean): void;
  reset(): void;
  shift(count: number): void;
  /** The places noted since the last time, before a place, in order. */
  takeNotes(upTo: number): readonly number[];
}

const NO_NOTES: readonly number[] = [];

/** A view of the beginning of a text. */
export function createView(): View {
  const runs = createSearch(runEnd);
  const places = createSearch(firstOf);
  let notes: number[] = [];
  let lastNote = -1;
  const view = {
    text: '',
    floor: 0,
    origin: 0,
    isFinal: false,
    run: (kind: CharacterKind, from: number, limit: number): number => runs.find(view.text, kind, from, limit),
    next: (kind: CharacterKind, from: number, limit: number): number => places.find(view.text, kind, from, limit),
    // A detector that was undecided is asked again about the same place.
    note: (index: number): void => {
      if (index > lastNote) {
        notes.push(index);
        lastNote = index;
      }
    },
    takeNotes: (upTo: number): readonly number[] => {
      if (notes.length === 0) {
        return NO_NOTES;
      }
      const taken = notes.filter((index) => index < upTo);
      notes = notes.filter((index) => index >= upTo);
      return taken;
    },
    update: (text: string, isFinal: boolean): void => {
      view.text = text;
      view.isFinal = isFinal;
    },
    reset: (): void => {
      view.text = '';
      view.floor = 0;
      view.origin = 0;
      notes = [];
      lastNote = -1;
      runs.reset();
      places.reset();
    },
    shift: (count: number): void => {
      view.floor = Math.max(0, view.floor - count);
      view.origin = count > 0 ? -1 : view.origin;
      notes = notes.map((index) => index - count);
      lastNote -= count;
      runs.shift(count);
      places.shift(count);
    },
  };
  return view;
}

/** Places in a text that waits, in order. */
export interface Places {
  /** Adds places of a piece behind so many characters that wait. */
  readonly add: (met: readonly number[], waiting: number) => void;
  /** The first place from an index on; to be asked for with rising indexes. */
  readonly from: (index: number) => number | undefined;
  /** Tells the first place from an index on that stands before another. */
  readonly before: (to: number) => (index: number) => number | undefined;
  /**
   * The first place between two indexes that is wanted, to be asked for with rising indexes. One that is not will never
   * be; but it may be given by the other questions.
   */
  readonly within: (from: number, to: number, isWanted: (index: number) => boolean) => number | undefined;
  /** The place last given will not be given again. */
  readonly use: () => void;
  readonly isEmpty: () => boolean;
  /** The first characters of the text are gone. */
  readonly shift: (gone: number) => void;
  readonly clear: () => void;
}

const NONE: readonly number[] = [];

export function createPlaces(): Places {
  let places = NONE;
  let next = 0;
  // Those before it are not wanted.
  let unasked = 0;
  const known: Places = {
    add: (met, waiting) => {
      const isFirst = places.length === 0 && waiting === 0;
      places = isFirst ? met : places.concat(met.map((index) => index + waiting));
    },
    before: (to) => (index) => {
      const place = known.from(index);
      return place === undefined || place < to ? place : undefined;
    },
    from: (index) => {
      while ((places[next] ?? index) < index) {
        next += 1;
      }
      return places[next];
    },
    within: (from, to, isWanted) => {
      for (unasked = Math.max(unasked, next); (places[unasked] ?? to) < to; unasked += 1) {
        const place = places[unasked] ?? to;
        if (place >= from && isWanted(place)) {
          return place;
        }
      }
      return undefined;
    },
    use: () => {
      next += 1;
    },
    isEmpty: () => places.length === 0,
    shift: (gone) => {
      const left = places.slice(next).filter((index) => index >= gone);
      unasked = Math.max(0, unasked - (places.length - left.length));
      places = left.map((index) => index - gone);
      next = 0;
    },
    clear: () => {
      places = NONE;
      next = 0;
      unasked = 0;
    },
  };
  return known;
}

/** Where in a piece names stand that may head a column, and where tables begin that have signs around their cells. */
export interface Hints {
  readonly notes: readonly number[];
  readonly marks: readonly number[];
}

/** Adds places that were met in a text behind `from`, as they stand in an output of so much text. */
export function addTo(places: number[], met: readonly number[], from: number, length: number): void {
  for (const index of met) {
    places.push(length + Math.max(from, index) - from);
  }
}

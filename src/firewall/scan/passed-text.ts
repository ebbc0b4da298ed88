/** The end of a text that was scanned already, for detectors that ask what stands before: it goes on through findings. */
export interface PassedText {
  /** Something that begins at a place is replaced; the text behind `floor` is passed, up to that place. */
  readonly pass: (text: string, floor: number, start: number) => void;
  /** What stands before a place, at most so many characters. */
  readonly before: (text: string, floor: number, index: number, most: number) => string;
  readonly reset: () => void;
}

/** Stands for something replaced. */
const REPLACED = '\ufffc';
/** Nobody asks for more. */
export const MOST_BEFORE = 160;

export function createPassedText(): PassedText {
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

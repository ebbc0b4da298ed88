/**
 * A part of a text that shows nothing in some places (see `shows-nothing.ts`), in three readings. `joined` is what a reader sees: a key is whole in it
 * that has a colour in its middle. In `parted` something that ends words and values stands in the place of what shows
 * nothing: a key that ends where a colour begins is found whatever is printed behind it. So it is with what could not be
 * decoded. In `spelled` only what no printer prints is left out, and what is spelled as text stays: a number is whole in it
 * that has a colour in its middle and `5&#8203;` before it.
 */
export interface Reading {
  readonly raw: string;
  readonly joined: SeenText;
  readonly spelled: SeenText;
  readonly parted: string;
  readonly leftOut: readonly LeftOut[];
  /** Whether something was spelled, and whether something was not printed. */
  readonly isSpelled: boolean;
  readonly isUnprinted: boolean;
}

/** What is seen of a text, and where what is not stood. */
export interface SeenText {
  readonly text: string;
  readonly gaps: readonly Gap[];
}

/** So many characters at a place that are not in the reading: `at` counts in what is seen, of what is left out in `raw`. */
export interface Gap {
  readonly at: number;
  readonly length: number;
}

/** What is in no reading. */
export interface LeftOut extends Gap {
  /** It is this again and again, as of a file with holes; `undefined`: what it was is not kept. */
  readonly unit: string | undefined;
}

interface SeenDraft {
  text: string;
  readonly gaps: Gap[];
}

/** A reading that is being made. */
export interface Draft {
  raw: string;
  readonly joined: SeenDraft;
  readonly spelled: SeenDraft;
  parted: string;
  readonly leftOut: LeftOut[];
  isSpelled: boolean;
  isUnprinted: boolean;
}

export function createDraft(): Draft {
  return {
    raw: '',
    joined: { text: '', gaps: [] },
    spelled: { text: '', gaps: [] },
    parted: '',
    leftOut: [],
    isSpelled: false,
    isUnprinted: false,
  };
}

/** What is passed is not seen; something else may stand in its place. */
export function leaveOut(seen: SeenDraft, passed: string, instead: string): void {
  if (passed.length > instead.length) {
    addGap(seen.gaps, { at: seen.text.length, length: passed.length - instead.length });
  }
  seen.text += instead;
}

/** Of gaps at one place is made one. */
export function addGap(gaps: Gap[], gap: Gap): void {
  const last = gaps.at(-1);
  if (last?.at === gap.at) {
    gaps[gaps.length - 1] = { at: gap.at, length: last.length + gap.length };
  } else {
    gaps.push(gap);
  }
}

/** Of what is alike at one place is made one. */
export function addLeftOut(all: LeftOut[], { at, length, unit }: LeftOut): void {
  const last = all.at(-1);
  if (last?.at === at && last.unit === unit) {
    all[all.length - 1] = { at, length: last.length + length, unit };
  } else {
    all.push({ at, length, unit });
  }
}

import type { Reading } from '../texts/reader.js';
import type { Judgement } from '../texts/text-line.js';

/** A line that tells of a record inside a row, or of a line of a long text in it. */
export interface Part {
  readonly text: string;
  readonly judgement: Judgement;
  /** Parts of the same key say the same of other things. */
  readonly key: number;
  readonly reading: Reading;
}

/** A record is for itself: what stands before and behind it has nothing to do with it. */
export const ALONE: Reading = { isInBlock: false, beginsBlock: true, isRoutine: false, isAlone: true };
/** Belongs to the record before it. */
export const IN_BLOCK: Reading = { isInBlock: true, beginsBlock: false, isRoutine: false };

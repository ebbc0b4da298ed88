import type { DetectorGroup, DetectorPack } from '../../contract/redaction.js';
import type { CharacterKind } from '../pattern/characters.js';
import type { ComingText } from '../pattern/coming-text.js';
import type { Block } from './block-end.js';

export { DEFAULT_PACKS, type DetectorGroup, type DetectorPack } from '../../contract/redaction.js';

/**
 * What a detector may look at. `text` also holds text that has left already, so that a detector can look back, but
 * never before `floor` (the end of the last finding) and never more than `LOOK_BACK` characters before its anchor.
 */
export interface Window extends ComingText {
  readonly floor: number;
  /** Where the whole text begins; -1 when that was long ago. */
  readonly origin: number;
  /** The types of what was found last, at most three, the nearest first; not of placeholders that came with the text. */
  readonly recent: readonly string[];
  /** The place at which text was decoded last, and up to where there is no need to decode it again. */
  readonly decoded: { start: number; end: number };
  /**
   * What stands before a place, at most so many characters, seen through what was replaced: each finding in it, and each
   * placeholder, is one character that is no letter, digit, space or sign of any notation.
   */
  before(index: number, most: number): string;
  /** The end of the run of one kind of character, at most `limit`; repeated questions about one run cost nothing. */
  run(kind: CharacterKind, from: number, limit: number): number;
  /** The next character of a kind, at most `limit`; repeated questions cost nothing either. */
  next(kind: CharacterKind, from: number, limit: number): number;
  /** Says that a name stands here which may head a column of a table: see `tables.ts`. */
  note(index: number): void;
  /** Whether a place stands in an object of JSON that is a person's, for all that was found before `floor`. */
  isPersonAt(index: number): boolean;
  /** Says that a table may begin here that is written with signs around its cells. */
  mark(index: number): void;
}

/** How far before its anchor a detector may look. */
export const LOOK_BACK = 160;

/** Of the row of a table so much is held back to count its cells. */
export const MAX_ROW = 4096;

/**
 * The most that is ever held back, the row of a table included: a detector that is undecided about more has to find
 * something, and withhold the rest, or let go.
 */
export const MAX_HELD = 4736 + MAX_ROW;

/**
 * Takes the next part of a withheld value. Text from `upTo` on is shown again, together with what follows it, unless
 * `isDone`: then it is no part of the value. It keeps its own state between calls and needs constant memory. When no
 * more text will come, all of it is taken unless `isDone`.
 */
export type Swallow = (coming: ComingText, from: number) => { readonly upTo: number; readonly isDone: boolean };

/**
 * `found` is complete. `open` is certain, but its end is not known yet. `undecided` keeps everything from `from` on
 * until more text has come. `skip` leaves the text up to `end` as it is, and nobody else may look at it.
 */
export type Verdict =
  | {
      readonly kind: 'found';
      readonly start: number;
      readonly end: number;
      readonly type: string;
      /** Whose finding it is, where that is asked for. */
      readonly detector?: string;
      /** Findings further on, found together with this one behind the anchor: all of them hold whatever is found before. */
      readonly others?: readonly Finding[];
    }
  | {
      readonly kind: 'open';
      readonly start: number;
      readonly type: string;
      readonly detector?: string;
      readonly others?: readonly Finding[];
      /** `swallow` goes on from here; the characters before identify the value. */
      readonly sampleEnd: number;
      readonly swallow: Swallow;
    }
  | { readonly kind: 'undecided'; readonly from: number }
  | { readonly kind: 'skip'; readonly end: number };

/** A verdict on a stretch of the text. */
export type Finding = Extract<Verdict, { start: number }>;

/** One whose end is known. */
export type Found = Extract<Verdict, { kind: 'found' }>;

/**
 * Finds one kind of secret or personal datum around an anchor: a literal (lower case, found in any case), or a run of
 * digits of a certain length. The verdict may depend only on text that a later verdict would see too: when text that has
 * not come could change it, it is `undecided`, or the window was told to wait.
 */
export interface Detector {
  readonly name: string;
  readonly group: DetectorGroup;
  /** Asked only when its locale pack is on; a detector without one belongs to every country. */
  readonly pack?: DetectorPack;
  /** Asked in its place when its pack is off: finds no more than what stands behind its own words. */
  readonly labelled?: Detector;
  /** Asked only when its group or its name was switched on. */
  readonly isOptIn?: boolean;
  /** What is checked beyond the shape. */
  readonly validates: string;
  /** Where the shape is described. */
  readonly source: string;
  readonly literals?: readonly string[];
  /** It does no more than to note where its literals stand, and is not asked about those that nobody else asked for. */
  readonly isNoteOnly?: boolean;
  /** It is not interested in literals before which a word goes on (see `isWordStart`), and need not be asked about all of these. */
  readonly isWord?: boolean;
  /** What has to stand behind its literals, unless the text ends there; it is not asked about others. */
  readonly follows?: CharacterKind;
  readonly digitRuns?: DigitRuns | readonly DigitRuns[];
  /** `isNamed`: the anchor is a run of digits behind one of its words. */
  match(window: Window, start: number, end: number, isNamed?: boolean): Verdict | undefined;
}

export interface DigitRuns {
  readonly lengths: readonly number[];
  /**
   * How many letters stand before the run, at the beginning of a word, `MANY_LETTERS` for more than `MAX_LETTERS`; none if
   * not given. A letter that is part of an escape such as `\n` does not count.
   */
  readonly letters?: number;
  /**
   * What must follow the run: `A` a letter, a space, one of `-./+`, `(` any other joint, or `$` for the end of the number,
   * which is everything but a letter. Short runs are asked about only before a letter, and before digits behind a joint.
   */
  readonly followedBy?: string;
  /** How many digits stand behind the joint that follows the run, 14 for more, 15 for another joint; any if not given. */
  readonly second?: readonly number[];
  /**
   * The run may stand behind other digits and a gap, or behind a link too. If not given, it is the first of its number and
   * is asked about together with others of the kind.
   */
  readonly behindDigits?: 'spaced' | 'linked';
  /** The first digit is a zero, or is none; either if not given. */
  readonly isZeroFirst?: boolean;
  /** The detector matches only behind a word: the last letter or digit before the run is a letter. */
  readonly isBehindWord?: boolean;
  /** The run is asked about only behind a plus. */
  readonly isBehindPlus?: boolean;
  /** The detector is asked only when one of these words stands before the number: see `words-before.ts`. */
  readonly words?: readonly string[];
  /**
   * A cheap question in the scan, before anything else is done about a number: no means that `match` would find nothing,
   * whatever follows. It may look at the text as far as it has come, and back to `floor`.
   */
  readonly mayMatch?: (text: string, start: number, end: number, floor: number) => boolean;
}

/** More letters before a number make it part of a word. */
export const MAX_LETTERS = 6;

/** The most letters of a word that are looked at for the first digit in it. */
export const MANY_LETTERS = 50;

export function found(start: number, end: number, type: string): Verdict {
  return { kind: 'found', start, end, type };
}

export function undecided(from: number): Verdict {
  return { kind: 'undecided', from };
}

/**
 * What stands between a name and its value when it is less than a separator, so that the value must look like one: the
 * word "is" or a dash; a space; a bracket around it alone, or the quotes of code in prose; the comma or bracket of a call;
 * the bracket of a list; the end of the line; the comma between the two items of a list, or the end of the line where the
 * next one is not indented.
 */
export type Statement = 'verb' | 'space' | 'bracket' | 'call' | 'list' | 'below' | 'apart';

/** How a value is enclosed. */
export interface Enclosure {
  readonly start: number;
  /** The character that closes it, or three of them, or nothing. */
  readonly close: string;
  /** How many backslashes stand before that character: one in JSON inside a JSON string. */
  readonly escapes: number;
  /** Characters that end the value in any case. */
  readonly stop: CharacterKind;
  /** What has to stand behind the value: the end tag of an element. */
  readonly endTag?: string;
  /** An environment variable: data, not code. */
  readonly isData?: boolean;
  /** The value goes on to the end of its line or word; punctuation at its end belongs to what is around it. */
  readonly isLine?: boolean;
  /** The value follows a colon or an option, and a space: it may be a word of a sentence. */
  readonly isSpoken?: boolean;
  /** The value follows `=` and a space. */
  readonly isSpaced?: boolean;
  readonly statement?: Statement | undefined;
  /** The value is the lines below its key. */
  readonly block?: Block;
  /** The name before a value without quotes. */
  readonly nameStart?: number;
  readonly nameEnd?: number;
  /** Which signs can be a part of a value without quotes that end others: see `inner-sign.ts`. */
  readonly inner?: 'line' | 'string' | 'word' | 'query' | 'form' | 'none';
  /** What closes the string or bracket around a parameter. */
  readonly outer?: string;
  /** The value stands on the line below its name, where another name may stand as well. */
  readonly isBelow?: boolean;
  /** The value is one of two, the old one and the new one: see `new-member.ts`. */
  readonly isOfChange?: boolean;
  /** Where the value ends, if that is known already. */
  readonly end?: number;
  /** What follows the value in its line may be a part of it, and is hidden with it. */
  readonly isOpenEnded?: boolean;
  /** Where the name begins, if the quote behind it could close a string that it stands in. */
  readonly couldBeInString?: number | undefined;
}

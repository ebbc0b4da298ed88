import { isOddGap, isOddHyphen } from '../lex/digits.js';
import { type CharacterKind, HYPHEN, isKind, KIND } from '../pattern/characters.js';

/**
 * How a number with a known form is written: `9` is a digit, `A` a letter, `#` either, `~` any gap or `_`, and everything
 * else stands for itself.
 */
export interface Form {
  readonly shape: string;
  /** What stands before the first digit: how many characters, and how many of the last of them are letters. */
  readonly lead: number;
  readonly letters: number;
  /** How many digits come then. */
  readonly run: number;
  readonly joints: string;
  /** Letters of either case fit, and other gaps, as a word before says what it is. */
  readonly isNamed: boolean;
}

/** It has not the form. */
export const NO = -1;
/** More text is needed. */
export const MORE = -2;
export const NINE = 0x39;
const CAPITAL_A = 0x41;
export const NUMBER_SIGN = 0x23;

export function createForm(shape: string, isNamed: boolean): Form {
  const lead = shape.indexOf('9');
  let letters = 0;
  while (letters < lead && shape.charAt(lead - letters - 1) === 'A') {
    letters += 1;
  }
  let run = 1;
  while (shape.charAt(lead + run) === '9') {
    run += 1;
  }
  const joints = shape.includes(' ') && !isNamed ? '.-/ ' : '.-/';
  return { shape, lead, letters, run, joints, isNamed };
}

/** Where what has the form ends; negative when nothing has, or when more text is needed. */
export function endOfShape(text: string, start: number, form: Form): number {
  const { length } = form.shape;
  const stop = Math.min(start + length, text.length);
  for (let at = start; at < stop; at += 1) {
    if (!fits(text, at, form, at - start)) {
      return NO;
    }
  }
  return stop < start + length ? MORE : stop;
}

export function fits(text: string, at: number, { shape, isNamed }: Form, index: number): boolean {
  const kind = kindOf(shape.charCodeAt(index), isNamed);
  return kind === 0 ? isSign(text, at, shape.charAt(index), isNamed) : isKind(text, at, kind);
}

function isSign(text: string, at: number, wanted: string, isNamed: boolean): boolean {
  switch (wanted) {
    case ' ':
      return isKind(text, at, KIND.space) || (isOddGap(text, at) && (isNamed || !isOddHyphen(text, at)));
    case '-':
      return text.charCodeAt(at) === HYPHEN || (isNamed ? isOddGap(text, at) : isOddHyphen(text, at));
    case '~':
      return isKind(text, at, KIND.gap) || text.charAt(at) === '_';
    default:
      return text.charAt(at) === wanted || (isNamed && wanted !== '+' && isOddGap(text, at));
  }
}

/** The kinds of characters that fit one of the shape; 0 for one that stands for itself. */
function kindOf(wanted: number, isNamed: boolean): CharacterKind {
  switch (wanted) {
    case NINE:
      return KIND.digit;
    case CAPITAL_A:
      return isNamed ? KIND.upper | KIND.lower : KIND.upper;
    case NUMBER_SIGN:
      return isNamed ? KIND.alphanumeric : KIND.upperOrDigit | KIND.digit;
    default:
      return 0;
  }
}

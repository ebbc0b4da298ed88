import { unprintedCodes } from '../../contract/unprinted.js';
import type { Detector } from '../lex/detector.js';
import { type CharacterKind, ZEROS } from '../pattern/character-kinds.js';

/** A literal, and the detector that asked for it. */
export interface Literal {
  readonly text: string;
  readonly length: number;
  readonly detector: Detector;
  /** What the detector says of the character behind it; nothing if none. */
  readonly follows: CharacterKind;
}

/** All literals of all detectors by the codes of their first characters, and the columns of a table for the characters in them. */
export interface Literals {
  readonly byFirst: ReadonlyMap<number, readonly Literal[]>;
  /** Character code to column: letters folded to lower case, everything that is in no literal in column 0. */
  readonly classes: Uint16Array;
  /** Column to character code, -1 for column 0. */
  readonly codes: readonly number[];
  /** From this column on stand once more letters and digits: in full width, and digits of other scripts. */
  readonly firstWide: number;
}

const DIGITS = '0123456789';
/** Letters of names, which are also met in full width. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const UNDERSCORE = 0x5f;
/** From a capital to its small letter. */
const TO_SMALL = 0x20;
const FULL_WIDTH = 0xfee0;
/** As a literal, any of the characters that show nothing. */
export const HIDDEN_CHARACTER = '\u200b';
/** In place of the code of a column: that of the characters that show nothing. */
export const HIDDEN = -2;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const BEYOND_ASCII = /[^\x20-\x7e\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ZERO = 0x30;
const NONE: readonly string[] = [];

/** Runs at every start of the program, so it does no more than to collect. */
export function collectLiterals(detectors: readonly Detector[]): Literals {
  const all: Literal[] = [];
  let joined = DIGITS;
  for (const detector of detectors) {
    const { literals = NONE, follows = 0 } = detector;
    for (let index = 0; index < literals.length; index += 1) {
      const text = literals[index] ?? '';
      all.push({ text, length: text.length, detector, follows });
    }
    joined += literals.join('');
  }
  const narrow = codesIn(joined);
  const codes = narrow.concat(wideIn(narrow));
  return { byFirst: byCharacter(all, 0), classes: classesOf(codes, narrow.length), codes, firstWide: narrow.length };
}

/**
 * Those that are longer than an index, by the codes of their characters there. In a loop, as every start comes by here: of
 * a small function that is called as often V8 makes machine code at once, which takes longer than all of this.
 */
export function byCharacter(literals: readonly Literal[], index: number): ReadonlyMap<number, readonly Literal[]> {
  const lists = new Map<number, Literal[]>();
  for (let at = 0; at < literals.length; at += 1) {
    const literal = literals[at];
    if (literal !== undefined && literal.length > index) {
      const code = literal.text.charCodeAt(index);
      const list = lists.get(code);
      if (list === undefined) {
        lists.set(code, [literal]);
      } else {
        list.push(literal);
      }
    }
  }
  return lists;
}

/** To look for each printable character is much quicker than to look at all characters of all literals. */
function codesIn(joined: string): readonly number[] {
  const codes = [-1, HIDDEN];
  for (let code = FIRST_PRINTABLE; code <= LAST_PRINTABLE; code += 1) {
    if (joined.includes(String.fromCharCode(code))) {
      codes.push(code);
    }
  }
  for (const character of new Set(joined.match(BEYOND_ASCII))) {
    codes.push(character.charCodeAt(0));
  }
  return codes;
}

/** Of the codes of columns those that there are other forms of. */
function wideIn(codes: readonly number[]): readonly number[] {
  const forms = DIGITS + LETTERS;
  return codes.filter((code) => code > 0 && forms.includes(String.fromCharCode(code)));
}

function classesOf(codes: readonly number[], firstWide: number): Uint16Array {
  const classes = new Uint16Array(0x10000);
  for (let column = 1; column < firstWide; column += 1) {
    const code = codes[column] ?? 0;
    const upper = String.fromCharCode(code).toUpperCase();
    classes[code] = column;
    if (upper.length === 1) {
      classes[upper.charCodeAt(0)] = column;
    }
  }
  // A literal is found with these in it too.
  for (const code of unprintedCodes()) {
    classes[code] = codes.indexOf(HIDDEN);
  }
  for (let column = firstWide; column < codes.length; column += 1) {
    const code = codes[column] ?? 0;
    classes[code + FULL_WIDTH] = column;
    if (code > UNDERSCORE) {
      classes[code - TO_SMALL + FULL_WIDTH] = column;
    } else {
      for (const zero of ZEROS) {
        classes[zero + code - ZERO] = column;
      }
    }
  }
  classes[UNDERSCORE + FULL_WIDTH] = classes[UNDERSCORE] ?? 0;
  return classes;
}

import { compileProgram, type Instruction } from './pattern-program.js';
import { asksForEnds, beginnings, fitsNothing, longestFit } from './pattern-shape.js';
import { type PatternNode, parsePattern } from './pattern-syntax.js';
import type { OwnDetector } from './redaction.js';

/** The longest value a detector of one's own can find. */
export const LONGEST_OWN_VALUE = 256;
const LONGEST_SOURCE = 1000;
const MOST_STEPS = 4000;
/** A shorter beginning would be met in every line. */
const SHORTEST_ANCHOR = 2;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** A described detector, ready to be made. */
export interface OwnShape {
  readonly program: readonly Instruction[];
  /** Lower case: the words before the value, or what it begins with. */
  readonly anchors: readonly string[];
  readonly longest: number;
}

/** What is wrong with one, and in which member. */
export interface OwnMistake {
  readonly member: 'pattern' | 'keywords';
  readonly message: string;
  readonly hint: string;
}

/** Reads the description of a detector; one that could not be asked in linear time and bounded memory is refused. */
export function readOwnDetector({ pattern, keywords }: OwnDetector): OwnShape | OwnMistake {
  const tree = pattern.length > LONGEST_SOURCE ? undefined : parsePattern(pattern);
  if (tree === undefined) {
    return patternMistake(...whyUnreadable(pattern));
  }
  const longest = longestFit(tree);
  const mistake = shapeMistake(tree, longest);
  if (mistake !== undefined) {
    return mistake;
  }
  const program = compileProgram(tree);
  if (program === undefined || program.length > MOST_STEPS) {
    return patternMistake('has too many steps', 'use smaller counts or fewer choices');
  }
  const anchors = keywords === undefined ? undefined : [...new Set(keywords.map((word) => word.toLowerCase()))];
  return anchored(anchors, tree, { program, longest });
}

export function isOwnMistake(read: OwnShape | OwnMistake): read is OwnMistake {
  return 'member' in read;
}

const BACKTRACKING: readonly (readonly [RegExp, string, string])[] = [
  [/\(\?<?[=!]/, 'looks ahead or behind', 'describe the value alone; keywords say what stands before it'],
  [/\\(?:[1-9]|k<)/, 'refers back to a group', 'write the repeated part out'],
];

function whyUnreadable(pattern: string): readonly [message: string, hint: string] {
  if (pattern.length > LONGEST_SOURCE) {
    return [`is longer than ${LONGEST_SOURCE} characters`, 'make several detectors of it'];
  }
  const known = BACKTRACKING.find(([sign]) => sign.test(pattern));
  return known === undefined
    ? ['is not a regular expression', 'check its brackets and escapes; backslashes are doubled in JSON']
    : [`${known[1]}, which cannot be tested in linear time`, known[2]];
}

function shapeMistake(tree: PatternNode, longest: number): OwnMistake | undefined {
  if (asksForEnds(tree)) {
    return patternMistake('uses ^ or $, but a value stands in the middle of a text', 'leave them out, or use \\b');
  }
  if (longest === Number.POSITIVE_INFINITY) {
    return patternMistake('has no longest match', 'give *, + and {n,} an upper bound, such as {1,64}');
  }
  if (longest > LONGEST_OWN_VALUE) {
    return patternMistake(
      `can match ${longest} characters`,
      `a value of one's own has at most ${LONGEST_OWN_VALUE} of them`,
    );
  }
  return fitsNothing(tree) ? patternMistake('fits an empty text', 'make a part of it obligatory') : undefined;
}

function anchored(
  keywords: readonly string[] | undefined,
  tree: PatternNode,
  rest: Pick<OwnShape, 'program' | 'longest'>,
): OwnShape | OwnMistake {
  if (keywords !== undefined) {
    return keywords.length > 0 && keywords.every(isAnchor)
      ? { ...rest, anchors: keywords }
      : {
          member: 'keywords',
          message: 'must be words of two or more ASCII characters',
          hint: 'for example [employee, staff]',
        };
  }
  const anchors = [...new Set(beginnings(tree).map((text) => text.toLowerCase()))];
  return anchors.every(isAnchor)
    ? { ...rest, anchors }
    : patternMistake(
        'does not begin with literal text of two or more ASCII characters',
        'begin it so, as EMP-[0-9]{6} does, or give keywords that stand before the value',
      );
}

function isAnchor(text: string): boolean {
  return text.length >= SHORTEST_ANCHOR && PRINTABLE.test(text);
}

function patternMistake(message: string, hint: string): OwnMistake {
  return { member: 'pattern', message, hint };
}

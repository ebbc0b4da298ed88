import { isKind, KIND, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import {
  type DigitGroups,
  digitsOf,
  isDigit,
  isEndOpen,
  isNumberEnd,
  isNumberStart,
  readGroups,
} from '../redactor/digits.js';

/** Network prefixes, and the lengths of their numbers. */
const NETWORKS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|3095|36|38|39)/, [14, 16]],
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^(?:60|8[12]|508|353|356|9792|5019|63[7-9])/, [16]],
];

/** As they are printed, the longest first; and how many groups these are. */
const SHAPES = ['4-4-4-4-3', '4-4-4-4-2', '4-4-4-4-1', '4-4-4-4', '4-6-5', '4-6-4', '4-4-5'].map(
  (text): Shape => ({
    text,
    count: text.split('-').length,
  }),
);

interface Shape {
  readonly text: string;
  readonly count: number;
}
const SEPARATORS = ' -\u00a0';
const JOINTS = '.';
const HEX_WORD = /[0-9a-f]*\d[0-9a-f]*-$/i;

/** Payment card numbers, bare or in the groups in which they are printed. */
export const card: Detector = {
  name: 'card',
  group: 'financial',
  validates: 'network prefix with length, Luhn; not inside longer numbers, decimals, hexadecimal or UUIDs',
  source: 'ISO/IEC 7812',
  digitRuns: { lengths: [4, 13, 14, 15, 16, 17, 18, 19], afterLetter: false },
  match: (window, start, end) => {
    const { text, floor } = window;
    if (!isNumberStart(text, start, floor, JOINTS) || isHexWordBefore(text, start, floor)) {
      return undefined;
    }
    return end - start === 4 ? matchGroups(window, start, end) : matchBare(window, start, end);
  },
};

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  if (isEndOpen(window, end)) {
    return undecided(start);
  }
  return isNumberEnd(window.text, end, JOINTS) && isCardNumber(window.text.slice(start, end))
    ? found(start, end, 'card')
    : undefined;
}

function matchGroups(window: Window, start: number, end: number): Verdict | undefined {
  const { text, isFinal } = window;
  const separator = text.charAt(end);
  const isTooShort = end + 4 < text.length && !isDigit(text, end + 4);
  if (isTooShort || !SEPARATORS.includes(separator)) {
    return undefined;
  }
  const groups = readGroups(text, start, end, separator, 6);
  if ((groups.isCut && !isFinal) || isEndOpen(window, groups.ends.at(-1) ?? end)) {
    return undecided(start);
  }
  const last = SHAPES.map((candidate) => endOfShape(text, start, groups, candidate, separator)).find((at) => at > 0);
  return last === undefined ? undefined : found(start, last, 'card');
}

/** Where a card number of this shape ends, or 0. A longer chain with hyphens is something else, such as a UUID. */
function endOfShape(text: string, start: number, groups: DigitGroups, shape: Shape, separator: string): number {
  const isShape = groups.shape === shape.text || (separator !== '-' && groups.shape.startsWith(`${shape.text}-`));
  const end = groups.ends[shape.count - 1] ?? start;
  return isShape && isNumberEnd(text, end, JOINTS) && isCardNumber(text.slice(start, end)) ? end : 0;
}

function isHexWordBefore(text: string, start: number, floor: number): boolean {
  if (text.charAt(start - 1) !== '-') {
    return false;
  }
  const word = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - 14));
  return word < start - 1 && isKind(text, word, KIND.alphanumeric) && HEX_WORD.test(text.slice(word, start));
}

export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  return (
    NETWORKS.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) && hasLuhnSum(digits)
  );
}

function hasLuhnSum(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
    sum += index % 2 === 1 ? doubled : digit;
  }
  return sum % 10 === 0;
}

import { isKind, KIND, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { digitAt, endOfShape, isDigit, isEndOpen, isNumberEnd, isNumberStart, readGroups } from '../redactor/digits.js';

/** The first four digits of the networks' numbers, from and to, and the lengths of the numbers. */
const NETWORKS: readonly (readonly [number, number, ...(readonly number[])])[] = [
  [4000, 4999, 13, 16, 19],
  [5100, 5599, 16],
  [2221, 2720, 16],
  [3400, 3499, 15],
  [3700, 3799, 15],
  [3000, 3059, 14, 16],
  [3095, 3095, 14, 16],
  [3600, 3699, 14, 16],
  [3800, 3999, 14, 16],
  [6011, 6011, 16, 17, 18, 19],
  [6440, 6599, 16, 17, 18, 19],
  [3528, 3589, 16, 17, 18, 19],
  [6200, 6299, 16, 17, 18, 19],
  [2200, 2204, 16, 17, 18, 19],
  [5018, 5020, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 13, 14, 15, 16, 17, 18, 19],
  [5893, 5893, 13, 14, 15, 16, 17, 18, 19],
  [6304, 6304, 13, 14, 15, 16, 17, 18, 19],
  [6759, 6763, 13, 14, 15, 16, 17, 18, 19],
  [5080, 5089, 16],
  [6000, 6099, 16],
  [6370, 6399, 16],
  [8100, 8299, 16],
  [9792, 9792, 16],
];

/** As they are printed, the longest first: four groups of four and three more digits, and so on. */
const SHAPES = [0x44443, 0x44442, 0x44441, 0x4444, 0x465, 0x464, 0x445];
const MAX_GROUPS = 6;
const SHORTEST = 13;
const SEPARATORS = ' -.\u00a0';
const JOINTS = '.';
const HEX_WORD = /[0-9a-f]*\d[0-9a-f]*-$/i;

/** Payment card numbers, bare or in the groups in which they are printed. */
export const card: Detector = {
  name: 'card',
  group: 'financial',
  validates: 'network prefix with length, Luhn; not inside longer numbers, decimals, hexadecimal or UUIDs',
  source: 'ISO/IEC 7812',
  digitRuns: { lengths: [4, 13, 14, 15, 16, 17, 18, 19] },
  match: (window, start, end) => {
    const { text, floor } = window;
    const isNetwork = networkLengths(text, start) !== 0;
    if (!isNetwork || !isNumberStart(text, start, floor, JOINTS) || isHexWordBefore(text, start, floor)) {
      return undefined;
    }
    return end - start === 4 ? matchGroups(window, start, end) : matchBare(window, start, end);
  },
};

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  if (isEndOpen(window, end)) {
    return undecided(start);
  }
  return isNumberEnd(window.text, end, JOINTS) && isCardNumber(window.text, start, end)
    ? found(start, end, 'card')
    : undefined;
}

function matchGroups(window: Window, start: number, end: number): Verdict | undefined {
  const { text, isFinal } = window;
  const isTooShort = end + 4 < text.length && !isDigit(text, end + 4);
  if (isTooShort || !SEPARATORS.includes(text.charAt(end))) {
    return undefined;
  }
  const groups = readGroups(text, start, end, MAX_GROUPS);
  if ((groups.isCut && !isFinal) || isEndOpen(window, groups.ends.at(-1) ?? end)) {
    return undecided(start);
  }
  // With hyphens or full stops, a longer chain is something else, such as a UUID.
  const isWhole = '-.'.includes(text.charAt(end));
  for (const shape of SHAPES) {
    const last = endOfShape(groups, shape, isWhole);
    if (last > 0 && isNumberEnd(text, last, JOINTS) && isCardNumber(text, start, last)) {
      return found(start, last, 'card');
    }
  }
  return undefined;
}

function isHexWordBefore(text: string, start: number, floor: number): boolean {
  if (text.charAt(start - 1) !== '-') {
    return false;
  }
  const word = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - 14));
  return word < start - 1 && isKind(text, word, KIND.alphanumeric) && HEX_WORD.test(text.slice(word, start));
}

/** By the first four digits: the lengths of the network's numbers, bit 0 for thirteen digits. */
const lengthsOfPrefix = createPrefixTable();

function createPrefixTable(): Uint8Array {
  const table = new Uint8Array(10_000);
  for (const [from, to, ...lengths] of NETWORKS) {
    const bits = lengths.reduce((sum, length) => sum | (1 << (length - SHORTEST)), 0);
    for (let prefix = from; prefix <= to; prefix += 1) {
      table[prefix] = (table[prefix] ?? 0) | bits;
    }
  }
  return table;
}

function networkLengths(text: string, start: number): number {
  const first = 10 * digitAt(text, start) + digitAt(text, start + 1);
  return lengthsOfPrefix[100 * first + 10 * digitAt(text, start + 2) + digitAt(text, start + 3)] ?? 0;
}

/** Whether the digits between two places are a card number; other characters between them do not count. */
function isCardNumber(text: string, start: number, end: number): boolean {
  let count = 0;
  let sum = 0;
  for (let index = end - 1; index >= start; index -= 1) {
    if (isDigit(text, index)) {
      const digit = digitAt(text, index);
      const doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
      sum += count % 2 === 1 ? doubled : digit;
      count += 1;
    }
  }
  return sum % 10 === 0 && count >= SHORTEST && (networkLengths(text, start) & (1 << (count - SHORTEST))) !== 0;
}

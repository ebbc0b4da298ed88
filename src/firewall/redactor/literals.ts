import type { Detector } from './detector.js';

/** A detector that asked for a literal. */
export interface AskAbout {
  readonly detector: Detector;
  /** Of the literal. */
  readonly length: number;
}

/** Literals that begin alike: from `low` up to `high`. */
export interface LiteralRange {
  readonly low: number;
  readonly high: number;
}

/** All literals of all detectors in order, so that those that begin alike lie side by side. */
export interface LiteralList {
  readonly count: number;
  /** Character code to column: letters folded to lower case, everything that is in no literal in column 0. */
  readonly classes: Uint8Array;
  readonly width: number;
  readonly isDigit: (column: number) => boolean;
  /** Those of a range, all alike in their first `depth` characters, that have a character of the column behind these. */
  readonly find: (range: LiteralRange & { readonly depth: number }, column: number) => LiteralRange | undefined;
  /** Who asked for the literal of a range that is no longer than `depth`. */
  readonly endingAt: (range: LiteralRange, depth: number) => readonly AskAbout[];
  /** Whether one of a range is longer than `depth`. */
  readonly goesOn: (range: LiteralRange, depth: number) => boolean;
}

const DIGITS = '0123456789';
const FULL_WIDTH = 0xfee0;
const MOST_COLUMNS = 256;
const NOBODY: readonly AskAbout[] = [];

/** Runs at every start of the program, so it does no more than to collect and to sort. */
export function compileLiterals(detectors: readonly Detector[]): LiteralList {
  const owners = collect(detectors);
  const literals = [...owners.keys()].sort();
  const { classes, characters } = compileClasses(literals);

  /** The first of a range whose character at a depth is not below a code. */
  const lowerBound = ({ low, high }: LiteralRange, depth: number, code: number): number => {
    let from = low;
    let to = high;
    while (from < to) {
      const middle = (from + to) >>> 1;
      // A literal that ends here has no code there: it is the first of its range.
      if ((literals[middle]?.charCodeAt(depth) ?? 0) >= code) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  };

  return {
    count: literals.length,
    classes,
    width: characters.length,
    isDigit: (column) => column > 0 && DIGITS.includes(characters[column] ?? ' '),
    find: ({ low, high, depth }, column) => {
      const code = characters[column]?.charCodeAt(0);
      if (column === 0 || code === undefined || low === high) {
        return undefined;
      }
      const first = lowerBound({ low, high }, depth, code);
      const end = lowerBound({ low: first, high }, depth, code + 1);
      return first < end ? { low: first, high: end } : undefined;
    },
    endingAt: ({ low, high }, depth) => {
      const shortest = low < high ? (literals[low] ?? '') : '';
      return shortest.length === depth ? (owners.get(shortest) ?? NOBODY) : NOBODY;
    },
    goesOn: ({ low, high }, depth) => low < high && (literals[high - 1] ?? '').length > depth,
  };
}

/** Who asked for a literal, in the order of the table. */
function collect(detectors: readonly Detector[]): ReadonlyMap<string, readonly AskAbout[]> {
  const owners = new Map<string, AskAbout[]>();
  for (const detector of detectors) {
    for (const literal of detector.literals ?? []) {
      const known = owners.get(literal);
      const entry = { detector, length: literal.length };
      if (known === undefined) {
        owners.set(literal, [entry]);
      } else {
        known.push(entry);
      }
    }
  }
  return owners;
}

function compileClasses(literals: readonly string[]): {
  readonly classes: Uint8Array;
  readonly characters: readonly string[];
} {
  const classes = new Uint8Array(0x10000);
  const characters = [''];
  for (const character of new Set(literals.join('') + DIGITS)) {
    const column = characters.length;
    characters.push(character);
    classes[character.charCodeAt(0)] = column;
    const upper = character.toUpperCase();
    if (upper.length === 1 && upper !== character) {
      classes[upper.charCodeAt(0)] = column;
    }
  }
  if (characters.length > MOST_COLUMNS) {
    throw new Error('the literals of the detectors have too many different characters');
  }
  for (const digit of DIGITS) {
    const code = digit.charCodeAt(0);
    classes[code + FULL_WIDTH] = classes[code] ?? 0;
  }
  return { classes, characters };
}

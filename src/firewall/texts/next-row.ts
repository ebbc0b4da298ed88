import type { Kept } from './digest.js';
import type { KeptLine } from './kept-line.js';
import type { Place } from './line-ledger.js';
import { rowsOf } from './row-counter.js';

/** Lines that follow each other and that nobody has seen; `row` is where they begin in the stored result. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly row: number;
}

/** What stands before an error belongs to it. */
const ROWS_BEFORE = 2;

/**
 * Where to read on: at what was asked for and is not shown, or in the stretch with most of the errors that are not shown,
 * or else in the longest one; where every line is shown, at the one of which most was cut. `known` are all lines that
 * were shown, in the order of the text.
 */
export function nextRowOf(known: readonly KeptLine[], kept: Kept): number | undefined {
  const orders = new Set(known.map(({ order }) => order));
  const isUnseen = ({ order }: Place): boolean => !orders.has(order);
  const stretches = stretchesOf(known, kept.lines);
  const asked = kept.asked.find(({ line }) => isUnseen(line))?.line;
  if (asked !== undefined) {
    return rowBefore(stretches, [asked]);
  }
  const errors = (kept.ledger?.errors ?? []).filter(isUnseen);
  return errors.length > 0 ? rowBefore(stretches, errors) : (longestOf(stretches)?.row ?? mostCut(known)?.row);
}

/** A little before the first of the places in the stretch that holds most of them. */
function rowBefore(stretches: readonly Stretch[], places: readonly Place[]): number | undefined {
  let index = 0;
  let best: { readonly count: number; readonly row: number } | undefined;
  for (const { from, to, row } of stretches) {
    const start = index;
    while ((places[index]?.order ?? to) < to) {
      index += 1;
    }
    const first = places[start];
    const isInside = first !== undefined && first.order >= from && index > start;
    if (isInside && index - start > (best?.count ?? 0)) {
      best = { count: index - start, row: Math.max(row, first.row - ROWS_BEFORE) };
    }
  }
  return best?.row;
}

function stretchesOf(known: readonly KeptLine[], lines: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let row = 0;
  for (const line of known) {
    if (line.order > from) {
      stretches.push({ from, to: line.order, row });
    }
    from = line.order + 1;
    row = line.row + rowsOf(line.rawChars);
  }
  return lines > from ? [...stretches, { from, to: lines, row }] : stretches;
}

function longestOf(stretches: readonly Stretch[]): Stretch | undefined {
  return [...stretches].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)[0];
}

function mostCut(known: readonly KeptLine[]): KeptLine | undefined {
  const cutOf = ({ rawStart, rawEnd, rawChars }: KeptLine): number => rawEnd - rawStart - rawChars;
  return [...known].sort((a, b) => cutOf(b) - cutOf(a) || a.order - b.order)[0];
}

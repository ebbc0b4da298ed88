import { formatCount } from '../../contract/quantities.js';
import { formatCell } from '../text/cells.js';
import { sliceColumns } from '../text/slice-columns.js';
import type { ScanState } from './pager-state.js';
import { NEVER, type StatusPart } from './status-fit.js';

/** Narrower screens do without words that can be guessed. */
export const NARROW = 60;

/** What gives way first where a line is short, up to what hardly ever does. */
export const WEIGHT = {
  columns: 1,
  state: 2,
  share: 3,
  short: 4,
  words: 5,
  order: 6,
  progress: 7,
  place: 8,
  count: 9,
} as const;

export interface StatusRoom {
  /** The number of the row under the cursor. */
  readonly row: number;
  readonly height: number;
  readonly width: number;
  readonly ellipsis: string;
  readonly isReading: boolean;
  /** What is looked for in the open row or list, in place of the search in all rows. */
  readonly search?: ScanState | undefined;
  /** Which match the row, or the line of the open row or list, is. */
  readonly match: number | undefined;
  /** The first and last column on the screen. */
  readonly columns: readonly [first: number, last: number] | undefined;
}

/** Two digits that mean something, and 100 % only at the very end. */
export function percent(value: number): string {
  if (value === 0 || value >= 100) {
    return `${Math.round(value)} %`;
  }
  const text = value < 1 ? value.toFixed(2) : value.toFixed(value < 10 ? 1 : 0);
  const told: Readonly<Record<string, string>> = { '0.00': '0', '100': '99' };
  return `${told[text] ?? text} %`;
}

/** What goes on until it is stopped: that it can be is never left out. */
export function stoppable(what: string, ofWhat: string, share: number): readonly StatusPart[] {
  return [
    { text: what, weight: NEVER },
    { text: ofWhat, weight: WEIGHT.words, isTail: true },
    { text: ` ${percent(share)}`, weight: WEIGHT.progress, isTail: true },
    { text: ', esc stops', weight: NEVER, isTail: true },
  ];
}

/** How far it came, where that was not to the end. */
export function scanText(scan: ScanState): string {
  const part = percent(scannedPart(scan));
  switch (scan.status) {
    case 'running':
      return ` (scan ${part})`;
    case 'stopped':
      return ` (scan stopped at ${part})`;
    case 'full':
      return ' (no more are kept: ask more narrowly)';
    case 'done':
      return '';
  }
}

export function scannedPart({ scanned, total }: Pick<ScanState, 'scanned' | 'total'>): number {
  return total === 0 ? 100 : Math.min(100, (scanned / total) * 100);
}

/** The numbers stand first, and give way last. */
export function searchTexts(search: ScanState, room: StatusRoom): readonly StatusPart[] {
  const { status, matches } = search;
  const what = matches === 1 ? 'match' : 'matches';
  const isNarrow = room.width < NARROW;
  const all = formatCount(matches);
  const found =
    room.match === undefined ? `${all} ${what}` : `${formatCount(room.match)} of ${all}${isNarrow ? '' : ` ${what}`}`;
  return [
    { text: `${found}${status === 'running' ? ' so far' : ''}`, weight: WEIGHT.count },
    { text: ` ${isNarrow ? '/' : 'for '}${quoted(search.text, room)}`, weight: WEIGHT.words, isTail: true },
    { text: scanText(search), weight: WEIGHT.share, isTail: true },
  ];
}

export function quotedName(field: string, room: StatusRoom): string {
  return quoted(formatCell(field), room);
}

/** A third of the line at most: what it found matters more. */
export function quoted(text: string, { width, ellipsis }: StatusRoom): string {
  return sliceColumns(text, 0, Math.max(MOST_QUOTED, Math.floor(width / 3)), ellipsis);
}

const MOST_QUOTED = 12;

import { formatCell } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { foundAt, valueHolds } from '../text/found-text.js';
import { textRowLine } from '../text/text-row.js';
import { type Column, leftFor, memberOf, shownColumns } from './pager-columns.js';
import type { PagerRoom } from './pager-moves.js';
import { isText, type PagerState } from './pager-state.js';

/** The view moved sideways, as little as possible, so that what is searched for is seen in this row. */
export function revealMatch(state: PagerState, row: unknown, room: PagerRoom): Partial<PagerState> {
  const wanted = state.search?.text;
  if (wanted === undefined) {
    return {};
  }
  return isText(state) ? revealInLine(state, row, { wanted, ...room }) : revealColumn(state, row, { wanted, ...room });
}

interface Wanted extends PagerRoom {
  readonly wanted: string;
}

function revealInLine({ left }: PagerState, row: unknown, { wanted, width }: Wanted): Partial<PagerState> {
  const { source, line } = textRowLine(row);
  const at = foundAt(line, wanted);
  if (at === -1) {
    return {};
  }
  const from = displayWidth(line.slice(0, at));
  const end = from + displayWidth(line.slice(at, at + wanted.length));
  // The last column may hold the sign that more follows.
  const room = Math.max(1, width - displayWidth(source) - 1);
  if (from >= left && end <= left + room) {
    return {};
  }
  return { left: end <= room ? 0 : Math.max(0, from - Math.floor(room / 3)) };
}

function revealColumn(state: PagerState, row: unknown, { wanted, width }: Wanted): Partial<PagerState> {
  const holds = ({ name }: Column): boolean => valueHolds(memberOf(row, name), wanted);
  const shown = shownColumns(state.columns);
  const current = shown[state.column];
  const index = current !== undefined && holds(current) ? state.column : shown.findIndex(holds);
  if (index === -1) {
    const hidden = state.columns.find(holds);
    return hidden === undefined ? {} : { notice: `found in ${formatCell(hidden.name)}, a column that is not shown` };
  }
  return { column: index, left: leftFor(state.columns, { left: state.left, index, width }) };
}

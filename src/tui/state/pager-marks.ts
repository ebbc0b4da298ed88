import { formatCount } from '../../contract/quantities.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { viewLength } from './pager-state.js';

const MOST_MARKED = 1000;

/** Marks the row under the cursor, or takes its mark away. */
export function toggleMark(ports: KeyPorts): void {
  const { pager } = ports;
  const state = pager.store.get();
  const { marked } = state;
  const row = pager.rowNumber(state.cursor);
  if (row === undefined || viewLength(state) === 0) {
    set(ports, { notice: 'there is no row to mark' });
  } else if (marked.includes(row)) {
    set(ports, { marked: marked.filter((other) => other !== row) });
  } else if (marked.length >= MOST_MARKED) {
    set(ports, { notice: `no more than ${formatCount(MOST_MARKED)} rows can be marked` });
  } else {
    set(ports, { marked: [...marked, row].sort((left, right) => left - right) });
  }
}

/** Shows only those marked rows that stand in the view, in its order, or all rows again. */
export function toggleMarkedOnly(ports: KeyPorts): void {
  const { pager } = ports;
  const { order, marked } = pager.store.get();
  if (order?.areMarked === true) {
    pager.gathering.leaveOrder();
    set(ports, { notice: 'the other rows are shown again' });
    return;
  }
  const rows = markedPlaces(ports)
    .sort((left, right) => left.place - right.place)
    .map(({ row }) => row);
  if (rows.length === 0) {
    set(ports, { notice: noMarkText(marked) });
  } else {
    pager.gathering.only(rows);
  }
}

interface MarkedPlace {
  readonly row: number;
  readonly place: number;
}

function markedPlaces({ pager }: KeyPorts): MarkedPlace[] {
  return pager.store.get().marked.flatMap((row) => {
    const place = pager.placeOf(row);
    return place === undefined ? [] : [{ row, place }];
  });
}

function noMarkText(marked: readonly number[]): string {
  return marked.length === 0 ? 'm marks a row' : 'no marked row is in sight of this view';
}

/** Goes to the next marked row of the view, in its order, or to the one before; from the last one to the first. */
export function goToMark(ports: KeyPorts, step: 1 | -1): void {
  const { pager } = ports;
  const { marked, cursor } = pager.store.get();
  const places = markedPlaces(ports)
    .map(({ place }) => place)
    .sort((left, right) => (left - right) * step);
  const place = places.find((each) => (each - cursor) * step > 0) ?? places[0];
  if (place === undefined) {
    set(ports, { notice: noMarkText(marked) });
  } else {
    pager.goTo(place);
  }
}

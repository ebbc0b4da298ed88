import type { OrderedRows } from './ordered-rows.js';
import type { PagerRoom } from './pager-moves.js';
import type { PagerEvent } from './pager-reducer.js';
import type { FindRows } from './pager-scan.js';
import type { PagerState } from './pager-state.js';
import type { Store } from './store.js';

export interface GatheringPorts {
  readonly store: Store<PagerState, PagerEvent>;
  readonly find: FindRows;
  readonly room: () => PagerRoom;
  readonly scans: {
    readonly inOrder: (rows: OrderedRows | undefined) => void;
    readonly rowAt: (place: number) => number | undefined;
    readonly placeOf: (row: number) => number | 'wait';
  };
  /** The places of the view have other rows now. */
  readonly onOtherRows: () => void;
  readonly want: () => void;
}

/** Only rows that fit the filter are gathered. */
export function filterPart({ filter }: PagerState): { readonly filter?: string } {
  return filter === undefined ? {} : { filter: filter.text };
}

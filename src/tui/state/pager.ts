import type { Principal } from '../../contract/principal.js';
import type { Terminal } from '../terminal/terminal.js';
import type { Scans } from './filter-and-search.js';
import type { Gathering } from './pager-gathering.js';
import type { TimeJump } from './pager-jump.js';
import type { PagerRoom } from './pager-moves.js';
import type { RowReader } from './pager-reader.js';
import type { PagerEvent } from './pager-reducer.js';
import type { PagerKernel } from './pager-source.js';
import type { PagerStart, PagerState } from './pager-state.js';
import type { Store } from './store.js';

export interface PagerOptions {
  readonly terminal: Terminal;
  readonly kernel: PagerKernel;
  readonly principal: Principal;
  readonly handleId: string;
  readonly start?: PagerStart;
  /** Nothing stands behind it: a key too many of those that step back leaves it open. */
  readonly isOutermost?: boolean;
  /** The session that pays for what is read. */
  readonly sessionId?: string | undefined;
}

/** The pager without its screen: state, rows near the cursor, searches, and the watch over an open handle. */
export interface PagerController {
  readonly store: Store<PagerState, PagerEvent>;
  readonly reader: RowReader;
  readonly scans: Scans;
  /** The rows have this room now: reads what is to stand there. */
  readonly show: (room: PagerRoom) => void;
  readonly room: () => PagerRoom;
  /** The row at a place of the view, and its number. */
  readonly rowNumber: (place: number) => number | undefined;
  /** The place of a row; undefined while the view does not have it, or nobody knows. */
  readonly placeOf: (row: number) => number | undefined;
  readonly filter: (text: string) => void;
  /** `condition`: rows that fit it, which are called by the text. */
  readonly search: (text: string, condition?: string) => void;
  readonly seek: (direction: 'next' | 'previous') => void;
  /** Goes to the first row from a time on. */
  readonly jump: (asked: TimeJump) => void;
  /** Sorting, and the counting of values. */
  readonly gathering: Gathering;
  readonly goTo: (place: number) => void;
  readonly stop: () => void;
  /** A row on the screen is still to come. */
  readonly isWaiting: () => boolean;
  /** Reads on after a stop. */
  readonly goOn: () => void;
  readonly again: () => void;
  /** The rows have other columns now. */
  readonly reread: () => void;
  /** Asks an open handle what came since it last said so, and goes there unless the person moved on. */
  readonly goToEnd: () => void;
  readonly close: () => void;
}

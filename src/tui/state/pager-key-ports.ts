import type { PagerController } from './pager.js';
import type { PagerState } from './pager-state.js';

/** What the keys of the pager reach. */
export interface KeyPorts {
  readonly pager: PagerController;
  /** Puts a sequence on the terminal that prints nothing. */
  readonly send: (sequence: string) => void;
  readonly onClose: () => void;
  readonly isOutermost: boolean;
}

export function set({ pager }: KeyPorts, change: Partial<PagerState>): void {
  pager.store.dispatch({ type: 'set', change });
}

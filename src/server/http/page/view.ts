import type { ListPane } from './list-pane.js';

/** One of the lists of the page; what is chosen in it stands beside it. */
export interface View {
  readonly title: string;
  readonly list: ListPane;
  /** Asks for what there is now. */
  readonly refresh: () => Promise<void>;
  /** Forgets what was shown: another token may see other things. */
  readonly reset: () => void;
}

export interface ViewPorts {
  readonly showDetail: (element: HTMLElement) => void;
}

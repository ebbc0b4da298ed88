import type { HandleRecord } from '../../contract/handle.js';
import type { Terminal } from '../terminal/terminal.js';

export interface WatchPorts {
  readonly terminal: Pick<Terminal, 'after'>;
  readonly ask: () => Promise<HandleRecord>;
  readonly isFollowing: () => boolean;
  /** More may come, and somebody looks. */
  readonly isOpen: () => boolean;
  readonly onAnswer: (record: HandleRecord) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Asks an open handle again and again what came. */
export interface Watch {
  readonly begin: () => void;
  /** Asks now. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

const WATCH_MS = 1000;
const FOLLOW_MS = 250;

export function createWatch({ terminal, ask, isFollowing, isOpen, onAnswer, onFailure }: WatchPorts): Watch {
  let isStopped = false;
  let cancel = (): void => undefined;

  function begin(): void {
    if (isOpen()) {
      cancel();
      cancel = terminal.after(isFollowing() ? FOLLOW_MS : WATCH_MS, () => {
        void look();
      });
    }
  }

  async function look(): Promise<void> {
    try {
      const record = await ask();
      if (isStopped) {
        return;
      }
      onAnswer(record);
    } catch (error) {
      onFailure(error);
      return;
    }
    begin();
  }

  return {
    begin,
    look,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

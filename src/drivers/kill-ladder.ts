import { signalGroup } from './process-groups.js';

/** The steps by which a process group is made to end. */
export interface KillLadder {
  /** Begins; later calls change nothing. It needs nobody to wait for it or to read the output. */
  readonly start: () => void;
  /** Begins with the signals, without asking first; also when it is still asking. */
  readonly insist: () => void;
  /** Whether any signal was sent. */
  readonly hasSignalled: () => boolean;
  /** Whether it came to SIGKILL. */
  readonly wasForced: () => boolean;
  /** The leader is gone: nothing more is sent. */
  readonly stop: () => void;
}

interface LadderOptions {
  /** The leader of the group. */
  readonly pid: number;
  /** What is tried before any signal, and how long it is given. */
  readonly ask?: { readonly how: () => void; readonly graceMs: number };
  /** From SIGTERM to SIGKILL. */
  readonly termGraceMs: number;
}

/** Asks if there is a way to ask, then SIGTERM, then SIGKILL, each to the whole group. */
export function createKillLadder({ pid, ask, termGraceMs }: LadderOptions): KillLadder {
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isAsking = false;
  let isOver = false;
  let hasSignalled = false;
  let isForced = false;
  const kill = (): void => {
    isForced = true;
    signalGroup(pid, 'SIGKILL');
  };
  const terminate = (): void => {
    isAsking = false;
    hasSignalled = true;
    signalGroup(pid, 'SIGTERM');
    timer = setTimeout(kill, termGraceMs);
  };
  return {
    start() {
      if (isStarted || isOver) {
        return;
      }
      isStarted = true;
      if (ask === undefined) {
        terminate();
        return;
      }
      isAsking = true;
      ask.how();
      timer = setTimeout(terminate, ask.graceMs);
    },
    insist() {
      if (isOver || (isStarted && !isAsking)) {
        return;
      }
      isStarted = true;
      clearTimeout(timer);
      terminate();
    },
    hasSignalled: () => hasSignalled,
    wasForced: () => isForced,
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

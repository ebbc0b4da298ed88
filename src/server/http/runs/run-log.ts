import { splitEvent } from './split-event.js';

/** The events of one run as they are sent, numbered from 1 on. */
export interface EventLog {
  /** Events behind this number, together at most about `mostChars` and at least one; those that are gone are told. */
  readonly after: (seq: number, mostChars: number) => LogPart | Promise<LogPart>;
  readonly lastSeq: () => number;
  readonly isEnded: () => boolean;
  /** Whether there is an event of this number; `perhaps` where its server may have sent it and not written it down yet. */
  readonly has: (seq: number) => 'yes' | 'no' | 'perhaps';
  /** Resolves when there may be more, after the time, or when the reader leaves. */
  readonly more: (behind: number, waitMs: number, leaving: AbortSignal) => Promise<'more' | 'late'>;
}

export interface LogPart {
  readonly text: string;
  readonly seq: number;
}

/** The newest within a bound, in the memory of the process that runs it. */
export interface RunLog extends EventLog {
  /** One whose data is too long becomes several, `split`, which stay or go together. */
  readonly add: (type: string, data: string) => void;
  /** The terminal event: nothing can be added behind it. `state` is what is known of the end, for whoever asks later. */
  readonly end: (type: string, data: (seq: number, notKept?: Hole) => string, state?: string) => void;
  readonly bytes: () => number;
  /** What to wait for before more is added, where what has not been kept elsewhere would push itself out. */
  readonly room: () => Promise<void> | undefined;
  /** For whoever keeps the events elsewhere. */
  readonly keeping: LogKeeping;
}

/** Events that stand nowhere but here. */
export interface Hole {
  readonly from: number;
  readonly to: number;
}

export interface LogKeeping {
  /** What has not been kept yet, together at most about `mostChars` and at least one event. */
  readonly next: (mostChars: number) => Unkept | undefined;
  /** Up to this number all that is still there stands elsewhere, too: now it can be read. */
  readonly kept: (seq: number) => void;
  /** It can be read although it is not kept, and so can what comes, until something is kept again. */
  readonly giveUp: () => void;
  /** Somebody else has told the end: nothing more is read here. */
  readonly abandon: () => void;
}

export interface Unkept {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly text: string;
  /** The first event that is still here. */
  readonly keep_from: number;
  /** With the terminal event. */
  readonly end?: string;
}

export interface RunLogOptions {
  readonly runId: string;
  readonly mostBytes: number;
  readonly onEvent: () => void;
  /** Set where events can be read only once they are kept elsewhere: told of each. */
  readonly onUnkept?: (() => void) | undefined;
}

export function createRunLog({ runId, mostBytes, onEvent, onUnkept }: RunLogOptions): RunLog {
  const events = new Map<number, string>();
  const waiting = new Set<() => void>();
  let last = 0;
  let first = 1;
  let bytes = 0;
  let isEnded = false;
  /** The first of the events that came last together: parts of one, and the end behind them. */
  let newest = 1;
  /** What can be read, and what is kept elsewhere. */
  let shown = 0;
  let kept = 0;
  let isFree = onUnkept === undefined;
  let unkeptBytes = 0;
  let makeRoom: (() => void) | undefined;
  let ending:
    | { readonly type: string; readonly data: (seq: number, notKept?: Hole) => string; state?: string }
    | undefined;

  const put = (type: string, data: string) => {
    last += 1;
    const text = eventText(`${runId}:${last}`, type, data);
    events.set(last, text);
    bytes += text.length;
    unkeptBytes += text.length;
    // The newest stays, whatever its size: without the terminal event nobody would know of the end.
    while (bytes > mostBytes && first < newest) {
      const gone = events.get(first)?.length ?? 0;
      bytes -= gone;
      unkeptBytes -= first > kept ? gone : 0;
      events.delete(first);
      first += 1;
    }
    onEvent();
    if (isFree) {
      show(last);
    }
    onUnkept?.();
  };
  const show = (seq: number) => {
    shown = Math.max(shown, seq);
    for (const wake of waiting) {
      wake();
    }
  };
  const joined = (from: number, to: number, mostChars: number) => {
    let text = '';
    let at = from;
    for (; at <= to && (at === from || text.length < mostChars); at += 1) {
      text += events.get(at) ?? '';
    }
    return { text, seq: at - 1 };
  };

  return {
    add(type, data) {
      if (!isEnded) {
        newest = last + 1;
        const parts = splitEvent(type, data);
        for (const part of parts ?? [data]) {
          put(parts === undefined ? type : 'split', part);
        }
      }
    },
    end(type, data, state) {
      if (!isEnded) {
        isEnded = true;
        ending = { type, data, ...(state === undefined ? {} : { state }) };
        put(type, isFree && onUnkept !== undefined ? data(last + 1, { from: kept + 1, to: last + 1 }) : data(last + 1));
      }
    },
    after(seq, mostChars) {
      const from = Math.max(seq + 1, first);
      const gap = from > seq + 1 ? gapText(runId, { from: seq + 1, to: from - 1 }) : '';
      const { text, seq: at } = joined(from, shown, mostChars - gap.length);
      return { text: gap + text, seq: at };
    },
    lastSeq: () => shown,
    isEnded: () => isEnded && shown === last,
    // Another server may have read one of which this one does not know yet that it is kept.
    has: (seq) => (seq <= last ? 'yes' : 'no'),
    bytes: () => bytes,
    room: () =>
      isFree || unkeptBytes <= mostBytes / 4
        ? undefined
        : new Promise((resolve) => {
            makeRoom = resolve;
          }),
    more: (behind, waitMs, leaving) =>
      new Promise((resolve) => {
        if (shown > behind || (isEnded && shown === last) || leaving.aborted) {
          resolve('more');
          return;
        }
        const settle = (how: 'more' | 'late') => {
          clearTimeout(timer);
          leaving.removeEventListener('abort', wake);
          waiting.delete(wake);
          resolve(how);
        };
        const wake = () => settle('more');
        const timer = setTimeout(() => settle('late'), waitMs);
        waiting.add(wake);
        leaving.addEventListener('abort', wake);
      }),
    keeping: {
      next(mostChars) {
        const from = Math.max(kept + 1, first);
        if (from > last) {
          return undefined;
        }
        const { text, seq } = joined(from, last, mostChars);
        const end = isEnded && seq === last ? { end: ending?.state ?? '{}' } : {};
        return { first_seq: from, last_seq: seq, text, keep_from: first, ...end };
      },
      kept(seq) {
        for (; kept < seq; kept += 1) {
          unkeptBytes -= events.get(kept + 1)?.length ?? 0;
        }
        isFree = false;
        show(seq);
        makeRoom?.();
      },
      giveUp() {
        isFree = true;
        makeRoom?.();
        if (shown === last) {
          return;
        }
        if (ending !== undefined) {
          const { type, data } = ending;
          events.set(last, eventText(`${runId}:${last}`, type, data(last, { from: kept + 1, to: last })));
        }
        show(last);
      },
      abandon() {
        isEnded = true;
        isFree = true;
        last = shown;
        show(shown);
        makeRoom?.();
      },
    },
  };
}

/** Tells that events are no longer there. */
export function gapText(runId: string, gap: Hole): string {
  return eventText(`${runId}:${gap.to}`, 'gap', JSON.stringify(gap));
}

/** Data of JSON has no line breaks of its own. */
export function eventText(id: string, type: string, data: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`;
}

const TERMINAL: Readonly<Record<string, string>> = { completed: 'run.completed', cancelled: 'run.cancelled' };

export function terminalType(status: string): string {
  return TERMINAL[status] ?? 'run.failed';
}

/** The events of one run as they are sent, numbered from 1 on; the newest within a bound. */
export interface RunLog {
  readonly add: (type: string, data: string) => void;
  /** The terminal event: nothing can be added behind it. */
  readonly end: (type: string, data: (seq: number) => string) => void;
  /** Events behind this number, together at most about `mostChars` and at least one; those that are gone are told. */
  readonly after: (seq: number, mostChars: number) => { readonly text: string; readonly seq: number };
  readonly lastSeq: () => number;
  readonly isEnded: () => boolean;
  readonly bytes: () => number;
  /** Resolves when there is more, after the time, or when the reader leaves. */
  readonly more: (behind: number, waitMs: number, leaving: AbortSignal) => Promise<'more' | 'late'>;
}

export interface RunLogOptions {
  readonly runId: string;
  readonly mostBytes: number;
  readonly onEvent: () => void;
}

export function createRunLog({ runId, mostBytes, onEvent }: RunLogOptions): RunLog {
  const events = new Map<number, string>();
  const waiting = new Set<() => void>();
  let last = 0;
  let first = 1;
  let bytes = 0;
  let isEnded = false;

  const put = (type: string, data: string) => {
    last += 1;
    const text = eventText(`${runId}:${last}`, type, data);
    events.set(last, text);
    bytes += text.length;
    // The newest stays, whatever its size: without the terminal event nobody would know of the end.
    while (bytes > mostBytes && first < last) {
      bytes -= events.get(first)?.length ?? 0;
      events.delete(first);
      first += 1;
    }
    onEvent();
    for (const wake of waiting) {
      wake();
    }
  };

  return {
    add(type, data) {
      if (!isEnded) {
        put(type, data);
      }
    },
    end(type, data) {
      if (!isEnded) {
        isEnded = true;
        put(type, data(last + 1));
      }
    },
    after(seq, mostChars) {
      const from = Math.max(seq + 1, first);
      const gap = { from: seq + 1, to: from - 1 };
      let text = from > seq + 1 ? eventText(`${runId}:${gap.to}`, 'gap', JSON.stringify(gap)) : '';
      let at = from;
      for (; at <= last && (at === from || text.length < mostChars); at += 1) {
        text += events.get(at) ?? '';
      }
      return { text, seq: at - 1 };
    },
    lastSeq: () => last,
    isEnded: () => isEnded,
    bytes: () => bytes,
    more: (behind, waitMs, leaving) =>
      new Promise((resolve) => {
        if (last > behind || isEnded || leaving.aborted) {
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
  };
}

/** Data of JSON has no line breaks of its own. */
function eventText(id: string, type: string, data: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`;
}

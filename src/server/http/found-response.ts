import type { FindProgress } from '../../contract/expansion.js';
import type { Caller } from './callers.js';
import { problemOf } from './problem.js';
import { EVENT_HEADERS } from './runs/event-response.js';

/** Numbers of rows in one event, so that it stays small. */
const MOST_ROWS = 4096;
/** What is found meanwhile is told together. */
const TOGETHER_MS = 50;

export interface Search {
  readonly found: AsyncIterable<FindProgress>;
  readonly caller: Pick<Caller, 'watch'>;
  /** Ends the search. */
  readonly stop: () => void;
  /** Told once, however it ends. */
  readonly onEnd: () => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * A search as events, as fast as they are read: `progress`, and then `find.completed` or `find.failed`. Rejects with what
 * refuses the question. It ends with its reader, and with the capability token.
 */
export async function foundResponse({ found, caller, stop, onEnd, now }: Search): Promise<Response> {
  const parts = found[Symbol.asyncIterator]();
  const stopWatching = caller.watch(stop);
  let isOver = false;
  const over = (): void => {
    if (!isOver) {
      isOver = true;
      stopWatching();
      onEnd();
    }
  };
  let next: IteratorResult<FindProgress, unknown>;
  try {
    next = await parts.next();
  } catch (error) {
    over();
    throw error;
  }
  const together = async (): Promise<string> => {
    const beganAt = now();
    let told: FindProgress | undefined;
    while (next.done !== true) {
      told = { ...told, ...next.value, rows: [...(told?.rows ?? []), ...next.value.rows] };
      next = await parts.next();
      if (told.rows.length >= MOST_ROWS || now() - beganAt >= TOGETHER_MS) {
        break;
      }
    }
    return told === undefined ? '' : progressEvents(told);
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text: string;
        try {
          text = await together();
          text += next.done === true ? event('find.completed', {}) : '';
        } catch (error) {
          next = { done: true, value: undefined };
          text = event('find.failed', { problem: problemOf(error) });
        }
        controller.enqueue(encoder.encode(text));
        if (next.done === true) {
          over();
          controller.close();
        }
      },
      async cancel() {
        stop();
        over();
        await parts.return?.(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: EVENT_HEADERS });
}

/** What was looked at lies behind the rows that are still to be told. */
function progressEvents({ scanned, total, rows, ...gathered }: FindProgress): string {
  let text = '';
  for (let from = 0; from === 0 || from < rows.length; from += MOST_ROWS) {
    const told = rows.slice(from, from + MOST_ROWS);
    const isLast = from + MOST_ROWS >= rows.length;
    text += event('progress', {
      scanned: isLast ? scanned : (told.at(-1) ?? 0) + 1,
      total,
      rows: told,
      ...(isLast ? gathered : {}),
    });
  }
  return text;
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

import { END_REASONS, type TokenEnd } from '../../access/token-watch.js';
import type { Caller } from '../callers.js';
import type { KeptRun } from './kept-run.js';

const HEARTBEAT_MS = 15_000;
/** What is handed over at once; the connection holds no more of a run whose client does not read. */
const PIECE_CHARS = 64 * 1024;

export const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export interface EventReader {
  readonly after: number;
  readonly caller: Pick<Caller, 'watch'>;
  readonly heartbeatMs?: number;
}

/**
 * The events of a run behind `after`, and those to come, to its terminal event, or until the capability token of the reader
 * ends. One that is not read waits.
 */
export function eventResponse(run: KeptRun, reader: EventReader): Response {
  const { after, caller, heartbeatMs = HEARTBEAT_MS } = reader;
  const { log } = run;
  const encoder = new TextEncoder();
  const countOut = run.join();
  const refused = new AbortController();
  let closing: TokenEnd | undefined;
  const stopWatching = caller.watch((how) => {
    closing = how;
    refused.abort();
  });
  const leave = (): void => {
    stopWatching();
    countOut();
  };
  let at = after;
  let isBegun = false;
  const lastWord = (): string | undefined => {
    const why = closing;
    closing = undefined;
    return why === undefined ? undefined : `: closed: ${END_REASONS[why]}\n\n`;
  };
  const next = async (): Promise<string | undefined> => {
    if (!isBegun) {
      isBegun = true;
      return 'retry: 2000\n\n';
    }
    while (at < log.lastSeq() || !log.isEnded()) {
      const news = await log.more(at, heartbeatMs, refused.signal);
      if (refused.signal.aborted) {
        return lastWord();
      }
      if (news === 'late') {
        return ': heartbeat\n\n';
      }
      const { text, seq } = await log.after(at, PIECE_CHARS);
      at = seq;
      if (text !== '') {
        return text;
      }
    }
    return undefined;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await next();
        if (text === undefined) {
          leave();
          controller.close();
        } else {
          controller.enqueue(encoder.encode(text));
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...EVENT_HEADERS, location: `/v1/runs/${run.runId}` } });
}

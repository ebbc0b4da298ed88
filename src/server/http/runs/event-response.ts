import type { KeptRun } from './kept-run.js';

const HEARTBEAT_MS = 15_000;
/** What is handed over at once; the connection holds no more of a run whose client does not read. */
const PIECE_CHARS = 64 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The events of a run behind `after`, and those to come, to its terminal event. One that is not read waits. */
export function eventResponse(run: KeptRun, after: number, heartbeatMs = HEARTBEAT_MS): Response {
  const { log } = run;
  const encoder = new TextEncoder();
  const leave = run.join();
  let at = after;
  let isBegun = false;
  const next = async (): Promise<string | undefined> => {
    if (!isBegun) {
      isBegun = true;
      return 'retry: 2000\n\n';
    }
    if (at >= log.lastSeq() && log.isEnded()) {
      return undefined;
    }
    if ((await log.more(at, heartbeatMs)) === 'late') {
      return ': heartbeat\n\n';
    }
    const { text, seq } = log.after(at, PIECE_CHARS);
    at = seq;
    return text;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await next();
        if (text === undefined) {
          leave();
          controller.close();
        } else if (text !== '') {
          controller.enqueue(encoder.encode(text));
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...HEADERS, location: `/v1/runs/${run.runId}` } });
}

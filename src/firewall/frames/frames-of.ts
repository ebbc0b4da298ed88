import type { Chunk } from '../../contract/chunk.js';
import type { Clock } from '../../contract/clock.js';
import type { Frame } from '../../contract/frame.js';
import { timed } from '../../streams/timed.js';
import type { Presenter } from './stream-presenter.js';

interface Framing {
  readonly clock: Clock;
  readonly stream: Presenter;
  readonly take: (chunk: Chunk) => void;
  /** A one-shot firewall yields no frames here. */
  readonly streamed: boolean;
  /** Asked after each chunk of a stream: whether the rest of it is left. */
  readonly mayStop: () => boolean;
}

/**
 * The frames of a stream but the last. No function inside `createFirewall`: a generator function has a hidden class of
 * its own, which keeps all it refers to until the next full garbage collection, and so each call would be kept.
 */
export async function* framesOf(
  chunks: AsyncIterable<Chunk>,
  { clock, stream, take, streamed, mayStop }: Framing,
): AsyncGenerator<Frame> {
  for await (const chunk of timed(chunks, clock, stream.deadline)) {
    if (chunk !== undefined) {
      take(chunk);
    }
    if (streamed) {
      yield* stream.due(clock.monotonic());
      if (mayStop()) {
        return;
      }
    }
  }
  if (streamed) {
    yield* stream.flush(clock.monotonic());
  }
}

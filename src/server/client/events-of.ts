import { createParser } from './eventsource-library.js';

export interface SentEvent {
  readonly id: string;
  readonly type: string;
  /** Its data as it came: one line of JSON. */
  readonly line: string;
}

const MOST_CHARS = 16 * 1024 * 1024;

/** The events of a body as they come, to where it ends. Throws where it breaks off. */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const decoder = new TextDecoder();
  let came: SentEvent[] = [];
  const parser = createParser({
    maxBufferSize: MOST_CHARS,
    onEvent: ({ id = '', event = '', data }) => {
      came.push({ id, type: event, line: data });
    },
  });
  for await (const piece of body) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* came;
    came = [];
  }
}

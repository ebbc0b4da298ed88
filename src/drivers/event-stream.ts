import type { Stage } from '../streams/stage.js';
import { createUtf8Decoder } from '../streams/utf8.js';

/** One event as a server sent it; its lines of data are joined. */
export interface StreamEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  readonly maxEventChars: number;
  /** Makes the error for an event that is longer. */
  readonly tooLong: () => Error;
  /** Told of bytes that are not UTF-8. */
  readonly onInvalid?: (count: number) => void;
}

/** Reads server-sent events. The last one counts although its blank line is missing: it is what `final` gives. */
export async function createEventStream(options: EventStreamOptions): Promise<Stage<Uint8Array, StreamEvent>> {
  const { createParser } = await import('./eventsource-library.js');
  const { maxEventChars, tooLong, onInvalid } = options;
  const decoder = createUtf8Decoder(onInvalid === undefined ? {} : { onInvalid });
  const lineEnds = createLineEnds();
  const events: StreamEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: (event) => {
      events.push(event);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        throw tooLong();
      }
    },
  });

  const feed = (texts: Iterable<string>): readonly StreamEvent[] => {
    for (const text of texts) {
      parser.feed(lineEnds(text));
    }
    return events.splice(0);
  };

  return {
    transform: (bytes) => feed(decoder.transform(bytes)),
    final: () => feed([...decoder.final(), '\n\n']),
  };
}

/** All three line ends of the format as one, however they are cut; with mixed ones the parser would search too long. */
function createLineEnds(): (text: string) => string {
  /** The last text ended in a carriage return, so a line feed that follows belongs to it. */
  let isAfterReturn = false;
  return (text) => {
    const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    isAfterReturn = text === '' ? isAfterReturn : text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  };
}

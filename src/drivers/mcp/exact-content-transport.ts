import { exactContent, mayHoldContent, withExactContent } from './exact-content.js';
import type { Transport } from './protocol.js';

type Message = Parameters<Transport['send']>[0];

/** Where the library parses messages itself: what it loses is read from the bytes before, and put beside it after. */
export interface ExactContents {
  /** Bytes of whole messages: one, or a stream of events. */
  readonly look: (bytes: Uint8Array, isEventStream: boolean) => void;
  /** The message with what was found for it. */
  readonly complete: (message: Message) => Message;
}

/** Found for answers that did not come, at most so many. */
const MOST_LEFT = 64;

export function createExactContents(): ExactContents {
  const found = new Map<unknown, unknown>();
  return {
    look(bytes, isEventStream) {
      if (!mayHoldContent(bytes)) {
        return;
      }
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
      for (const json of isEventStream ? dataOfEvents(text) : [text]) {
        const exact = read(json);
        if (exact !== undefined && found.size < MOST_LEFT) {
          found.set(exact.id, exact.content);
        }
      }
    },
    complete(message) {
      const id = 'id' in message ? message.id : undefined;
      const content = found.get(id);
      found.delete(id);
      return withExactContent(message, content);
    },
  };
}

/** What is no JSON is nobody's here: the library says so. */
function read(json: string): ReturnType<typeof exactContent> {
  try {
    return exactContent(json);
  } catch {
    return undefined;
  }
}

function dataOfEvents(text: string): readonly string[] {
  return text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length))
      .join('\n'),
  );
}

import { KernelError } from '../../contract/errors.js';
import type { Stage } from '../../streams/stage.js';
import { createUtf8Decoder } from '../../streams/utf8.js';
import { createEventStream, type StreamEvent } from '../event-stream.js';
import type { Wire } from './wire.js';

export interface AnswerEvent extends StreamEvent {
  /** The event is the whole answer. */
  readonly isWhole?: true;
}

/** Cuts bytes into events. What `final` gives had no end of its own, so it may be cut. */
export type Framing = Stage<Uint8Array, AnswerEvent>;

export async function createFraming(kind: Wire['framing'], maxChars: number): Promise<Framing> {
  return kind === 'lines' ? createLines(maxChars) : createEvents(maxChars);
}

const LONGEST_HEAD = 1024;

/** Server-sent events, or one JSON text: no event begins with a bracket. */
async function createEvents(maxChars: number): Promise<Framing> {
  const events = await createEventStream({ maxEventChars: maxChars, tooLong: () => eventTooLong(maxChars) });
  let chosen: Framing | undefined;
  /** What came before the first byte that tells, which may begin inside a byte order mark. */
  let head = new Uint8Array(0);
  return {
    transform(bytes) {
      if (chosen !== undefined) {
        return chosen.transform(bytes);
      }
      head = Buffer.concat([head, bytes]);
      const first = firstSignificant(head);
      if (first === undefined && head.length < LONGEST_HEAD) {
        return [];
      }
      chosen = first === 0x7b || first === 0x5b ? createWhole(maxChars) : events;
      return chosen.transform(head);
    },
    final: () => [...(chosen === undefined ? events.transform(head) : []), ...(chosen ?? events).final()],
  };
}

/** The first byte that is neither white space nor a part of a byte order mark. */
function firstSignificant(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}

/** All of it as one event. */
function createWhole(maxChars: number): Framing {
  const decoder = createUtf8Decoder();
  let data = '';
  const add = (texts: Iterable<string>): void => {
    for (const text of texts) {
      data += text;
    }
    if (data.length > maxChars) {
      throw eventTooLong(maxChars);
    }
  };
  return {
    transform(bytes) {
      add(decoder.transform(bytes));
      return [];
    },
    final() {
      add(decoder.final());
      return [{ data, isWhole: true }];
    },
  };
}

function createLines(maxChars: number): Framing {
  const decoder = createUtf8Decoder();
  let begun = '';
  const cut = (texts: Iterable<string>): readonly StreamEvent[] => {
    const events: StreamEvent[] = [];
    for (const text of texts) {
      const lines = text.split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        events.push({ data: begun + line });
        begun = '';
      }
      begun += last;
      if (begun.length > maxChars) {
        throw eventTooLong(maxChars);
      }
    }
    return events;
  };
  return {
    transform: (bytes) => cut(decoder.transform(bytes)),
    final: () => [...cut(decoder.final()), { data: begun }],
  };
}

function eventTooLong(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the model provider sent a piece of more than ${most} characters`, {
    details: { kind: 'answer_too_long' },
  });
}

import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import type { Row, Value } from '../../contract/row.js';
import { shallowJson } from '../../streams/deep-json.js';
import { createRowBatch } from '../../streams/row-batch.js';
import type { Stage } from '../../streams/stage.js';
import { createWarningTally, WARNINGS } from '../../streams/warnings.js';
import { createEventStream, type StreamEvent } from '../event-stream.js';

const MAX_EVENT_CHARS = 16 * 1024 * 1024;
const MAX_ROWS = 256;
const MAX_LINES_CHARS = 64 * 1024;

export interface ServerEvents extends Stage<Uint8Array, Chunk> {
  /** The server has said that nothing more comes, whether it closes the connection or not. */
  readonly hasEnded: () => boolean;
}

/**
 * Reads server-sent events: a row for each, with `event` and `id` where they are given, and `data` as JSON where it is
 * JSON and as text otherwise. `[DONE]` ends the stream, as model APIs have it.
 */
export async function createServerEvents(): Promise<ServerEvents> {
  const tally = createWarningTally();
  const events = await createEventStream({
    maxEventChars: MAX_EVENT_CHARS,
    tooLong: () =>
      new KernelError('LIMIT_REACHED', `the server sent an event of more than ${MAX_EVENT_CHARS} characters`),
    onInvalid: (count) => tally.add(WARNINGS.badBytes, count),
  });
  let hasEnded = false;
  const batch = createRowBatch({ maxChars: MAX_LINES_CHARS, maxRows: MAX_ROWS });

  const toChunks = (come: Iterable<StreamEvent>): Chunk[] => {
    for (const event of come) {
      hasEnded ||= event.data === '[DONE]';
      if (!hasEnded) {
        const { row, line, cut } = readEvent(event);
        batch.add(row, line);
        tally.add(WARNINGS.tooDeep, cut);
      }
    }
    return [...batch.take(), ...tally.drain()];
  };

  return {
    hasEnded: () => hasEnded,
    transform: (bytes) => toChunks(events.transform(bytes)),
    final: () => toChunks(events.final()),
  };
}

interface ReadEvent {
  readonly row: Row;
  readonly line: string;
  /** How much of it was too deep. */
  readonly cut: number;
}

/** JSON data keeps its digits in the line: it is copied, not written anew. */
function readEvent({ event, id, data }: StreamEvent): ReadEvent {
  const about = { ...(event === undefined ? {} : { event }), ...(id === undefined ? {} : { id }) };
  const { json, cut } = shallowJson(data);
  const value = parseJson(json);
  const head = Object.entries(about).map(([name, text]) => `"${name}":${JSON.stringify(text)},`);
  const written = value === undefined ? JSON.stringify(data) : json.replace(/\n[\t ]*/g, '');
  const row = { ...about, data: value === undefined ? data : value };
  return { row, line: `{${head.join('')}"data":${written}}`, cut: value === undefined ? 0 : cut };
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): Value | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import type { Row, Value } from '../../contract/row.js';
import { createRowBatch } from '../../streams/row-batch.js';
import type { Stage } from '../../streams/stage.js';
import { createUtf8Decoder } from '../../streams/utf8.js';

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
  const { createParser } = await import('./eventsource-library.js');
  const warnings: Chunk[] = [];
  const decoder = createUtf8Decoder({
    onInvalid: (count) => warnings.push({ type: 'warning', message: 'bytes are not valid UTF-8', count }),
  });
  const lineEnds = createLineEnds();
  let hasEnded = false;
  const batch = createRowBatch({ maxChars: MAX_LINES_CHARS, maxRows: MAX_ROWS });
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: (event) => {
      hasEnded ||= event.data === '[DONE]';
      if (hasEnded) {
        return;
      }
      const { row, line } = readEvent(event);
      batch.add(row, line);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        throw new KernelError('LIMIT_REACHED', `the server sent an event of more than ${MAX_EVENT_CHARS} characters`);
      }
    },
  });

  const take = (): Chunk[] => [...batch.take(), ...warnings.splice(0)];
  const feed = (texts: Iterable<string>): void => {
    for (const text of texts) {
      parser.feed(lineEnds(text));
    }
  };

  return {
    hasEnded: () => hasEnded,
    transform(bytes) {
      feed(decoder.transform(bytes));
      return take();
    },
    final() {
      feed(decoder.final());
      // The last event counts although its blank line is missing.
      parser.feed('\n\n');
      return take();
    },
  };
}

interface ServerEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

/** JSON data keeps its digits in the line: it is copied, not written anew. */
function readEvent({ event, id, data }: ServerEvent): { readonly row: Row; readonly line: string } {
  const about = { ...(event === undefined ? {} : { event }), ...(id === undefined ? {} : { id }) };
  const value = parseJson(data);
  const head = Object.entries(about).map(([name, text]) => `"${name}":${JSON.stringify(text)},`);
  const written = value === undefined ? JSON.stringify(data) : data.replace(/\n[\t ]*/g, '');
  return { row: { ...about, data: value === undefined ? data : value }, line: `{${head.join('')}"data":${written}}` };
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): Value | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
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
  let hasEnded = false;
  let chunks: Chunk[] = [];
  let rows: Row[] = [];
  let lines = '';

  const flush = (): void => {
    if (rows.length > 0) {
      chunks.push({ type: 'records', rows, lines: Buffer.from(lines) });
    }
    rows = [];
    lines = '';
  };
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: (event) => {
      hasEnded ||= event.data === '[DONE]';
      if (hasEnded) {
        return;
      }
      const line = eventLine(event);
      rows.push(JSON.parse(line));
      lines += `${line}\n`;
      if (rows.length >= MAX_ROWS || lines.length >= MAX_LINES_CHARS) {
        flush();
      }
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        throw new KernelError('LIMIT_REACHED', `the server sent an event of more than ${MAX_EVENT_CHARS} characters`);
      }
    },
  });

  const take = (): Chunk[] => {
    flush();
    const taken = [...chunks, ...warnings.splice(0)];
    chunks = [];
    return taken;
  };
  const feed = (texts: Iterable<string>): void => {
    for (const text of texts) {
      parser.feed(text);
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

/** JSON data keeps its digits: it is copied, not written anew. */
function eventLine({ event, id, data }: ServerEvent): string {
  const members = [
    ...(event === undefined ? [] : [`"event":${JSON.stringify(event)}`]),
    ...(id === undefined ? [] : [`"id":${JSON.stringify(id)}`]),
    `"data":${isJson(data) ? data.replace(/\n[\t\r\n ]*/g, '') : JSON.stringify(data)}`,
  ];
  return `{${members.join(',')}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

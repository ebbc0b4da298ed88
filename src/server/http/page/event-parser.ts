import { type Members, membersOf } from './members.js';

export interface RunEvent {
  /** Its number in the run, from 1 on. */
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly data: Members;
}

export interface EventParser {
  /** The events that are whole with this piece. Throws when one is longer than any that the server sends. */
  readonly push: (piece: string) => readonly RunEvent[];
}

const LONGEST_EVENT = 64 * 1024 * 1024;

/** Server-sent events out of pieces of text, wherever these are cut. Comments are passed over. */
export function createEventParser(): EventParser {
  /** The beginning of a line whose end has not come. */
  let line = '';
  /** Lines of an event whose empty line has not come, and their characters. */
  let lines: string[] = [];
  let size = 0;

  function endLine(found: RunEvent[]): void {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    line = '';
    if (text !== '') {
      lines.push(text);
      size += text.length;
      return;
    }
    const event = eventOf(lines);
    lines = [];
    size = 0;
    if (event !== undefined) {
      found.push(event);
    }
  }

  return {
    push(piece) {
      const found: RunEvent[] = [];
      const [first = '', ...others] = piece.split('\n');
      line += first;
      for (const next of others) {
        endLine(found);
        line = next;
      }
      if (size + line.length > LONGEST_EVENT) {
        throw new Error('an event is too long');
      }
      return found;
    },
  };
}

function eventOf(lines: readonly string[]): RunEvent | undefined {
  const fields = new Map(lines.map(fieldOf));
  const data = fields.get('data');
  if (data === undefined) {
    return undefined;
  }
  const id = fields.get('id') ?? '';
  return { id, seq: Number(/:(\d+)$/.exec(id)?.[1] ?? 0), type: fields.get('event') ?? '', data: parsed(data) };
}

function fieldOf(line: string): [string, string] {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
}

function parsed(json: string): Members {
  try {
    return membersOf(JSON.parse(json));
  } catch {
    return {};
  }
}

import type { TextChunk } from '../contract/chunk.js';
import { createLineEnds, type LineEnds } from '../streams/line-ends.js';

/** Longer lines are kept in numbered pieces. In UTF-16 units, so that a piece stays below 8 KiB of plain text. */
const LONGEST_PIECE = 8000;

export interface EncodedRows {
  readonly lines: Uint8Array;
  readonly rows: number;
}

/**
 * Turns text into rows `{line, text}` (and `piece`, `channel` where needed) whose texts, joined, are the text itself:
 * separators stay. Lines are numbered from 1 in each channel. `block_end` says that the line end stands between two blocks.
 */
export interface TextRows {
  readonly add: (chunk: Omit<TextChunk, 'type'>) => EncodedRows;
  /** The lines that had no end. */
  readonly end: () => EncodedRows;
}

interface Channel {
  readonly name: string | undefined;
  line: number;
  piece: number;
  /** The start of a line whose end has not come yet. */
  open: string;
  readonly ends: LineEnds;
}

export function createTextRows(): TextRows {
  const channels = new Map<string, Channel>();
  const encoder = new TextEncoder();

  function channelOf(name: string): Channel {
    const known = channels.get(name);
    if (known !== undefined) {
      return known;
    }
    const isMain = name === 'text' || name === 'stdout';
    const made: Channel = { name: isMain ? undefined : name, line: 1, piece: 0, open: '', ends: createLineEnds() };
    channels.set(name, made);
    return made;
  }

  return {
    add({ channel: name, text, begins_block: isBlock = false }) {
      const channel = channelOf(name);
      const rows: string[] = [];
      let from = isBlock ? 1 : 0;
      if (isBlock) {
        pushLine(rows, channel, { text: text.slice(0, from), isBlockEnd: true });
      }
      for (let end = channel.ends.next(text, from); end !== -1; end = channel.ends.next(text, from)) {
        pushLine(rows, channel, { text: text.slice(from, end + 1) });
        from = end + 1;
      }
      channel.open += text.slice(from);
      if (channel.open.length > LONGEST_PIECE) {
        channel.open = pushPieces(rows, channel, channel.open);
      }
      return encode(encoder, rows);
    },
    end() {
      const rows: string[] = [];
      for (const channel of channels.values()) {
        if (channel.open !== '') {
          pushLine(rows, channel, { text: '' });
        }
      }
      return encode(encoder, rows);
    },
  };
}

/** The end of a line. */
interface LineEnd {
  readonly text: string;
  readonly isBlockEnd?: boolean;
}

function pushLine(rows: string[], channel: Channel, { text, isBlockEnd }: LineEnd): void {
  const whole = channel.open === '' ? text : channel.open + text;
  const rest = whole.length > LONGEST_PIECE ? pushPieces(rows, channel, whole) : whole;
  if (rest !== '') {
    // the rest of a line that was begun in pieces is its last piece
    channel.piece += channel.piece > 0 ? 1 : 0;
    rows.push(rowOf(channel, rest, isBlockEnd));
  }
  channel.open = '';
  channel.line += 1;
  channel.piece = 0;
}

/** Emits whole pieces and returns the rest, never cutting a surrogate pair. */
function pushPieces(rows: string[], channel: Channel, text: string): string {
  let from = 0;
  while (text.length - from > LONGEST_PIECE) {
    const code = text.charCodeAt(from + LONGEST_PIECE - 1);
    const end = from + LONGEST_PIECE - (code >= 0xd800 && code <= 0xdbff ? 1 : 0);
    channel.piece += 1;
    rows.push(rowOf(channel, text.slice(from, end)));
    from = end;
  }
  return text.slice(from);
}

function rowOf(channel: Channel, text: string, isBlockEnd?: boolean): string {
  return JSON.stringify({
    line: channel.line,
    ...(channel.piece > 0 ? { piece: channel.piece } : {}),
    ...(channel.name === undefined ? {} : { channel: channel.name }),
    ...(isBlockEnd === true ? { block_end: true } : {}),
    text,
  });
}

function encode(encoder: { readonly encode: (text: string) => Uint8Array }, rows: readonly string[]): EncodedRows {
  return { lines: encoder.encode(rows.length === 0 ? '' : `${rows.join('\n')}\n`), rows: rows.length };
}

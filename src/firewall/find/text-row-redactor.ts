import type { Row, Value } from '../../contract/row.js';
import { type BlockRedactor, createRedactor, type RedactedText, type RedactionOptions } from './redactor.js';

/** A row `{line, text}` of kept text, as the kernel stores it. */
export interface TextRow {
  readonly line: number;
  readonly text: string;
  readonly piece?: number;
  readonly channel?: string;
  readonly block_end?: true;
}

export interface RedactedRow {
  readonly index: number;
  readonly value: Value;
  readonly redactions: ReadonlyMap<string, number>;
  /** Characters at its end that are not shown, as the text breaks off there: they may be the beginning of a secret. */
  readonly withheld?: number;
}

/**
 * Redacts kept text as what it was: one continuous text per channel, so that a secret that spans rows is seen whole. A
 * row comes out once nothing of it is undecided; rows keep their order, and a placeholder stands in the row where its
 * finding began.
 */
export interface TextRowRedactor {
  readonly push: (row: TextRow, index: number) => readonly RedactedRow[];
  /** A row of something else, which keeps its place. */
  readonly pass: (row: RedactedRow) => readonly RedactedRow[];
  /** All of the text has come. */
  readonly end: () => readonly RedactedRow[];
  /** The text breaks off here: what is undecided is never shown. */
  readonly breakOff: () => readonly RedactedRow[];
}

interface OpenRow {
  readonly row: TextRow;
  readonly index: number;
  readonly channel: Channel;
  readonly rawEnd: number;
  text: string;
  readonly redactions: Map<string, number>;
}

interface Channel {
  readonly redactor: BlockRedactor;
  /** The line end between the block before and the next one, which comes with that. */
  separator: string;
  readonly open: OpenRow[];
  rawSeen: number;
  rawReleased: number;
}

export function isTextRow(row: Row): row is Row & TextRow {
  return isObject(row) && isTyped(row) && Object.keys(row).every((key) => MEMBERS.has(key));
}

function isObject(row: Row): row is Readonly<Record<string, Value>> {
  return row !== null && typeof row === 'object' && !Array.isArray(row);
}

function isTyped({ line, text }: Readonly<Record<string, Value>>): boolean {
  return typeof line === 'number' && typeof text === 'string';
}

/** A row whose channel fell silent in the middle of a finding does not hold up more rows of the others than this. */
const MOST_WAITING = 1000;

const MEMBERS: ReadonlySet<string> = new Set(['line', 'text', 'piece', 'channel', 'block_end']);

export function createTextRowRedactor(options: RedactionOptions): TextRowRedactor {
  const channels = new Map<string, Channel>();
  const waiting: (OpenRow | RedactedRow)[] = [];

  function channelOf(name: string): Channel {
    const known = channels.get(name);
    if (known !== undefined) {
      return known;
    }
    const made: Channel = { redactor: createRedactor(options), separator: '', open: [], rawSeen: 0, rawReleased: 0 };
    channels.set(name, made);
    return made;
  }

  function settled(): readonly RedactedRow[] {
    const open = waiting.findIndex((each) => isOpen(each) && each.rawEnd > each.channel.rawReleased);
    if (open === 0 && waiting.length >= MOST_WAITING) {
      giveUp(waiting[0]);
      return waiting.splice(0, 1).map(redactedRow);
    }
    return waiting.splice(0, open === -1 ? waiting.length : open).map(redactedRow);
  }

  /** The row goes out with what is decided of it; what is decided later stands in the next row of its channel. */
  function giveUp(row: OpenRow | RedactedRow | undefined): void {
    if (row !== undefined && isOpen(row) && row.channel.open[0] === row) {
      row.channel.open.shift();
    }
  }

  return {
    push(row, index) {
      const channel = channelOf(row.channel ?? '');
      channel.rawSeen += row.text.length;
      const open = { row, index, channel, rawEnd: channel.rawSeen, text: '', redactions: new Map<string, number>() };
      channel.open.push(open);
      waiting.push(open);
      distribute(channel, redacted(channel, row));
      return settled();
    },
    pass(row) {
      waiting.push(row);
      return settled();
    },
    end() {
      for (const channel of channels.values()) {
        distribute(channel, channel.redactor.end(channel.separator));
        channel.rawReleased = channel.rawSeen;
      }
      return settled();
    },
    breakOff() {
      for (const { redactor } of channels.values()) {
        redactor.discard();
      }
      return waiting.splice(0).map(redactedRow);
    },
  };
}

function redacted(channel: Channel, { text, block_end: isBlockEnd }: TextRow): RedactedText {
  const { redactor, separator } = channel;
  channel.separator = isBlockEnd === true ? text.slice(-1) : '';
  const block = text.slice(0, text.length - channel.separator.length);
  return separator === '' ? redactor.push(block) : redactor.pushBlock(`${separator}${block}`);
}

function isOpen(row: OpenRow | RedactedRow): row is OpenRow {
  return 'channel' in row;
}

function redactedRow(waiting: OpenRow | RedactedRow): RedactedRow {
  if (!isOpen(waiting)) {
    return waiting;
  }
  const { row, index, text, redactions, channel, rawEnd } = waiting;
  const withheld = Math.min(row.text.length, Math.max(0, rawEnd - channel.rawReleased));
  return { index, value: { ...row, text }, redactions, ...(withheld === 0 ? {} : { withheld }) };
}

/** Gives each part of the released text to the row in which it began. */
function distribute(channel: Channel, released: RedactedText): void {
  const { text, replacements, raw_chars: rawChars } = released;
  let at = 0;
  let raw = channel.rawReleased;
  for (const replacement of replacements) {
    raw = addClean(channel, text.slice(at, replacement.at), raw);
    const row = rowAt(channel, raw);
    if (row !== undefined) {
      row.text += text.slice(replacement.at, replacement.at + replacement.length);
      row.redactions.set(replacement.type, (row.redactions.get(replacement.type) ?? 0) + 1);
    }
    raw += replacement.raw_chars;
    at = replacement.at + replacement.length;
  }
  // Swallowed characters stand for no text; what follows them ends where the release ends.
  const rest = text.slice(at);
  addClean(channel, rest, channel.rawReleased + rawChars - rest.length);
  channel.rawReleased += rawChars;
  while (channel.open[0] !== undefined && channel.open[0].rawEnd <= channel.rawReleased) {
    channel.open.shift();
  }
}

function addClean(channel: Channel, clean: string, from: number): number {
  let at = 0;
  while (at < clean.length) {
    const row = rowAt(channel, from + at);
    const end = row === undefined ? clean.length : Math.min(clean.length, row.rawEnd - from);
    if (row !== undefined) {
      row.text += clean.slice(at, end);
    }
    at = Math.max(end, at + 1);
  }
  return from + clean.length;
}

function rowAt(channel: Channel, raw: number): OpenRow | undefined {
  return channel.open.find((row) => raw < row.rawEnd);
}

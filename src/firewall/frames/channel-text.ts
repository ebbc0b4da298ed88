import type { BlockRedactor, RedactedText } from '../find/redactor.js';

/** Longer lines are not kept whole either. */
const MOST_BEGUN = 1 << 16;

/** A piece of one channel's redacted text; `rawChars` is what it stands for in the source. */
export interface TextPiece {
  readonly channel: string;
  readonly text: string;
  readonly rawChars: number;
  /** Raw characters left out of its middle. */
  readonly omittedChars: number;
  readonly redactions: ReadonlyMap<string, number>;
  /** Removes what the piece stands for from the waiting text. */
  readonly accept: () => void;
}

interface Mark {
  readonly at: number;
  readonly length: number;
  readonly rawChars: number;
  readonly type: string;
}

/** One channel's redacted text that waits to be shown. */
export interface Channel {
  readonly name: string;
  readonly redactor: BlockRedactor;
  text: string;
  marks: Mark[];
  /** Swallowed characters that no text stands for yet. */
  swallowed: number;
  /** Raw characters that pieces were accepted for. */
  accepted: number;
  /** What of an open line was accepted; undefined where that is too long to be kept. */
  begun: string | undefined;
  /** Some of it passed by and will not be shown as it stands, nor anything behind it. */
  isCut: boolean;
}

export function append(channel: Channel, released: RedactedText): void {
  const base = channel.text.length;
  let rawInText = released.text.length;
  for (const { at, length, raw_chars: rawChars, type } of released.replacements) {
    channel.marks.push({ at: base + at, length, rawChars, type });
    rawInText += rawChars - length;
  }
  channel.text += released.text;
  channel.swallowed += released.raw_chars - rawInText;
}

export function headOf(channel: Channel, mostChars: number): TextPiece {
  const end = endOfPiece(channel, mostChars);
  const { rawChars, redactions } = span(channel, 0, end);
  return {
    channel: channel.name,
    text: channel.text.slice(0, end),
    rawChars,
    omittedChars: 0,
    redactions,
    accept: () => remove(channel, end, rawChars),
  };
}

export function trimmed(channel: Channel, mostChars: number): TextPiece {
  const { text } = channel;
  if (text.length <= mostChars) {
    return headOf(channel, mostChars);
  }
  const headEnd = endOfPiece(channel, (mostChars * 2) / 3);
  const tailStart = Math.max(headEnd, unsplit(channel, text.length - Math.floor(mostChars / 3)));
  const head = span(channel, 0, headEnd);
  const middle = span(channel, headEnd, tailStart);
  const tail = span(channel, tailStart, text.length);
  const lines = text.slice(headEnd, tailStart).split('\n').length - 1;
  const mark = `[… ${lines} lines, ${middle.rawChars} characters omitted …]`;
  return {
    channel: channel.name,
    text: `${text.slice(0, headEnd)}${text[headEnd - 1] === '\n' ? '' : '\n'}${mark}\n${text.slice(tailStart)}`,
    rawChars: head.rawChars + tail.rawChars,
    omittedChars: middle.rawChars,
    redactions: sum(head.redactions, tail.redactions),
    accept: () => remove(channel, text.length, head.rawChars + middle.rawChars + tail.rawChars),
  };
}

/** After the last line end of the second half, if there is one; never inside a placeholder or a surrogate pair. */
function endOfPiece(channel: Channel, most: number): number {
  const { text } = channel;
  const mostChars = Math.max(1, Math.floor(most));
  if (text.length <= mostChars) {
    return text.length;
  }
  const lineEnd = text.lastIndexOf('\n', mostChars - 1) + 1;
  return unsplit(channel, lineEnd > mostChars / 2 ? lineEnd : mostChars);
}

/** The first cut at or after `at` that splits neither a placeholder nor a surrogate pair. */
function unsplit(channel: Channel, at: number): number {
  const inside = channel.marks.find((mark) => mark.at < at && at < mark.at + mark.length);
  const cut = inside === undefined ? at : inside.at + inside.length;
  const code = channel.text.charCodeAt(cut - 1);
  return code >= 0xd800 && code <= 0xdbff ? cut + 1 : cut;
}

function span(channel: Channel, from: number, to: number): Pick<TextPiece, 'rawChars' | 'redactions'> {
  const redactions = new Map<string, number>();
  let rawChars = to - from;
  for (const mark of channel.marks) {
    if (mark.at >= from && mark.at < to) {
      rawChars += mark.rawChars - mark.length;
      redactions.set(mark.type, (redactions.get(mark.type) ?? 0) + 1);
    }
  }
  return { rawChars: to === channel.text.length ? rawChars + channel.swallowed : rawChars, redactions };
}

export function forget(channel: Channel): void {
  channel.text = '';
  channel.marks = [];
  channel.swallowed = 0;
  channel.isCut = true;
}

function remove(channel: Channel, end: number, rawChars: number): void {
  channel.accepted += rawChars;
  channel.begun = lastLine(channel.begun, channel.text.slice(0, end));
  channel.marks = channel.marks.filter((mark) => mark.at >= end).map((mark) => ({ ...mark, at: mark.at - end }));
  channel.text = channel.text.slice(end);
  if (channel.text === '') {
    channel.swallowed = 0;
  }
}

/** What stands behind the last line end. */
function lastLine(before: string | undefined, text: string): string | undefined {
  const start = text.lastIndexOf('\n') + 1;
  const line = start > 0 ? text.slice(start) : before === undefined ? undefined : before + text;
  return line !== undefined && line.length <= MOST_BEGUN ? line : undefined;
}

export function sum(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const both = new Map(a);
  for (const [type, count] of b) {
    both.set(type, (both.get(type) ?? 0) + count);
  }
  return both;
}

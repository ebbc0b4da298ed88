import type { TextChunk } from '../../contract/chunk.js';
import type { BlockRedactor, RedactedText } from '../find/redactor.js';

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

/** Text that waits to be shown, redacted per channel as it comes. */
export interface PendingText {
  readonly push: (chunk: TextChunk) => void;
  /** For text that is not to be shown as it stands: it is redacted, and whoever reads along is told of it. */
  readonly pass: (chunk: TextChunk) => void;
  /** Lets out what the redactors held back: the text has ended. */
  readonly end: () => void;
  /** Drops everything that waits. What comes then is redacted as what it is, the rest of the same text. */
  readonly drop: () => void;
  readonly size: () => number;
  /** How many raw characters of a channel were shown as they stand, from its beginning on. */
  readonly accepted: (channel: string) => number;
  /** The start of the first waiting channel, up to about `mostChars`, cut at a line end where one is near. */
  readonly peek: (mostChars: number) => TextPiece | undefined;
  /** All channels, each long one as its beginning or, once the text has ended, as head and tail. Removes nothing. */
  readonly excerpt: (mostChars: number) => Excerpt | undefined;
}

/** The main channel's name is not told. */
export function isMainChannel(name: string): boolean {
  return name === 'text' || name === 'stdout';
}

/** One channel's text, or the texts of several below their names. */
export type Excerpt = Omit<TextPiece, 'channel' | 'accept'> & { readonly channel?: string };

interface Mark {
  readonly at: number;
  readonly length: number;
  readonly rawChars: number;
  readonly type: string;
}

interface Channel {
  readonly name: string;
  readonly redactor: BlockRedactor;
  text: string;
  marks: Mark[];
  /** Swallowed characters that no text stands for yet. */
  swallowed: number;
  /** Raw characters that pieces were accepted for. */
  accepted: number;
  /** Some of it passed by and will not be shown as it stands, nor anything behind it. */
  isCut: boolean;
}

/** Reads along: what a channel's redactor made of each piece, and of what it held when the text had ended. */
export interface TextReader {
  readonly take: (channel: string, raw: string, released: RedactedText) => void;
  readonly end: (channel: string, released: RedactedText) => void;
}

export function createPendingText(createRedactor: () => BlockRedactor, reader: TextReader): PendingText {
  const channels = new Map<string, Channel>();
  let hasEnded = false;

  function channelOf(name: string): Channel {
    const known = channels.get(name);
    if (known !== undefined) {
      return known;
    }
    const made = { name, redactor: createRedactor(), text: '', marks: [], swallowed: 0, accepted: 0, isCut: false };
    channels.set(name, made);
    return made;
  }

  function firstWaiting(): Channel | undefined {
    return [...channels.values()].find((channel) => channel.text.length > 0);
  }

  function redact({ name, redactor }: Channel, { text, begins_block: isBlock }: TextChunk): RedactedText {
    const released = isBlock === true ? redactor.pushBlock(text) : redactor.push(text);
    reader.take(name, text, released);
    return released;
  }

  return {
    push(chunk) {
      const channel = channelOf(chunk.channel);
      append(channel, redact(channel, chunk));
    },
    pass(chunk) {
      const channel = channelOf(chunk.channel);
      channel.isCut = true;
      redact(channel, chunk);
    },
    end() {
      hasEnded = true;
      for (const channel of channels.values()) {
        const released = channel.redactor.end();
        reader.end(channel.name, released);
        if (!channel.isCut) {
          append(channel, released);
        }
      }
    },
    drop() {
      for (const channel of channels.values()) {
        forget(channel);
      }
    },
    accepted: (name) => channels.get(name)?.accepted ?? 0,
    size: () => [...channels.values()].reduce((sum, channel) => sum + channel.text.length, 0),
    peek(mostChars) {
      const channel = firstWaiting();
      return channel === undefined ? undefined : headOf(channel, mostChars);
    },
    excerpt(mostChars) {
      const waiting = [...channels.values()].filter((channel) => channel.text.length > 0);
      const share = fairShare(
        waiting.map(({ text }) => text.length),
        mostChars,
      );
      const pieces = waiting.map((channel) =>
        hasEnded && !channel.isCut ? trimmed(channel, share) : headOf(channel, share),
      );
      const [first] = pieces;
      return first === undefined || pieces.length === 1 ? first : joined(pieces);
    },
  };
}

/** How much each may have so that all keep within `most`: what the short ones leave goes to the long ones. */
function fairShare(lengths: readonly number[], most: number): number {
  let left = most;
  const ascending = [...lengths].sort((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (length > share) {
      return share;
    }
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function joined(pieces: readonly TextPiece[]): Excerpt {
  const texts = pieces.map(({ channel, text }) => `[${channel}]\n${text}`);
  return {
    text: texts.reduce((before, text) => `${before}${before.endsWith('\n') ? '' : '\n'}${text}`),
    rawChars: pieces.reduce((total, { rawChars }) => total + rawChars, 0),
    omittedChars: pieces.reduce((total, { omittedChars }) => total + omittedChars, 0),
    redactions: pieces.map(({ redactions }) => redactions).reduce(sum),
  };
}

function append(channel: Channel, released: RedactedText): void {
  const base = channel.text.length;
  let rawInText = released.text.length;
  for (const { at, length, raw_chars: rawChars, type } of released.replacements) {
    channel.marks.push({ at: base + at, length, rawChars, type });
    rawInText += rawChars - length;
  }
  channel.text += released.text;
  channel.swallowed += released.raw_chars - rawInText;
}

function headOf(channel: Channel, mostChars: number): TextPiece {
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

function trimmed(channel: Channel, mostChars: number): TextPiece {
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

function forget(channel: Channel): void {
  channel.text = '';
  channel.marks = [];
  channel.swallowed = 0;
  channel.isCut = true;
}

function remove(channel: Channel, end: number, rawChars: number): void {
  channel.accepted += rawChars;
  channel.marks = channel.marks.filter((mark) => mark.at >= end).map((mark) => ({ ...mark, at: mark.at - end }));
  channel.text = channel.text.slice(end);
  if (channel.text === '') {
    channel.swallowed = 0;
  }
}

function sum(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const both = new Map(a);
  for (const [type, count] of b) {
    both.set(type, (both.get(type) ?? 0) + count);
  }
  return both;
}

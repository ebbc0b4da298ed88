import type { TextChunk } from '../../contract/chunk.js';
import type { BlockRedactor, RedactedText } from '../find/redactor.js';
import { append, type Channel, forget, headOf, sum, type TextPiece, trimmed } from './channel-text.js';

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
  /** What of the last line that was shown as it stands is shown, where its end is not. */
  readonly begun: (channel: string) => string;
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
    const made = {
      name,
      redactor: createRedactor(),
      text: '',
      marks: [],
      swallowed: 0,
      accepted: 0,
      begun: '',
      isCut: false,
    };
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
    begun: (name) => channels.get(name)?.begun ?? '',
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

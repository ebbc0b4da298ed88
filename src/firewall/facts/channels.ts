import { createLevelFinder, LEVEL_WINDOW, type LogLevel } from './log-level.js';
import { ownCopy } from './strings.js';

const MAX_CHANNELS = 20;
const MAX_NAME_CHARS = 256;

/** Running facts about one channel's text. */
export interface Channel {
  readonly name: string;
  chars: number;
  newlines: number;
  /** The start of the line that the next text goes on with; empty at a line's start. */
  head: string;
  readonly levels: Map<LogLevel, number>;
}

/** The first channels one by one; the texts of further ones are counted as one. */
export interface Channels {
  readonly byName: Map<string, Channel>;
  readonly further: Channel;
}

export function createChannels(): Channels {
  return { byName: new Map(), further: createChannel('') };
}

export function addText(channels: Channels, text: string, name: string): void {
  if (text.length === 0) {
    return;
  }
  const channel = channelNamed(channels, name);
  channel.chars += text.length;
  let start = 0;
  let end = text.indexOf('\n');
  if (end >= 0 && channel.head !== '') {
    const head = channel.head + text.slice(0, Math.min(end, LEVEL_WINDOW));
    endLine(channel, createLevelFinder(head)(0, head.length));
    start = end + 1;
    end = text.indexOf('\n', start);
  }
  const levelOf = createLevelFinder(text);
  while (end >= 0) {
    endLine(channel, levelOf(start, end));
    start = end + 1;
    end = text.indexOf('\n', start);
  }
  if (start < text.length && channel.head.length < LEVEL_WINDOW) {
    channel.head = ownCopy(channel.head + text.slice(start, start + LEVEL_WINDOW - channel.head.length));
  }
}

/** Lines so far; an unfinished last line counts. */
export function lineCount(channel: Channel): number {
  return channel.newlines + (channel.head === '' ? 0 : 1);
}

/** Lines by log level, the unfinished last line included. */
export function levelCounts(channel: Channel): ReadonlyMap<LogLevel, number> {
  const unfinished = createLevelFinder(channel.head)(0, channel.head.length);
  if (unfinished === undefined) {
    return channel.levels;
  }
  return new Map(channel.levels).set(unfinished, (channel.levels.get(unfinished) ?? 0) + 1);
}

function endLine(channel: Channel, level: LogLevel | undefined): void {
  channel.newlines += 1;
  channel.head = '';
  if (level !== undefined) {
    channel.levels.set(level, (channel.levels.get(level) ?? 0) + 1);
  }
}

function channelNamed(channels: Channels, name: string): Channel {
  const known = channels.byName.get(name);
  if (known !== undefined) {
    return known;
  }
  if (channels.byName.size >= MAX_CHANNELS || name.length > MAX_NAME_CHARS) {
    return channels.further;
  }
  const channel = createChannel(name);
  channels.byName.set(name, channel);
  return channel;
}

function createChannel(name: string): Channel {
  return { name, chars: 0, newlines: 0, head: '', levels: new Map() };
}

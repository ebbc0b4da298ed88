const MAX_CHANNELS = 20;
const MAX_NAME_CHARS = 256;

/** Running facts about one channel's text. */
export interface Channel {
  readonly name: string;
  chars: number;
  newlines: number;
  /** The text does not end with the end of a line. */
  isInLine: boolean;
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
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    channel.newlines += 1;
  }
  channel.isInLine = !text.endsWith('\n');
}

/** Lines so far; an unfinished last line counts. */
export function lineCount(channel: Channel): number {
  return channel.newlines + (channel.isInLine ? 1 : 0);
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
  return { name, chars: 0, newlines: 0, isInLine: false };
}

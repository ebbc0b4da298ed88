import { type Channel, type Channels, lineCount } from './channels.js';
import { plural, type Redact, valueText } from './format.js';

/** One fact for each channel: `stdout: 1204 lines, 88210 chars`. */
export function textFacts(channels: Channels, redact: Redact): string[] {
  const facts = [...channels.byName.values()].map(
    (channel) => `${valueText(redact(channel.name))}: ${amounts(channel)}`,
  );
  return channels.further.chars === 0 ? facts : [...facts, `further channels: ${amounts(channels.further)}`];
}

function amounts(channel: Channel): string {
  return `${plural(lineCount(channel), 'line')}, ${channel.chars} chars`;
}

import { type Channel, type Channels, levelCounts, lineCount } from './channels.js';
import { plural, type Redact, valueText } from './format.js';
import { LOG_LEVELS } from './log-level.js';

/** One fact for each channel: `stdout: 1204 lines, 88210 chars, ERROR=3 WARN=12`. */
export function textFacts(channels: Channels, redact: Redact): string[] {
  const facts = [...channels.byName.values()].map(
    (channel) => `${valueText(redact(channel.name))}: ${amounts(channel)}`,
  );
  return channels.further.chars === 0 ? facts : [...facts, `further channels: ${amounts(channels.further)}`];
}

function amounts(channel: Channel): string {
  const levels = levelCounts(channel);
  const counts = LOG_LEVELS.filter((level) => levels.has(level)).map((level) => `${level}=${levels.get(level)}`);
  const size = `${plural(lineCount(channel), 'line')}, ${channel.chars} chars`;
  return counts.length === 0 ? size : `${size}, ${counts.join(' ')}`;
}

import type { TextChunk } from '../../contract/chunk.js';
import { cutText } from '../../streams/text.js';

/** Texts that come in pieces on several channels, as chunks. */
export interface ChannelTexts {
  readonly add: (channel: string, text: string) => readonly TextChunk[];
  readonly final: () => readonly TextChunk[];
}

const HIGH_SURROGATE_AT_END = /[\ud800-\udbff]$/;

/** A piece may end inside a surrogate pair: the first half waits for the next piece. What has no other half is replaced. */
export function createChannelTexts(): ChannelTexts {
  const held = new Map<string, string>();
  const chunks = (channel: string, text: string): readonly TextChunk[] => {
    const whole = text.toWellFormed();
    return whole === '' ? [] : cutText(whole).map((piece) => ({ type: 'text', channel, text: piece }));
  };
  return {
    add(channel, text) {
      const before = held.get(channel);
      const joined = before === undefined ? text : before + text;
      if (HIGH_SURROGATE_AT_END.test(joined)) {
        held.set(channel, joined.slice(-1));
        return chunks(channel, joined.slice(0, -1));
      }
      if (before !== undefined) {
        held.delete(channel);
      }
      return chunks(channel, joined);
    },
    final: () => [...held].flatMap(([channel, half]) => chunks(channel, half)),
  };
}

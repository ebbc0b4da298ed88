import type { Chunk } from '../../contract/chunk.js';
import type { Stage } from '../../streams/stage.js';

const MAX_HELD_CHARS = 32 * 1024;

/** Moves the cuts of one channel's text to line ends, so that lines of two channels do not mix; a long line passes. */
export function createLineKeeper(channel: string): Stage<Chunk, Chunk> {
  /** The start of a line whose end has not come yet. */
  let held = '';
  const emit = (text: string): Chunk[] => (text === '' ? [] : [{ type: 'text', channel, text }]);
  return {
    transform(chunk) {
      if (chunk.type !== 'text') {
        return [chunk];
      }
      const text = held + chunk.text;
      const end = text.lastIndexOf('\n') + 1;
      held = text.length - end > MAX_HELD_CHARS ? '' : text.slice(end);
      return emit(text.slice(0, text.length - held.length));
    },
    final() {
      const rest = held;
      held = '';
      return emit(rest);
    },
  };
}

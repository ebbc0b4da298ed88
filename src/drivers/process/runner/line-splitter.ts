import { createByteBuffer } from '../../../streams/byte-buffer.js';
import { decodeUtf8 } from '../../../streams/utf8.js';

/** One line, or the place of one that was over the limit. */
export type Line = string | typeof OVERSIZED;
export const OVERSIZED = Symbol('a line over the limit');

export interface LineSplitter {
  readonly push: (bytes: Uint8Array) => readonly Line[];
  /** The last line, when no newline ended it. */
  readonly final: () => readonly Line[];
}

const NEWLINE = 0x0a;

/**
 * Cuts bytes into lines, whole characters wherever the bytes are cut. What follows a line over the limit is found
 * again at the next newline, and nothing of such a line is held.
 */
export function createLineSplitter(maxLineBytes: number): LineSplitter {
  /** The start of a line whose newline has not come yet. */
  const torn = createByteBuffer();
  let isSkipping = false;

  const keep = (bytes: Uint8Array): void => {
    if (isSkipping) {
      return;
    }
    if (torn.size + bytes.length <= maxLineBytes) {
      torn.append(bytes);
      return;
    }
    torn.take();
    isSkipping = true;
  };

  const complete = (): Line => {
    if (isSkipping) {
      isSkipping = false;
      return OVERSIZED;
    }
    return decodeUtf8(torn.take());
  };

  return {
    push(bytes) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        const part = bytes.subarray(start, end);
        start = end + 1;
        if (torn.size === 0 && !isSkipping) {
          lines.push(part.length > maxLineBytes ? OVERSIZED : decodeUtf8(part));
        } else {
          keep(part);
          lines.push(complete());
        }
      }
      if (start < bytes.length) {
        keep(bytes.subarray(start));
      }
      return lines;
    },
    final: () => (torn.size > 0 || isSkipping ? [complete()] : []),
  };
}

import { createByteBuffer } from '../../../streams/byte-buffer.js';
import { decodeUtf8 } from '../../../streams/utf8.js';

/** One line, or the size of one that was over the limit. */
export type Line = string | OversizedLine;

export interface OversizedLine {
  readonly bytes: number;
}

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
  /** Of a line over the limit, whose newline has not come yet. */
  let skippedBytes = 0;

  const keep = (bytes: Uint8Array): void => {
    if (skippedBytes === 0 && torn.size + bytes.length <= maxLineBytes) {
      torn.append(bytes);
      return;
    }
    skippedBytes += torn.take().length + bytes.length;
  };

  const complete = (): Line => {
    const bytes = skippedBytes;
    skippedBytes = 0;
    return bytes > 0 ? { bytes } : decodeUtf8(torn.take());
  };

  return {
    push(bytes) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        const part = bytes.subarray(start, end);
        start = end + 1;
        if (torn.size === 0 && skippedBytes === 0) {
          lines.push(part.length > maxLineBytes ? { bytes: part.length } : decodeUtf8(part));
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
    final: () => (torn.size > 0 || skippedBytes > 0 ? [complete()] : []),
  };
}

import { createByteBuffer } from '../../streams/byte-buffer.js';

export interface LineFramer {
  /** Gives each whole line, without its newline, to `onLine`. False, for good, once a line is longer than allowed. */
  readonly push: (bytes: Uint8Array) => boolean;
}

const NEWLINE = 10;

/**
 * Cuts bytes into lines. Time is linear in the bytes however they are cut, and no more than one line of `maxBytes` is
 * held. A line is valid only while `onLine` runs.
 */
export function createLineFramer(maxBytes: number, onLine: (line: Uint8Array) => void): LineFramer {
  const held = createByteBuffer();
  let isTooLong = false;
  const endLine = (rest: Uint8Array): void => {
    if (held.size === 0) {
      onLine(rest);
      return;
    }
    held.append(rest);
    onLine(held.take());
  };
  return {
    push(bytes) {
      let start = 0;
      while (!isTooLong && start < bytes.length) {
        const newline = bytes.indexOf(NEWLINE, start);
        const end = newline === -1 ? bytes.length : newline;
        if (held.size + end - start > maxBytes) {
          isTooLong = true;
          held.take();
        } else if (newline === -1) {
          held.append(bytes.subarray(start));
        } else {
          endLine(bytes.subarray(start, newline));
        }
        start = end + 1;
      }
      return !isTooLong;
    },
  };
}

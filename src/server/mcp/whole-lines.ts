import { Transform } from 'node:stream';
import { createByteBuffer } from '../../streams/byte-buffer.js';

const NEWLINE = 10;

/**
 * Bytes that leave in whole lines, one of more than `maxBytes` as it comes. The protocol library copies all that it holds
 * for each piece: a long line that comes in many would take for ever.
 */
export function inWholeLines(maxBytes: number): Transform {
  const held = createByteBuffer();
  const take = (): Buffer => {
    const { buffer, byteOffset, length } = held.take();
    return Buffer.from(buffer, byteOffset, length);
  };
  return new Transform({
    transform(piece: Buffer, _, done) {
      const end = piece.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        held.append(piece.subarray(0, end));
        this.push(take());
      }
      held.append(piece.subarray(end));
      // a line that is too long is for the library to refuse
      done(null, held.size > maxBytes ? take() : undefined);
    },
    flush(done) {
      done(null, take());
    },
  });
}

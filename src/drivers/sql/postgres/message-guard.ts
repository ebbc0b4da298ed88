/** A type and a length, which counts itself. */
const HEADER_BYTES = 5;

/**
 * Looks at the bytes of a server before they are gathered: false as soon as a message begins that is longer than that.
 * The first bytes it is given must begin a message.
 */
export function createMessageGuard(maxBytes: number): (bytes: Buffer) => boolean {
  /** Bytes of the message that are still to come. */
  let left = 0;
  /** A header that was cut. */
  let head = Buffer.alloc(0);

  return (bytes) => {
    let at = Math.min(left, bytes.length);
    left -= at;
    while (at < bytes.length) {
      const missing = HEADER_BYTES - head.length;
      if (bytes.length - at < missing) {
        head = Buffer.concat([head, bytes.subarray(at)]);
        return true;
      }
      const length = head.length === 0 ? bytes.readUInt32BE(at + 1) : lengthIn(head, bytes.subarray(at, at + missing));
      if (length > maxBytes) {
        return false;
      }
      const end = at + 1 + length - head.length;
      head = head.length === 0 ? head : Buffer.alloc(0);
      at = Math.min(end, bytes.length);
      left = end - at;
    }
    return true;
  };
}

function lengthIn(head: Buffer, rest: Buffer): number {
  return Buffer.concat([head, rest]).readUInt32BE(1);
}

/** Bytes that grow at the end; appending any number of small pieces is linear in their sum. */
interface ByteBuffer {
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** All bytes so far as one piece that nobody else holds; the buffer is empty afterwards. */
  take(): Uint8Array;
}

const FIRST_CAPACITY = 1024;

export function createByteBuffer(): ByteBuffer {
  let storage = new Uint8Array(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(bytes) {
      const needed = size + bytes.length;
      if (needed > storage.length) {
        const grown = new Uint8Array(Math.max(needed, storage.length * 2, FIRST_CAPACITY));
        grown.set(storage.subarray(0, size));
        storage = grown;
      }
      storage.set(bytes, size);
      size = needed;
    },
    take() {
      const taken = storage.subarray(0, size);
      storage = new Uint8Array(0);
      size = 0;
      return taken;
    },
  };
}

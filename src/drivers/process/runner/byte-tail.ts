import type { Readable } from 'node:stream';

/** Reads a pipe to its end whatever comes, and keeps its last bytes. */
export interface ByteTail {
  readonly text: () => string;
  readonly ended: Promise<void>;
}

export function keepTail(pipe: Readable | null, maxBytes: number): ByteTail {
  let tail = Buffer.alloc(0);
  pipe?.on('data', (bytes: Uint8Array) => {
    const joined = bytes.length >= maxBytes ? Buffer.from(bytes) : Buffer.concat([tail, bytes]);
    tail = Buffer.from(joined.subarray(Math.max(0, joined.length - maxBytes)));
  });
  pipe?.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    pipe?.once('close', resolve);
    if (pipe === null) {
      resolve();
    }
  });
  // A character that the cut goes through is left out.
  return { text: () => tail.toString('utf8').replace(/^\ufffd+/, ''), ended };
}

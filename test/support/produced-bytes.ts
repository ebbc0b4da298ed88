import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the operating system takes of a stream over TCP that nobody reads (tcp_rmem and tcp_wmem, which Linux lets
 * grow to 32 and 4 MiB with the speed of the reader before): no driver can hold it back.
 */
export const MOST_BYTES_IN_SOCKETS = 40 * 1024 * 1024;

const STILL_MS = 300;
const ATTEMPTS = 30;

/** How much a source has produced when it stands still; fails for one that goes on without a reader. */
export async function producedAtRest(producedBytes: () => number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = producedBytes();
    await sleep(STILL_MS);
    if (producedBytes() === before) {
      return before;
    }
  }
  throw new Error('the source goes on, though nobody reads');
}

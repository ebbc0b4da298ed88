import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import type { Clock } from '../contract/clock.js';
import type { IdKind } from '../kernel/ports.js';
import type { Keys } from '../stores/keys.js';

/** For a store that ends with the process. */
export function temporaryKeys(): Keys {
  const [storeKey, auditKey, secret] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  return { storeKey, auditKey, secret, previousSecrets: [] };
}

/** Names a key without telling anything of it. */
export function keyId(secret: Uint8Array): string {
  return derive(secret, 'key id').toString('hex').slice(0, 8);
}

/** Another key for another purpose, from which the first cannot be told. */
export function derive(key: Uint8Array, purpose: string): Buffer {
  return createHash('sha256').update(purpose).update('\0').update(key).digest();
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

const ID_CHARACTERS = 10;
/** Asked for in one piece: the way to the random source costs more than all else about an id. */
const POOL = Buffer.alloc(64 * ID_CHARACTERS);
let used = POOL.length;

/** A prefix and ten Crockford base32 characters from the system's random source. */
export function newId(kind: IdKind): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  let id = `${kind}_`;
  for (const end = used + ID_CHARACTERS; used < end; used += 1) {
    id += CROCKFORD.charAt((POOL[used] ?? 0) & 31);
  }
  return id;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(): its module takes 1.5 ms to load.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      // setTimeout fires at once for more than 2^31 - 1 ms
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      timer.unref();
      signal.addEventListener('abort', done, { once: true });
    }),
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
};

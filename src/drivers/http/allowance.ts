import { KernelError } from '../../contract/errors.js';

/** Bytes that a call may still take. */
export interface Allowance {
  /** Throws LIMIT_REACHED when there are not so many left. */
  readonly spend: (bytes: number) => void;
}

export function createAllowance(maxBytes: number, what: string): Allowance {
  let left = maxBytes;
  return {
    spend(bytes) {
      left -= bytes;
      if (left < 0) {
        throw new KernelError(
          'LIMIT_REACHED',
          `${what} is longer than the ${maxBytes} bytes that the capability allows`,
          {
            hint: 'max_response_bytes sets the limit',
          },
        );
      }
    },
  };
}

/** The same pieces, counted before each is handed on. */
export async function* limited(source: AsyncIterable<Uint8Array>, allowance: Allowance): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    allowance.spend(bytes.length);
    yield bytes;
  }
}

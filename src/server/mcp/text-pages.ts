import type { Reading } from '../../contract/expansion.js';
import type { Frame } from '../../contract/frame.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';

/** Pages of kept texts, for whoever goes through them from the beginning to the end. */
export interface TextPages {
  /**
   * The page of these rows, each time with all checks; the way to rows near the last ones is short. `rows` are at most as
   * many as the record lets a page have.
   */
  readonly page: (record: HandleRecord, page: Parameters<Reading['expand']>[0]) => Promise<Frame>;
}

/** A reading keeps files open, and a part of the text. */
const MOST_READINGS = 8;

/** The readings last used are kept; all leave their traces when they are closed, at the latest with the kernel. */
export function createTextPages(kernel: Kernel, principal: Principal): TextPages {
  const readings = new Map<string, Reading>();
  return {
    page({ handle_id: handleId }, page) {
      const reading = readings.get(handleId) ?? kernel.openReading({ handleId, principal });
      readings.delete(handleId);
      readings.set(handleId, reading);
      const [oldest] = readings;
      if (readings.size > MOST_READINGS && oldest !== undefined) {
        readings.delete(oldest[0]);
        void oldest[1].close().catch(() => undefined);
      }
      return reading.expand(page);
    },
  };
}

import type { Stage } from './stage.js';

const BOM: readonly number[] = [0xef, 0xbb, 0xbf];

/** Drops a UTF-8 byte order mark at the very start, however it is cut; all other bytes pass. */
export function createBomStripper(): Stage<Uint8Array, Uint8Array> {
  /** Bytes of a possible mark seen and held back; undefined once it is decided. */
  let matched: number | undefined = 0;

  return {
    transform(chunk) {
      if (matched === undefined) {
        return [chunk];
      }
      const before = matched;
      let at = 0;
      while (matched < BOM.length && at < chunk.length && chunk[at] === BOM[matched]) {
        matched += 1;
        at += 1;
      }
      if (matched === BOM.length) {
        matched = undefined;
        return [chunk.subarray(at)];
      }
      if (at === chunk.length) {
        return [];
      }
      matched = undefined;
      return [Uint8Array.from(BOM.slice(0, before)), chunk];
    },
    final() {
      return matched === undefined || matched === 0 ? [] : [Uint8Array.from(BOM.slice(0, matched))];
    },
  };
}

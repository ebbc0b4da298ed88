/** Keeps the first and the last of many items within a cap; the counts are exact. */
export interface Retained<Item> {
  readonly add: (item: Item, size: number) => void;
  readonly items: () => readonly Item[];
  readonly total: () => number;
  readonly dropped: () => number;
}

const HEAD_SHARE = 0.25;

/** A quarter of the cap is for the first items, the rest for the last ones. */
export function createRetained<Item>(cap: { readonly chunks: number; readonly bytes: number }): Retained<Item> {
  const headItems = Math.floor(cap.chunks * HEAD_SHARE);
  const headBytes = Math.floor(cap.bytes * HEAD_SHARE);
  const tailItems = cap.chunks - headItems;
  const tailBytes = cap.bytes - headBytes;
  const head: Item[] = [];
  let headSize = 0;
  let isHeadFull = false;
  let tail: { readonly item: Item; readonly size: number }[] = [];
  /** Where the tail begins in its list, which is shortened now and then only. */
  let from = 0;
  let tailSize = 0;
  let total = 0;

  const trim = (): void => {
    while (tail.length - from > tailItems || tailSize > tailBytes) {
      tailSize -= tail[from]?.size ?? 0;
      from += 1;
    }
    if (from > tailItems) {
      tail = tail.slice(from);
      from = 0;
    }
  };

  return {
    add(item, size) {
      total += 1;
      isHeadFull ||= head.length >= headItems || headSize + size > headBytes;
      if (!isHeadFull) {
        head.push(item);
        headSize += size;
        return;
      }
      tail.push({ item, size });
      tailSize += size;
      trim();
    },
    items: () => [...head, ...tail.slice(from).map(({ item }) => item)],
    total: () => total,
    dropped: () => total - head.length - (tail.length - from),
  };
}

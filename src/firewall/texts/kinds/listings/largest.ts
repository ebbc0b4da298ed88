/** The largest few of many, the first of equal ones first. */
export interface Largest<Item> {
  /** Whether it is larger than all before it. */
  readonly add: (size: number, item: () => Item) => boolean;
  readonly all: () => readonly { readonly size: number; readonly item: Item }[];
}

export function createLargest<Item>(most: number): Largest<Item> {
  const kept: { size: number; item: Item }[] = [];
  return {
    add(size, item) {
      const least = kept.at(-1);
      if (kept.length >= most && least !== undefined && size <= least.size) {
        return false;
      }
      const place = kept.findIndex((each) => each.size < size);
      kept.splice(place < 0 ? kept.length : place, 0, { size, item: item() });
      kept.length = Math.min(kept.length, most);
      return place === 0;
    },
    all: () => kept,
  };
}

import type { Value } from '../../contract/row.js';

const MAX_KEYS = 20;
const MAX_KEY_CHARS = 64;

/** Lists and objects inside a field, told as such: their sizes, not their content. */
export interface NestedStats {
  lists: number;
  minItems: number;
  maxItems: number;
  /** Of all lists together. */
  items: number;
  /** One bit for each type seen among the items, in the order of ITEM_TYPES. */
  itemTypes: number;
  objects: number;
  readonly keys: string[];
  moreKeys: boolean;
}

const ITEM_TYPES = ['string', 'number', 'boolean', 'null', 'list', 'object'] as const;

export function createNestedStats(): NestedStats {
  return {
    lists: 0,
    minItems: Number.MAX_SAFE_INTEGER,
    maxItems: 0,
    items: 0,
    itemTypes: 0,
    objects: 0,
    keys: [],
    moreKeys: false,
  };
}

export function addList(stats: NestedStats, items: readonly Value[]): void {
  stats.lists += 1;
  stats.items += items.length;
  stats.minItems = Math.min(stats.minItems, items.length);
  stats.maxItems = Math.max(stats.maxItems, items.length);
  for (const item of items) {
    stats.itemTypes |= typeBit(item);
  }
}

export function addObject(stats: NestedStats, object: { readonly [key: string]: Value }): void {
  stats.objects += 1;
  let position = 0;
  for (const key in object) {
    if (stats.keys[position] !== key && !stats.keys.includes(key)) {
      addKey(stats, key);
    }
    position += 1;
    if (position > MAX_KEYS) {
      stats.moreKeys = true;
      return;
    }
  }
}

export function itemTypeNames(stats: NestedStats): string[] {
  return ITEM_TYPES.filter((_name, bit) => (stats.itemTypes & (1 << bit)) !== 0);
}

function addKey(stats: NestedStats, key: string): void {
  if (stats.keys.length < MAX_KEYS && key.length <= MAX_KEY_CHARS) {
    stats.keys.push(key);
  } else {
    stats.moreKeys = true;
  }
}

function typeBit(value: Value): number {
  switch (typeof value) {
    case 'string':
      return 1;
    case 'number':
      return 2;
    case 'boolean':
      return 4;
    default:
      if (value === null) {
        return 8;
      }
      return Array.isArray(value) ? 16 : 32;
  }
}

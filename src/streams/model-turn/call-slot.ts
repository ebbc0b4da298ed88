import type { CallPiece } from './call-piece.js';
import { createValueScan, type ValueScan } from './value-scan.js';

/** A call under construction. */
export interface CallSlot {
  index: number | undefined;
  /** The first that came. Some servers give each piece one of its own. */
  id: string | undefined;
  readonly ids: Set<string>;
  name: string;
  /** Its pieces name different tools, or its name came when its arguments were complete: it may be that of another call. */
  hasConflict: boolean;
  /** It was told twice as a whole, and not alike. */
  isDisputed: boolean;
  arguments: ValueScan;
  extra: unknown;
}

export function createCallSlot({ index, id }: CallPiece): CallSlot {
  return {
    index,
    id,
    ids: new Set(),
    name: '',
    hasConflict: false,
    isDisputed: false,
    arguments: createValueScan(),
    extra: undefined,
  };
}

export function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

/** What a column asks for. */
export interface ColumnNeed {
  readonly width: number;
  /** It is not made narrower than this: there would be nothing left to read. */
  readonly firm: number;
  readonly isNested: boolean;
}

interface Caps {
  readonly nested: number;
  readonly other: number;
}

const ROOMY: Caps = { nested: 32, other: 32 };
/** Where not all columns have room anyway. */
const USUAL: Caps = { nested: 24, other: 24 };
const LEAST: Caps = { nested: 8, other: 16 };

/**
 * How wide each column is, so that as many as can be are seen: wider than usual when all of them have room. Nested
 * values give way first, then long texts; dates, numbers and ids do not.
 */
export function roomsFor(columns: readonly ColumnNeed[], width: number, gap: number): readonly number[] {
  const roomsAt = (caps: Caps): readonly number[] =>
    columns.map((column) => Math.min(column.width, capOf(column, caps)));
  const spareAt = (caps: Caps): number =>
    roomsAt(caps).reduce((left, room) => left - room, width - gap * Math.max(0, columns.length - 1));
  let caps = ROOMY;
  const spare = spareAt(caps);
  if (spare >= 0) {
    const clipped = columns.filter((column) => column.width > capOf(column, ROOMY)).length;
    const more = clipped === 0 ? 0 : Math.floor(spare / clipped);
    return columns.map((column) => Math.min(column.width, capOf(column, ROOMY) + more));
  }
  while (spareAt(caps) < 0) {
    if (caps.nested > LEAST.nested) {
      caps = { ...caps, nested: caps.nested - 1 };
    } else if (caps.other > LEAST.other) {
      caps = { ...caps, other: caps.other - 1 };
    } else {
      return roomsAt(USUAL);
    }
  }
  return roomsAt(caps);
}

function capOf({ firm, isNested }: ColumnNeed, { nested, other }: Caps): number {
  return Math.max(firm, isNested ? nested : other);
}

/** What a column asks for. */
export interface ColumnNeed {
  readonly width: number;
  /** What it needs for all but its few widest cells. */
  readonly usual: number;
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
 * How wide each column is, so that as many as can be are seen: wider than usual when all of them have room. A few long
 * cells give way first, then nested values, then long texts; dates, numbers and ids do not.
 */
export function roomsFor(columns: readonly ColumnNeed[], width: number, gap: number): readonly number[] {
  const room = width - gap * Math.max(0, columns.length - 1);
  const spareAt = (rooms: readonly number[]): number => rooms.reduce((left, each) => left - each, room);
  const widest = columns.map((column) => Math.min(column.width, capOf(column, ROOMY)));
  if (spareAt(widest) >= 0) {
    return shared(columns, widest, spareAt(widest));
  }
  let caps = ROOMY;
  for (;;) {
    const rooms = columns.map((column) => Math.min(column.usual, capOf(column, caps)));
    const spare = spareAt(rooms);
    if (spare >= 0) {
      return caps === ROOMY ? shared(columns, rooms, spare) : rooms;
    }
    if (caps.nested > LEAST.nested) {
      caps = { ...caps, nested: caps.nested - 1 };
    } else if (caps.other > LEAST.other) {
      caps = { ...caps, other: caps.other - 1 };
    } else {
      return columns.map((column) => Math.min(column.usual, capOf(column, USUAL)));
    }
  }
}

/** What is left goes to the columns that are cut, the narrowest want first. */
function shared(columns: readonly ColumnNeed[], rooms: readonly number[], spare: number): readonly number[] {
  const wants = columns.map(({ width }, index) => ({ index, more: width - (rooms[index] ?? width) }));
  const cut = wants.filter(({ more }) => more > 0).sort((left, right) => left.more - right.more);
  const result = [...rooms];
  let left = spare;
  cut.forEach(({ index, more }, place) => {
    const given = Math.min(more, Math.floor(left / (cut.length - place)));
    result[index] = (result[index] ?? 0) + given;
    left -= given;
  });
  return result;
}

function capOf({ firm, isNested }: ColumnNeed, { nested, other }: Caps): number {
  return Math.max(firm, isNested ? nested : other);
}

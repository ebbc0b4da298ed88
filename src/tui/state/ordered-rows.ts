/** Rows in an order that is not that of their numbers. */
export interface OrderedRows {
  readonly count: number;
  readonly rowAt: (place: number) => number | undefined;
  readonly placeOf: (row: number) => number | undefined;
}

export function createOrderedRows(rows: readonly number[]): OrderedRows {
  const list = Uint32Array.from(rows);
  let places: ReadonlyMap<number, number> | undefined;
  return {
    count: list.length,
    rowAt: (place) => list[place],
    placeOf(row) {
      places ??= new Map(Array.from(list, (each, place) => [each, place]));
      return places.get(row);
    },
  };
}

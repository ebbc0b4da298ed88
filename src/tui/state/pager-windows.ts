/** Rows are read in windows: `size` places of the view, from a multiple of it on. */
export interface WindowPlan {
  readonly size: number;
  /** Places of the view: all rows, or the matches of a filter. */
  readonly length: number;
  readonly top: number;
  readonly height: number;
  /** Where the person is going: 1 down, -1 up. */
  readonly direction: 1 | -1;
}

/** The windows to have: those on the screen first, then the next one in the direction of movement. */
export function wantedWindows({ size, length, top, height, direction }: WindowPlan): readonly number[] {
  if (length === 0) {
    return [];
  }
  const last = Math.floor((length - 1) / size);
  const first = Math.min(last, Math.floor(top / size));
  const end = Math.min(last, Math.floor((top + Math.max(1, height) - 1) / size));
  const visible = Array.from({ length: end - first + 1 }, (_, index) => first + index);
  const ahead = direction > 0 ? end + 1 : first - 1;
  return ahead < 0 || ahead > last ? visible : [...visible, ahead];
}

/** How many places of the view a window has: fewer for the last one. */
export function windowLength(window: number, { size, length }: Pick<WindowPlan, 'size' | 'length'>): number {
  return Math.max(0, Math.min(size, length - window * size));
}

/** Bytes of rows that may be read at once, and kept for going back. */
const READ_BYTES = 1024 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;

/** Rows of a window and windows to keep: fewer where rows are large on average. */
export function windowSizes(
  rowCap: number,
  { total_rows, size_bytes }: { readonly total_rows: number; readonly size_bytes: number },
): { readonly size: number; readonly kept: number } {
  const rowBytes = Math.max(1, size_bytes / Math.max(1, total_rows));
  const size = Math.max(1, Math.min(rowCap, MOST_ROWS, Math.floor(READ_BYTES / rowBytes)));
  return { size, kept: Math.max(4, Math.min(MOST_WINDOWS, Math.floor(KEPT_BYTES / (rowBytes * size)))) };
}

/** In another order each row lies elsewhere, and is looked up by itself. */
export function sizeInOrder(size: number, isSorted: boolean): number {
  return isSorted ? Math.min(size, SCATTERED_ROWS) : size;
}

const SCATTERED_ROWS = 16;
const MOST_ROWS = 100;
const MOST_WINDOWS = 32;

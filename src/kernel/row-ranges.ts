/** Ascending row numbers as people write them: `0-49,120`. As much of it as a trace has room for. */
export function rangesOf(rows: readonly number[]): string {
  const ranges: string[] = [];
  for (let from = 0, to = 0; from < rows.length && ranges.length < MOST_RANGES; from = to) {
    const first = rows[from] ?? 0;
    while (to < rows.length && rows[to] === first + (to - from)) {
      to += 1;
    }
    to = Math.max(to, from + 1);
    ranges.push(to - from === 1 ? `${first}` : `${first}-${first + (to - from) - 1}`);
  }
  return ranges.join(',');
}

const MOST_RANGES = 100;

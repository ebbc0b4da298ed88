import type { Column } from './pager-columns.js';

/** The column of this name, or the first one whose name begins so; capitals matter only between names that differ in them. */
export function columnNamed(columns: readonly Column[], text: string): Column | undefined {
  const exact = text.trim();
  const wanted = exact.toLowerCase();
  if (wanted === '') {
    return undefined;
  }
  return (
    columns.find(({ name }) => name === exact) ??
    columns.find(({ name }) => name.toLowerCase() === wanted) ??
    columns.find(({ name }) => name.toLowerCase().startsWith(wanted))
  );
}

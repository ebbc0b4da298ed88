import { nearestName } from '../../contract/did-you-mean.js';
import { parseFilter } from '../../kernel/filter-parser.js';
import { conditionsOf } from '../../kernel/filter-terms.js';
import { formatCell } from '../text/cells.js';
import { pathsOf, valueAt } from './field-path.js';

interface Seen {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[];
}

/** What to say of a field in a filter that no row seen so far has; it may still come, so the filter goes on. */
export function unknownFieldText(filter: string, seen: Seen): string | undefined {
  return unknownNameText(fieldsOfFilter(filter), seen);
}

/** The same of names. */
export function unknownNameText(names: readonly string[], { columns, rows }: Seen): string | undefined {
  const known = new Set(columns);
  const missing = names.find((name) => !known.has(name) && !rows.some((row) => valueAt(row, name) !== undefined));
  // A missing name says nothing before anything was seen.
  if (missing === undefined || rows.length === 0) {
    return undefined;
  }
  const near = nearestPath(missing, [...known, ...pathsOf(rows)]);
  const said = `no row seen so far has ${formatCell(missing.slice(0, LONGEST_NAME))}`;
  return near === undefined ? said : `${said}: did you mean ${formatCell(near)}?`;
}

const LONGEST_NAME = 60;

/** Of a filter that makes no sense somebody else says so. */
export function fieldsOfFilter(filter: string): readonly string[] {
  try {
    return conditionsOf(parseFilter(filter))
      .filter(({ operator }) => operator !== 'exists')
      .map(({ field }) => field);
  } catch {
    return [];
  }
}

/** A record inside may have it. */
function nearestPath(name: string, paths: readonly string[]): string | undefined {
  return nearestName(name, paths) ?? paths.find((path) => path.endsWith(`.${name}`));
}

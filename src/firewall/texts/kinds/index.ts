import { DIFF } from './diff.js';
import type { TextKind } from './kind.js';
import { LISTINGS } from './listings.js';
import { PAGES } from './pages.js';
import { SOURCE } from './source.js';
import { TABLE } from './tables.js';

/** The first that matches is taken. */
const KINDS: readonly TextKind[] = [DIFF, TABLE, ...LISTINGS, ...PAGES, SOURCE];

/** Tells by its first lines what kind of text it is; undefined when none of the kinds is certain. */
export function findKind(sample: readonly string[]): TextKind | undefined {
  const lines = sample.filter((text) => text.trim() !== '');
  return KINDS.find(({ matches }) => matches(lines));
}

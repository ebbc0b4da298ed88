import { CHANGES } from './changes/index.js';
import { HTML_PAGE } from './html-page.js';
import { headOf, type KindReader, type TextKind } from './kind.js';
import { LISTINGS } from './listings/index.js';
import { PAGES } from './pages.js';
import { SOURCE } from './source.js';
import { ALIGNED_TABLE } from './tables/aligned-table.js';
import { TABLE } from './tables/drawn-table.js';

/** The first that matches is taken. */
const KINDS: readonly TextKind[] = [...CHANGES, TABLE, ...LISTINGS, ALIGNED_TABLE, ...PAGES, HTML_PAGE, SOURCE];
const WHOLE_KINDS = KINDS.filter(({ isWhole }) => isWhole === true);

/** A kind that was found, with what reads a text of it. */
export interface FoundKind {
  readonly kind_id: string;
  readonly reader: KindReader;
}

/** Tells by its first lines what kind of text it is; undefined when none of the kinds is certain. */
export function findKind(sample: readonly string[]): FoundKind | undefined {
  return find(sample, KINDS);
}

/** The same for lines as they are, with what looks like a header of each. */
export function findWholeKind(sample: readonly string[]): FoundKind | undefined {
  return find(sample, WHOLE_KINDS);
}

function find(sample: readonly string[], kinds: readonly TextKind[]): FoundKind | undefined {
  const lines = sample.filter((text) => text.trim() !== '');
  const heads = lines.map(headOf);
  const sampleFor = ({ readsAll = false }: TextKind): readonly string[] => (readsAll ? lines : heads);
  const kind = lines.length === 0 ? undefined : kinds.find((each) => each.matches(sampleFor(each)));
  return kind === undefined ? undefined : { kind_id: kind.kind_id, reader: kind.create(sampleFor(kind)) };
}

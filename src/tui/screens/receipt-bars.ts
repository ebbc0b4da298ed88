import type { ReceiptSummary } from '../../contract/receipt-summary.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Column } from '../components/table-lines.js';
import { partsOfBar } from '../text/bars.js';
import type { Glyphs } from '../theme.js';

/** What became of what the model would have read without akernel: a bar for each group, on one scale. */
export interface ReceiptBars {
  readonly column: Column<ReceiptSummary>;
  /** What its characters mean, of those that are there. */
  readonly legend: SpanLine;
}

interface Parts {
  readonly read: number;
  readonly kept: number;
  readonly extra: number;
}

const TITLE = 'read / kept';
const NARROW = { from: 72, cells: 12 };
const WIDE = { from: 120, cells: 24 };

/** None where the numbers need the room. */
export function receiptBars(groups: readonly ReceiptSummary[], width: number, glyphs: Glyphs): ReceiptBars | undefined {
  const parts = new Map(groups.map((group) => [group, partsOf(group)]));
  const most = Math.max(0, ...[...parts.values()].map(({ read, kept, extra }) => read + kept + extra));
  if (width < NARROW.from || most === 0) {
    return undefined;
  }
  const { cells } = width < WIDE.from ? NARROW : WIDE;
  const bars = new Map([...parts].map(([group, each]) => [group, drawn(each, { most, cells, glyphs })]));
  return {
    column: {
      title: TITLE.padEnd(cells),
      // The line of all of them has no bar: beside it the others would be none.
      text: (summary) => bars.get(summary) ?? '',
      role: ({ saved }) => (saved < 0 ? 'bad' : 'accent'),
      rank: 2,
    },
    legend: legendOf([...bars.values()].join(''), glyphs),
  };
}

/** Read: also what was read again; extra: as much of that as nobody would have read without akernel. */
function partsOf({ baseline, tokens_out: out, overhead }: ReceiptSummary): Parts {
  const read = out + overhead;
  return {
    read: Math.min(read, baseline),
    kept: Math.max(0, baseline - read),
    extra: Math.max(0, read - baseline),
  };
}

interface Scale {
  readonly most: number;
  readonly cells: number;
  readonly glyphs: Glyphs;
}

function drawn({ read, kept, extra }: Parts, { most, cells, glyphs }: Scale): string {
  const [full = 0, empty = 0, over = 0] = partsOfBar([read, kept, extra], most, cells);
  if (full + empty + over > 0) {
    return glyphs.full.repeat(full) + glyphs.empty.repeat(empty) + glyphs.over.repeat(over);
  }
  if (read + kept + extra === 0) {
    return '';
  }
  return extra > read + kept ? glyphs.over : glyphs.steps.slice(0, 1);
}

function legendOf(drawing: string, { full, empty, over }: Glyphs): SpanLine {
  const words = [
    [full, 'read'],
    [empty, 'kept out'],
    [over, 'read more than without akernel'],
  ] as const;
  const there = words.filter(([glyph]) => drawing.includes(glyph));
  return [{ text: there.map((word) => word.join(' ')).join('  '), role: 'faint' }];
}

import type { FactEntry } from '../state/live-flow.js';
import type { Theme } from '../theme.js';
import { factLines, factOverflow } from './fact-lines.js';
import { fillSpans, type SpanLine } from './span-lines.js';

/** A column of facts is no narrower. */
const LEAST_COLUMN = 66;
const GAP = 2;

interface FactPaneRoom {
  readonly width: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly shift: number;
}

/** How facts of the whole stream are laid out in a room. */
export interface FactPane {
  readonly lines: (top: number) => readonly SpanLine[];
  /** Facts there is room for at a time. */
  readonly places: number;
  /** Columns of the longest that are not seen; 0: each is shown to its end. */
  readonly overflow: number;
}

/** Each fact to its end where all of them fit so; else one line each, and side by side on a wide screen with few lines. */
export function layOutFacts(facts: readonly FactEntry[], { width, rows, theme, shift }: FactPaneRoom): FactPane {
  const whole = facts.flatMap((fact) => factLines(fact, { width, theme }));
  if (whole.length <= rows) {
    return { lines: () => whole, places: facts.length, overflow: 0 };
  }
  const wanted = Math.ceil(facts.length / rows);
  const count = Math.max(1, Math.min(wanted, Math.floor((width + GAP) / (LEAST_COLUMN + GAP))));
  const own = Math.floor((width + GAP) / count) - GAP;
  const lineOf = (fact: FactEntry): SpanLine => factLines(fact, { width: own, theme, shift, isCut: true })[0] ?? [];

  function lines(top: number): readonly SpanLine[] {
    const columns = Array.from({ length: count }, (_, index) => {
      const first = top + index * rows;
      return facts.slice(first, first + rows).map(lineOf);
    });
    const [first = []] = columns;
    return first.map((_, row) => columns.flatMap((column, index) => besideOthers(column[row] ?? [], index)));
  }

  function besideOthers(line: SpanLine, index: number): SpanLine {
    return index === count - 1 ? line : [...fillSpans(line, own, theme.glyphs), { text: ' '.repeat(GAP) }];
  }

  return {
    lines,
    places: rows * count,
    overflow: Math.max(0, ...facts.map((fact) => factOverflow(fact, { width: own }))),
  };
}

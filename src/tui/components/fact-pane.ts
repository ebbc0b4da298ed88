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

/** Each fact to its end where all of them fit so, side by side on a wide screen; else one line each. */
export function layOutFacts(facts: readonly FactEntry[], { width, rows, theme, shift }: FactPaneRoom): FactPane {
  const most = Math.max(1, Math.floor((width + GAP) / (LEAST_COLUMN + GAP)));
  const widthOf = (count: number): number => Math.floor((width + GAP) / count) - GAP;
  for (let count = 1; count <= most; count += 1) {
    const whole = facts.map((fact) => factLines(fact, { width: widthOf(count), theme }));
    const columns = stacked(whole, rows);
    if (columns !== undefined && columns.length <= count) {
      return { lines: () => abreast(columns, widthOf(count), theme), places: facts.length, overflow: 0 };
    }
  }
  const count = Math.min(Math.ceil(facts.length / rows), most);
  const own = widthOf(count);
  const lineOf = (fact: FactEntry): SpanLine => factLines(fact, { width: own, theme, shift, isCut: true })[0] ?? [];

  function lines(top: number): readonly SpanLine[] {
    const columns = Array.from({ length: count }, (_, index) => {
      const first = top + index * rows;
      return facts.slice(first, first + rows).map(lineOf);
    });
    return abreast(columns, own, theme);
  }

  return {
    lines,
    places: rows * count,
    overflow: Math.max(0, ...facts.map((fact) => factOverflow(fact, { width: own }))),
  };
}

/** The lines of facts in as many columns as they take; undefined where one is longer than a column. */
function stacked(facts: readonly (readonly SpanLine[])[], rows: number): readonly (readonly SpanLine[])[] | undefined {
  const columns: SpanLine[][] = [[]];
  for (const lines of facts) {
    const last = columns.at(-1);
    if (lines.length > rows) {
      return undefined;
    }
    if (last !== undefined && last.length + lines.length <= rows) {
      last.push(...lines);
    } else {
      columns.push([...lines]);
    }
  }
  return columns;
}

function abreast(columns: readonly (readonly SpanLine[])[], own: number, theme: Theme): readonly SpanLine[] {
  const longest = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, row) =>
    columns.flatMap((column, index) => {
      const line = column[row] ?? [];
      const isLast = index === columns.length - 1;
      return isLast ? line : [...fillSpans(line, own, theme.glyphs), { text: ' '.repeat(GAP) }];
    }),
  );
}

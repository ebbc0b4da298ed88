const CONTEXT = 2;
/** Texts that differ in more lines are shown as one text in the place of the other. */
const MOST_EDITS = 1500;

type Kind = ' ' | '-' | '+';

interface Step {
  readonly kind: Kind;
  readonly line: string;
}

/** What changes between two texts, as lines with `-` and `+` and a few unchanged ones around them. */
export function diffLines(before: string | undefined, after: string | undefined): readonly string[] {
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const isShown = steps.map(() => false);
  for (const [index, { kind }] of steps.entries()) {
    if (kind !== ' ') {
      isShown.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    }
  }
  const lines: string[] = [];
  let [old, now] = [1, 1];
  for (const [index, { kind, line }] of steps.entries()) {
    if (isShown[index] === true) {
      if (isShown[index - 1] !== true) {
        lines.push(`@@ -${old} +${now} @@`);
      }
      lines.push(kind + line);
    }
    old += kind === '+' ? 0 : 1;
    now += kind === '-' ? 0 : 1;
  }
  return lines;
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function stepsBetween(before: readonly string[], after: readonly string[]): readonly Step[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end += 1;
  }
  return [
    ...same(before.slice(0, start)),
    ...shortest(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function same(lines: readonly string[]): readonly Step[] {
  return lines.map((line) => ({ kind: ' ', line }));
}

/** The shortest way from one to the other: with each further edit every diagonal is followed as far as lines are the same. */
function shortest(before: readonly string[], after: readonly string[]): readonly Step[] {
  let frontier = new Map<number, Way>();
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    const next = new Map<number, Way>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const way = alongSame(furthest(frontier, diagonal), diagonal, { before, after });
      if (way.x >= before.length && way.x - diagonal >= after.length) {
        return stepsOf(way, { before, after });
      }
      next.set(diagonal, way);
    }
    frontier = next;
  }
  return [...removed(before), ...added(after)];
}

/** A place in the text before, and how one got there; `x` minus the diagonal is the place in the text after. */
interface Way {
  readonly x: number;
  readonly diagonal: number;
  readonly from?: Way;
}

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** By one line removed or one added, whichever leads further. */
function furthest(frontier: ReadonlyMap<number, Way>, diagonal: number): Way {
  const removing = frontier.get(diagonal - 1);
  const adding = frontier.get(diagonal + 1);
  if (removing === undefined && adding === undefined) {
    return { x: 0, diagonal };
  }
  return adding === undefined || (removing !== undefined && removing.x + 1 > adding.x)
    ? { x: (removing?.x ?? 0) + 1, diagonal, ...(removing === undefined ? {} : { from: removing }) }
    : { x: adding.x, diagonal, from: adding };
}

function alongSame(way: Way, diagonal: number, { before, after }: Texts): Way {
  let { x } = way;
  while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) {
    x += 1;
  }
  return { ...way, x };
}

function stepsOf(end: Way, { before, after }: Texts): readonly Step[] {
  const pieces: (readonly Step[])[] = [];
  for (let way: Way | undefined = end; way !== undefined; way = way.from) {
    const { x, diagonal, from } = way;
    const isRemoval = from !== undefined && from.diagonal < diagonal;
    const begin = from === undefined ? 0 : isRemoval ? from.x + 1 : from.x;
    pieces.push(same(before.slice(begin, x)));
    if (from !== undefined) {
      pieces.push(
        isRemoval
          ? removed(before.slice(from.x, from.x + 1))
          : added(after.slice(from.x - from.diagonal, from.x - from.diagonal + 1)),
      );
    }
  }
  return pieces.reverse().flat();
}

function removed(lines: readonly string[]): readonly Step[] {
  return lines.map((line) => ({ kind: '-', line }));
}

function added(lines: readonly string[]): readonly Step[] {
  return lines.map((line) => ({ kind: '+', line }));
}

import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { type Span, spansWidth } from './line.js';
import type { SpanLine } from './span-lines.js';

interface RedactionRoom {
  readonly width: number;
  /** There is room to say more than the counts. */
  readonly isRoomy: boolean;
}

const GAP = '  ';
const LABEL = 'redacted ';
/** Of rows that are only counted nothing was replaced: it is never told how much there would have been. */
const LONG_LABEL = 'redacted of what was shown ';
const LONG_FROM = 56;

/** What was replaced in what was shown, the most frequent types first, and how many more types there are. */
export function redactionLine(
  redactions: Readonly<Record<string, number>>,
  { width, isRoomy }: RedactionRoom,
): readonly SpanLine[] {
  const counts = Object.entries(redactions)
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left);
  if (counts.length === 0) {
    return isRoomy ? [[label(LABEL), { text: 'nothing so far', role: 'faint' }]] : [];
  }
  const lead = label(width < LONG_FROM ? LABEL : LONG_LABEL);
  const types = counts.map(([type, count], index): SpanLine => {
    const gap = index === 0 ? '' : GAP;
    return [{ text: `${gap}${terminalSafeLine(type)} `, role: 'redacted' }, { text: formatCount(count) }];
  });
  const fitting = mostFitting(types, width - spansWidth([lead]));
  return [[lead, ...types.slice(0, fitting).flat(), ...moreTypes(types.length - fitting)]];
}

/** How many of them fit beside a word about the others. */
function mostFitting(types: readonly SpanLine[], room: number): number {
  let count = types.length;
  while (count > 1 && spansWidth([...types.slice(0, count).flat(), ...moreTypes(types.length - count)]) > room) {
    count -= 1;
  }
  return count;
}

function moreTypes(count: number): SpanLine {
  return count === 0 ? [] : [{ text: `${GAP}+${count} ${count === 1 ? 'type' : 'types'}`, role: 'faint' }];
}

function label(text: string): Span {
  return { text, role: 'faint' };
}

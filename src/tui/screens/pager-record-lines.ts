import { formatCount } from '../../contract/quantities.js';
import { cell, type SpanLine } from '../components/span-lines.js';
import type { PagerController } from '../state/pager.js';
import { openLines } from '../state/pager-open-row.js';
import { NAME_GAP, type RecordLine } from '../state/pager-record.js';
import type { PagerState } from '../state/pager-state.js';
import { windowOf } from '../state/window-of.js';
import type { Theme } from '../theme.js';
import { markedSpans } from './pager-row-content.js';

/** One row as a tree of its fields. */
export function openRowLines(
  pager: PagerController,
  state: PagerState,
  { height, theme }: { readonly height: number; readonly theme: Theme },
): readonly SpanLine[] {
  const lines = openLines(pager);
  if (lines.length === 0) {
    return [
      [
        {
          text: `row ${formatCount((pager.rowNumber(state.cursor) ?? state.cursor) + 1)} ${theme.glyphs.ellipsis}`,
          role: 'faint',
        },
      ],
    ];
  }
  const line = Math.min(state.line, lines.length - 1);
  const top = windowOf(line, lines.length, height, state.lineTop);
  return lines.slice(top, top + height).map((entry, index) => lineOf(entry, top + index === line, { state, theme }));
}

/** What is looked for in this row stands out, else what was searched in all rows. */
function searched(state: PagerState): Pick<PagerState, 'search'> {
  const { found, search } = state;
  return { search: found === undefined ? search : { text: found, matches: 0, scanned: 0, total: 0, status: 'done' } };
}

interface LineRoom {
  readonly state: PagerState;
  readonly theme: Theme;
}

function lineOf(line: RecordLine, isCurrent: boolean, { state, theme }: LineRoom): SpanLine {
  const name = line.column === 0 ? '' : cell(line.name, line.column, theme.glyphs) + ' '.repeat(NAME_GAP);
  const role = isCurrent ? 'strong' : 'plain';
  const value =
    line.kind === 'note'
      ? [{ text: line.text, role: 'faint' as const }]
      : markedSpans(line.text, searched(state), role);
  return [
    { text: isCurrent ? '> ' : '  ', role: 'accent' },
    { text: ' '.repeat(line.indent) },
    { text: name, role: isCurrent ? 'selected' : 'accent' },
    ...value,
  ];
}

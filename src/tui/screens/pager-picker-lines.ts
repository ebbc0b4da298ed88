import { barOf, type SpanLine } from '../components/span-lines.js';
import type { PagerState } from '../state/pager-state.js';
import { windowOf } from '../state/window-of.js';
import { formatCell } from '../text/cells.js';
import type { Theme } from '../theme.js';

/** All columns in their order, with those marked that are shown. */
export function pickerLines(
  { picker }: PagerState,
  { width, height, theme }: { readonly width: number; readonly height: number; readonly theme: Theme },
): readonly SpanLine[] {
  if (picker === undefined) {
    return [];
  }
  const top = windowOf(picker.cursor, picker.columns.length, height, picker.top);
  return picker.columns.slice(top, top + height).map(({ name, kind, isShown }, index): SpanLine => {
    const isCurrent = top + index === picker.cursor;
    const text = `${isCurrent ? '>' : ' '} [${isShown ? 'x' : ' '}] ${formatCell(name)}`;
    const kindText = kind === 'none' ? '' : `  ${kind}`;
    return isCurrent
      ? barOf([{ text: text + kindText }], width, theme.glyphs, 'selected')
      : [{ text }, { text: kindText, role: 'faint' }];
  });
}

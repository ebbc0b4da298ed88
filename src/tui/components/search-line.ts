import type { ListState } from '../state/ui-list.js';
import { displayWidth } from '../text/display-width.js';
import type { Theme } from '../theme.js';
import { fieldSpans } from './field-line.js';
import { cutTo, fillSpans, type SpanLine } from './span-lines.js';

/** The search field of a list, and how much it found. */
export function searchLine(
  { search, isSearching }: ListState,
  { label, count }: { readonly label: string; readonly count: string },
  { width, theme }: { readonly width: number; readonly theme: Theme },
): SpanLine {
  const head = isSearching || search.text !== '' ? `${label}: ` : `/ ${label}`;
  const tail = cutTo(count, Math.max(0, width - displayWidth(head) - 8), theme.glyphs);
  const room = width - displayWidth(tail) - 1;
  const field =
    isSearching || search.text !== '' ? fieldSpans(search, room - displayWidth(head), isSearching, 'strong') : [];
  return [
    ...fillSpans([{ text: head, role: 'faint' }, ...field], room, theme.glyphs),
    { text: ` ${tail}`, role: 'faint' },
  ];
}

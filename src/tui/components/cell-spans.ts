import { cellParts, holdsPlaceholder } from '../text/short-marks.js';
import type { Glyphs, Role } from '../theme.js';
import { type Span, spansWidth } from './line.js';
import { cell, cutSpans } from './span-lines.js';

export interface CellRoom {
  readonly room: number;
  readonly align: 'left' | 'right';
  readonly glyphs: Glyphs;
}

/** A cell of a table, cut and padded to its room; what the redactor put there is a short mark that stands out. */
export function cellSpans(text: string, { room, align, glyphs }: CellRoom, role?: Role): readonly Span[] {
  if (!holdsPlaceholder(text)) {
    return [roleSpan(cell(text, room, glyphs, align), role)];
  }
  const spans = cellParts(text, glyphs).map((part): Span => roleSpan(part.text, part.isMark ? 'redacted' : role));
  const cut = cutSpans(spans, room, glyphs);
  const blank = roleSpan(' '.repeat(Math.max(0, room - spansWidth(cut))), role);
  const filled = align === 'left' ? [...cut, blank] : [blank, ...cut];
  return filled.filter((span) => span.text !== '');
}

function roleSpan(text: string, role: Role | undefined): Span {
  return role === undefined ? { text } : { text, role };
}

import { fieldLines, fieldView, type TextField } from '../state/text-field.js';
import type { Role } from '../theme.js';
import type { Span } from './line.js';
import type { SpanLine } from './span-lines.js';

/** A text field of at most `width` columns; its cursor is a block, seen while the field has the keys. */
export function fieldSpans(field: TextField, width: number, isActive: boolean, role: Role = 'plain'): SpanLine {
  const { before, at, after } = fieldView(isActive ? field : { text: field.text, cursor: 0 }, width);
  if (!isActive) {
    return [{ text: at + after, role }];
  }
  const spans: readonly Span[] = [
    { text: before, role },
    { text: at, role: 'selected' },
    { text: after, role },
  ];
  return spans.filter(({ text }) => text !== '');
}

/** A field under the keys over as many lines as it needs, at most `most`. */
export function fieldBlock(field: TextField, width: number, most: number): readonly SpanLine[] {
  return fieldLines(field, width, most).map(({ before, at, after }) => {
    const spans: readonly Span[] = [
      { text: before },
      ...(at === undefined ? [] : [{ text: at, role: 'selected' as const }]),
      { text: after },
    ];
    return spans.filter(({ text }) => text !== '');
  });
}

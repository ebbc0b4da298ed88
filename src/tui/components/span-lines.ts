import { displayWidth } from '../text/display-width.js';
import { sliceColumns } from '../text/slice-columns.js';
import type { Glyphs, Role } from '../theme.js';
import type { Span } from './line.js';

/** One row of a screen before it is drawn. */
export type SpanLine = readonly Span[];

/** The text cut, with an ellipsis, to at most `width` columns. */
export function cutTo(text: string, width: number, { ellipsis }: Pick<Glyphs, 'ellipsis'>): string {
  if (displayWidth(text) <= width) {
    return text;
  }
  const room = width - displayWidth(ellipsis);
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > room) {
      break;
    }
    kept += character;
  }
  return room < 0 ? '' : kept + ellipsis;
}

/** As `cutTo`, padded to exactly `width` columns. */
export function cell(text: string, width: number, glyphs: Pick<Glyphs, 'ellipsis'>, align: 'left' | 'right' = 'left') {
  const shown = cutTo(text, width, glyphs);
  const blank = ' '.repeat(Math.max(0, width - displayWidth(shown)));
  return align === 'left' ? shown + blank : blank + shown;
}

/** The spans cut to the width. */
export function cutSpans(spans: SpanLine, width: number, glyphs: Pick<Glyphs, 'ellipsis'>): SpanLine {
  const total = spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
  if (total <= width) {
    return spans;
  }
  const kept: Span[] = [];
  // What follows is cut, so a span that fits to its end is cut too where nothing is left behind it.
  let left = width - displayWidth(glyphs.ellipsis);
  for (const span of spans) {
    const own = displayWidth(span.text);
    if (own > left) {
      kept.push({ ...span, text: cutTo(`${span.text} `, left + displayWidth(glyphs.ellipsis), glyphs) });
      break;
    }
    kept.push(span);
    left -= own;
  }
  return kept;
}

/** The spans from this column on; half of a wide character is left out. */
export function dropColumns(spans: SpanLine, columns: number): SpanLine {
  let left = columns;
  return spans
    .map((span): Span => {
      const own = displayWidth(span.text);
      const from = left;
      left = Math.max(0, left - own);
      return { ...span, text: from < own ? sliceColumns(span.text, from, own - from, '') : '' };
    })
    .filter(({ text }) => text !== '');
}

/** The spans cut and padded to exactly the width. */
export function fillSpans(spans: SpanLine, width: number, glyphs: Pick<Glyphs, 'ellipsis'>): SpanLine {
  const kept = cutSpans(spans, width, glyphs);
  const used = kept.reduce((sum, { text }) => sum + displayWidth(text), 0);
  return used < width ? [...kept, { text: ' '.repeat(width - used) }] : kept;
}

/** The spans cut and padded to exactly the width, all in one role: a selected row. */
export function barOf(spans: SpanLine, width: number, glyphs: Pick<Glyphs, 'ellipsis'>, role: Role): SpanLine {
  return [{ text: cell(spans.map(({ text }) => text).join(''), width, glyphs), role }];
}

/** A placeholder of the redactor stands out from the text around it. */
export function redactedSpans(text: string, role?: Role): SpanLine {
  return text
    .split(/(\[REDACTED:[^\]\s]{1,64}\])/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (part.startsWith('[REDACTED:')) {
        return { text: part, role: 'redacted' };
      }
      return role === undefined ? { text: part } : { text: part, role };
    });
}

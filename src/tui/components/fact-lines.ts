import type { FactEntry } from '../state/live-flow.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { cellSpans } from './cell-spans.js';
import type { Span } from './line.js';
import { cell, cutSpans, redactedSpans, type SpanLine } from './span-lines.js';

const INDENT = 2;
const GAP = 2;

/** A fact in two columns: of a batch on one line, of the whole stream on as many as it takes. */
export function factLines(
  { fact: { name, text }, nameWidth, isWhole }: FactEntry,
  { width, theme }: { readonly width: number; readonly theme: Theme },
): readonly SpanLine[] {
  const { glyphs } = theme;
  const indent: Span = { text: ' '.repeat(INDENT) };
  if (name === '') {
    const lines = isWhole ? wrapText(text, width - INDENT) : [text];
    return lines.map((line) => cutSpans([indent, { text: line, role: 'faint' }], width, glyphs));
  }
  const column = Math.min(nameWidth, Math.floor(width / 3));
  const room = Math.max(4, width - INDENT - column - GAP);
  const lead: SpanLine = [indent, { text: cell(name, column, glyphs), role: 'accent' }, { text: ' '.repeat(GAP) }];
  if (!isWhole) {
    return [[...lead, ...cellSpans(text, { room, align: 'left', glyphs })]];
  }
  const below: SpanLine = [{ text: ' '.repeat(INDENT + column + GAP) }];
  return wrapText(text, room).map((line, index) => [...(index === 0 ? lead : below), ...redactedSpans(line)]);
}

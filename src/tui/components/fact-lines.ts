import type { FactEntry } from '../state/live-flow.js';
import { factShape, SHAPE_WIDTH, shapeText } from '../text/fact-shape.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { cellSpans } from './cell-spans.js';
import type { Span } from './line.js';
import { cell, cutSpans, redactedSpans, type SpanLine } from './span-lines.js';

const INDENT = 2;
const GAP = 2;
/** From so many columns on there is room to draw some of them. */
const WITH_SHAPES = 72;

/** A fact in two columns: of a batch on one line, of the whole stream on as many as it takes. */
export function factLines(
  { fact: { name, text }, nameWidth, hasShapes, isWhole }: FactEntry,
  { width, theme }: { readonly width: number; readonly theme: Theme },
): readonly SpanLine[] {
  const { glyphs } = theme;
  const indent: Span = { text: ' '.repeat(INDENT) };
  if (name === '') {
    const lines = isWhole ? wrapText(text, width - INDENT) : [text];
    return lines.map((line) => cutSpans([indent, { text: line, role: 'faint' }], width, glyphs));
  }
  const column = Math.min(nameWidth, Math.floor(width / 3));
  const drawn = hasShapes && width >= WITH_SHAPES ? SHAPE_WIDTH + GAP : 0;
  const room = Math.max(4, width - INDENT - column - GAP - drawn);
  const shape = drawn === 0 ? undefined : factShape(text);
  const drawing = shape === undefined ? '' : shapeText(shape, glyphs);
  const lead: SpanLine = [
    indent,
    { text: cell(name, column, glyphs), role: 'accent' },
    { text: ' '.repeat(GAP) },
    ...(drawn === 0 ? [] : [{ text: drawing.padEnd(drawn), role: 'faint' as const }]),
  ];
  if (!isWhole) {
    return [[...lead, ...cellSpans(text, { room, align: 'left', glyphs })]];
  }
  const below: SpanLine = [{ text: ' '.repeat(INDENT + column + GAP + drawn) }];
  return wrapText(text, room).map((line, index) => [...(index === 0 ? lead : below), ...redactedSpans(line)]);
}

import type { FactEntry } from '../state/live-flow.js';
import { displayWidth } from '../text/display-width.js';
import { factShape, SHAPE_WIDTH, shapeText } from '../text/fact-shape.js';
import { shortWidth } from '../text/short-marks.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { cellSpans } from './cell-spans.js';
import type { Span } from './line.js';
import { cell, cutSpans, dropColumns, redactedSpans, type SpanLine } from './span-lines.js';

const INDENT = 2;
const GAP = 2;
/** From so many columns on there is room to draw some of them. */
const WITH_SHAPES = 72;

export interface FactRoom {
  readonly width: number;
  readonly theme: Theme;
  /** What does not fit is moved to the left by so many columns, as far as there is more of it. */
  readonly shift?: number;
  /** One line each, also for facts of the whole stream. */
  readonly isCut?: boolean;
}

/** A fact in two columns: of a batch on one line, of the whole stream on as many as it takes. */
export function factLines(entry: FactEntry, room: FactRoom): readonly SpanLine[] {
  const { width, theme, shift = 0, isCut = false } = room;
  const { fact, isWhole } = entry;
  const { glyphs } = theme;
  const indent: Span = { text: ' '.repeat(INDENT) };
  if (fact.name === '') {
    const lines = isWhole && !isCut ? wrapText(fact.text, width - INDENT) : [fact.text];
    return lines.map((line) => cutSpans([indent, { text: line, role: 'faint' }], width, glyphs));
  }
  const { column, drawn, rest } = placesOf(entry, width);
  const shape = drawn === 0 ? undefined : factShape(fact.text);
  const drawing = shape === undefined ? '' : shapeText(shape, glyphs);
  const lead: SpanLine = [
    indent,
    { text: cell(fact.name, column, glyphs), role: 'accent' },
    { text: ' '.repeat(GAP) },
    ...(drawn === 0 ? [] : [{ text: drawing.padEnd(drawn), role: 'faint' as const }]),
  ];
  if (!isWhole || isCut) {
    const moved = Math.min(shift, factOverflow(entry, room));
    return [[...lead, ...textSpans(fact.text, { room: rest, moved, theme })]];
  }
  const below: SpanLine = [{ text: ' '.repeat(INDENT + column + GAP + drawn) }];
  return wrapText(fact.text, rest).map((line, index) => [...(index === 0 ? lead : below), ...redactedSpans(line)]);
}

/** How many columns of the fact do not fit on its one line. */
export function factOverflow(entry: FactEntry, { width }: Pick<FactRoom, 'width'>): number {
  const { name, text } = entry.fact;
  return name === '' ? 0 : Math.max(0, shortWidth(text) - placesOf(entry, width).rest);
}

function placesOf({ nameWidth, hasShapes }: FactEntry, width: number) {
  const column = Math.min(nameWidth, Math.floor(width / 3));
  const drawn = hasShapes && width >= WITH_SHAPES ? SHAPE_WIDTH + GAP : 0;
  return { column, drawn, rest: Math.max(4, width - INDENT - column - GAP - drawn) };
}

interface TextRoom {
  readonly room: number;
  readonly moved: number;
  readonly theme: Theme;
}

/** The text from where it is moved to; an ellipsis takes the place of what was moved out. */
function textSpans(text: string, { room, moved, theme: { glyphs } }: TextRoom): SpanLine {
  if (moved === 0) {
    return cellSpans(text, { room, align: 'left', glyphs });
  }
  const whole = cellSpans(text, { room: shortWidth(text), align: 'left', glyphs });
  const { ellipsis } = glyphs;
  const kept = dropColumns(whole, moved + displayWidth(ellipsis));
  return cutSpans([{ text: ellipsis, role: 'faint' }, ...kept], room, glyphs);
}

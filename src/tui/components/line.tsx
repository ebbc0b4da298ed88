import chalk from 'chalk';
import { Text } from 'ink';
import { type ReactElement, useContext, useEffect, useState } from 'react';
import { type LineTable, LineTableContext } from '../terminal/line-table.js';
import { displayWidth } from '../text/display-width.js';
import { steadyText } from '../text/steady-text.js';
import type { Look, Role, Theme } from '../theme.js';

/** A stretch of a line with one role. Its text is already safe for a terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
}

interface LineProps {
  readonly spans: readonly Span[];
  readonly theme: Theme;
}

/** One row of a screen, already fitted to its width: it is truncated, never wrapped. */
export function Line({ spans, theme }: LineProps): ReactElement {
  const table = useContext(LineTableContext);
  return table === undefined ? (
    <Text wrap="truncate">{styled(spans, theme)}</Text>
  ) : (
    <TableLine spans={spans} theme={theme} table={table} />
  );
}

function TableLine({ spans, theme, table }: LineProps & { readonly table: LineTable }): ReactElement {
  const [{ standIn, row }] = useState(() => rowOf(table.take()));
  useEffect(() => () => table.release(standIn), [table, standIn]);
  table.set(standIn, styled(cutSpans(spans, table.columns()), theme));
  return row;
}

/** The same element for as long as the line stands there: Ink has nothing to do when only its text changes. */
function rowOf(standIn: string) {
  return { standIn, row: <Text>{standIn}</Text> };
}

/** Terminal columns that the spans take. */
export function spansWidth(spans: readonly Span[]): number {
  let width = 0;
  for (const { text } of spans) {
    width += displayWidth(text);
  }
  return width;
}

/** Screens cut their lines themselves; this is for those that did not. */
function cutSpans(spans: readonly Span[], columns: number): readonly Span[] {
  if (spansWidth(spans) <= columns) {
    return spans;
  }
  const kept: Span[] = [];
  let left = columns;
  for (const span of spans) {
    const text = firstColumns(span.text, left);
    left = text.length < span.text.length ? 0 : left - displayWidth(text);
    kept.push({ ...span, text });
  }
  return kept;
}

function firstColumns(text: string, columns: number): string {
  let kept = '';
  let left = columns;
  for (const character of text) {
    left -= displayWidth(character);
    if (left < 0) {
      break;
    }
    kept += character;
  }
  return kept;
}

/** The text of a line with its looks, for a terminal. */
export function styled(spans: readonly Span[], theme: Theme): string {
  let line = '';
  for (const { text, role } of spans) {
    const steady = steadyText(text);
    line += role === undefined || role === 'plain' || steady === '' ? steady : stylerOf(theme.looks[role])(steady);
  }
  // Ink lays out no row for no text.
  return line === '' ? ' ' : line;
}

const stylers = new Map<Look, (text: string) => string>();

function stylerOf(look: Look): (text: string) => string {
  const known = stylers.get(look);
  if (known !== undefined) {
    return known;
  }
  let style = look.color === undefined ? chalk : chalk[look.color];
  style = look.ground === undefined ? style : style.bgYellow;
  style = look.bold === true ? style.bold : style;
  style = look.dimColor === true ? style.dim : style;
  style = look.underline === true ? style.underline : style;
  style = look.inverse === true ? style.inverse : style;
  stylers.set(look, style);
  return style;
}

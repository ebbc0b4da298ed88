import { renderToString } from 'ink';
import { createElement, type ReactElement } from 'react';
import { createLineTable, LineTableContext, STAND_IN_COLUMNS } from '../../src/tui/terminal/line-table.js';

/** The element as plain lines, as wide as the terminal. Ink lays out stand-ins for them, as it does on a terminal. */
export function drawn(element: ReactElement, columns: number): readonly string[] {
  const table = createLineTable(() => columns);
  const screen = createElement(LineTableContext, { value: table }, element);
  const rows = renderToString(screen, { columns: STAND_IN_COLUMNS }).split('\n');
  return rows.map((row) =>
    table
      .expand(row)
      .replace(/\u001b\[[0-9;]*m/g, '')
      .trimEnd(),
  );
}

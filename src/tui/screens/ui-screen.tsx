import { Box } from 'ink';
import type { ReactElement } from 'react';
import { helpLines } from '../components/key-lines.js';
import { Line } from '../components/line.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import type { Screen, ViewContext } from '../screen.js';
import { createUiController, type UiController, type UiPorts } from './ui-controller.js';
import { onUiKey } from './ui-keys.js';
import { footLines, headLine } from './ui-lines.js';

/** The browser: capabilities, sessions, handles, traces, receipts and agents, with a run or a handle inside it. */
export function createUiScreen(ports: UiPorts): Screen {
  const ui = createUiController(ports);
  let helpRoom = { height: 1, last: 0 };

  function help(width: number, rows: number, { theme }: ViewContext): readonly SpanLine[] {
    const lines = helpLines('Keys here', ui.keys(), width, theme);
    helpRoom = { height: rows, last: Math.max(0, lines.length - rows) };
    const top = Math.min(ui.store.get().helpTop, helpRoom.last);
    return lines.slice(top, top + rows);
  }

  return {
    place: () => 'alternate',
    view(context) {
      const inner = ui.inner();
      return inner === undefined ? screenOf(uiLines(ui, context, help), context) : inner.view(context);
    },
    onKey: (key) => onUiKey(ui, key, helpRoom),
  };
}

type Help = (width: number, rows: number, context: ViewContext) => readonly SpanLine[];

/** Head, body and foot, as many lines as there are rows. */
function uiLines(ui: UiController, context: ViewContext, help: Help): readonly SpanLine[] {
  const { size, theme, now } = context;
  const { columns } = size;
  const state = ui.store.get();
  const foot = footLines(state, ui.keys(), columns, theme).slice(0, Math.max(1, size.rows - 3));
  const rows = size.rows - 1 - foot.length;
  const body = state.isHelpShown ? help(columns, rows, context) : ui.pane().lines({ columns, rows, theme, now });
  const blank = Array.from({ length: Math.max(0, rows - body.length) }, (): SpanLine => []);
  return [headLine(state, ui.about(), columns, theme), ...body.slice(0, rows), ...blank, ...foot].map((line) =>
    cutSpans(line, columns, theme.glyphs),
  );
}

function screenOf(lines: readonly SpanLine[], { theme }: ViewContext): ReactElement {
  return <Box flexDirection="column">{lines.map((spans, row) => lineElement(spans, row, theme))}</Box>;
}

function lineElement(spans: SpanLine, row: number, theme: ViewContext['theme']): ReactElement {
  return <Line key={row} spans={spans} theme={theme} />;
}

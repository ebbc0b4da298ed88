import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { allRowsCommand, pagerCommand } from '../state/pager-command.js';
import type { OrderState, PagerState } from '../state/pager-state.js';
import { wrapText } from '../text/wrap.js';

/** The command that shows this page, and the one that puts all of it into a file. */
export function commandLines(state: PagerState, width: number): readonly SpanLine[] {
  return [
    [{ text: 'The same from the command line:', role: 'faint' }],
    ...(state.order === undefined ? [] : [faintLine(orderedText(state.order))]),
    ...(state.formulas.length === 0 ? [] : [faintLine('without the columns that were added: it makes none')]),
    [],
    ...strongLines(pagerCommand(state), width),
    [],
    ...(state.facts?.kind === 'map'
      ? []
      : [faintLine('All of it into a file, redacted:'), [], ...strongLines(allRowsCommand(state), width)]),
  ];
}

function strongLines(text: string, width: number): readonly SpanLine[] {
  return wrapText(terminalSafeLine(text), width).map((line): SpanLine => [{ text: line, role: 'strong' }]);
}

function orderedText({ areMarked }: OrderState): string {
  return areMarked === true ? 'all rows: it knows no marks' : 'in the order of the result: it does not sort';
}

function faintLine(text: string): SpanLine {
  return [{ text, role: 'faint' }];
}

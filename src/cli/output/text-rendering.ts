import type { Frame, Rendered, Rendering } from '../../contract/frame.js';
import { isAllShown } from '../../contract/frame-account.js';
import { highlightLines } from '../../contract/highlight-lines.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import { formatValue } from '../../tui/text/cells.js';
import { accountLine } from './account-line.js';
import { PLAIN, type Style } from './style.js';
import { continueTable, NO_TABLE, type TableSoFar } from './table.js';

/** Where the text goes, and what it may look like there. */
export interface TextForm {
  readonly style: Style;
  /** Columns to keep to; undefined when the text goes to a file or a pipe. */
  readonly width: () => number | undefined;
  readonly isTty: boolean;
  readonly stderrIsTty: boolean;
  readonly rows: 'table' | 'json_lines';
}

interface Printed {
  readonly table: TableSoFar;
  readonly isLineStart: boolean;
}

/**
 * Frames as text: text as it is, rows as a table or as lines of JSON, facts as a list where they stand for what was left
 * out. Nothing a capability sent can reach a terminal as a control sequence. In a pipe the account is its last line.
 */
export function createTextRendering(form: TextForm): Rendering {
  let before: Printed = { table: NO_TABLE, isLineStart: true };

  function resultOf(frame: Frame): Rendered {
    const shown = frame.text === undefined ? '' : form.isTty ? terminalSafe(frame.text) : frame.text;
    const { text: rows, next: table } = rowText(frame, before.table, form);
    const telling = highlightText(frame, form.isTty);
    const printsFacts = !isAllShown(frame);
    const facts = printsFacts ? factText(frame, form.style) : '';
    const account = form.isTty ? '' : accountLine(frame, printsFacts);
    const text = [shown, rows, telling, facts, account].reduce((all, part) => all + onOwnLine(all, part));
    return {
      text,
      stream: 'stdout',
      printed() {
        before = { table, isLineStart: text === '' ? before.isLineStart : text.endsWith('\n') };
      },
    };
  }

  function onOwnLine(all: string, part: string): string {
    const isLineStart = all === '' ? before.isLineStart : all.endsWith('\n');
    return part === '' || isLineStart ? part : `\n${part}`;
  }

  function rendering(frame: Frame): Rendered {
    if (frame.channel !== 'stderr' || frame.is_final || frame.text === undefined) {
      return resultOf(frame);
    }
    const text = form.stderrIsTty ? terminalSafe(frame.text) : frame.text;
    return { text, stream: 'stderr', printed: () => undefined };
  }

  // Without colours and a width nothing of it depends on the terminal.
  const isPipe = !form.isTty && form.style === PLAIN && form.width() === undefined;
  return Object.assign(rendering, isPipe ? { form: form.rows === 'table' ? ('text' as const) : form.rows } : {});
}

export function factText(frame: Frame, style: Style): string {
  const facts = (frame.facts ?? []).map((fact) => `${style.accent('•')} ${terminalSafeLine(fact)}\n`);
  // Many short lines: a mark before each would cost a model as much as every sixth of them.
  const folded = (frame.folded ?? []).map((line) => `${terminalSafeLine(line)}\n`);
  return [...facts, ...folded].join('');
}

function highlightText({ highlights = [] }: Frame, isTty: boolean): string {
  const text = highlightLines(highlights)
    .map((line) => `${line}\n`)
    .join('');
  return isTty ? terminalSafe(text) : text;
}

function rowText(
  frame: Frame,
  soFar: TableSoFar,
  { rows: form, style, width }: TextForm,
): { readonly text: string; readonly next: TableSoFar } {
  const rows = frame.rows ?? [];
  if (form === 'json_lines') {
    const values: readonly unknown[] = Array.isArray(frame.raw_data) ? frame.raw_data : [];
    return { text: [...rows, ...values].map((row) => `${JSON.stringify(row)}\n`).join(''), next: soFar };
  }
  const table = rows.length === 0 ? { text: '', next: soFar } : continueTable(soFar, rows, { style, width: width() });
  return frame.raw_data === undefined ? table : { ...table, text: `${table.text}${formatValue(frame.raw_data)}\n` };
}

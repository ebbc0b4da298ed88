import type { Frame } from '../../contract/frame.js';
import type { CommandContext } from '../context.js';
import { formatValue } from './cells.js';
import { closingLines } from './closing-lines.js';
import type { FramePrinter } from './frame-printer.js';
import { createStatusLine } from './status-line.js';
import { createStyle, type Style } from './style.js';
import { createTable, type TablePrinter } from './table.js';
import { terminalSafe, terminalSafeLine } from './terminal-safe.js';

type TextContext = Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'now' | 'env'>;

/**
 * Frames for a person: rows as a table, text as it is, facts as a list, on standard output; progress, warnings and the
 * closing account on standard error. Nothing a capability sent can reach the terminal as a control sequence.
 */
export async function createTextPrinter(context: TextContext): Promise<FramePrinter> {
  const { stdout, stderr, settings } = context;
  const style = await createStyle(settings.color);
  const notices = await createStyle(settings.color && stderr.isTty);
  const table = createTable(style, () => terminalWidth(context));
  const status = createStatusLine(context);
  let atLineStart = true;

  async function print(text: string): Promise<void> {
    if (text !== '') {
      status.clear();
      atLineStart = text.endsWith('\n');
      await stdout.write(text);
    }
  }

  function notice(text: string): void {
    status.clear();
    stderr.write(text);
  }

  return {
    async frame(frame) {
      if (frame.channel === 'stderr' && frame.text !== undefined) {
        notice(terminalSafe(frame.text));
      } else {
        await print(textContent(frame));
      }
      await print(listContent(frame, table, style, atLineStart));
      for (const warning of frame.warnings ?? []) {
        notice(`${notices.accent('warning:')} ${terminalSafeLine(warning)}\n`);
      }
      status.update(frame);
      if (frame.is_final) {
        await print(atLineStart || frame.text === undefined ? '' : '\n');
        notice(closingLines(frame, notices, settings).join(''));
      }
    },
    end: async () => {
      status.clear();
      if (!atLineStart && stdout.isTty) {
        await print('\n');
      }
    },
  };
}

function textContent(frame: Frame): string {
  return frame.text === undefined ? '' : terminalSafe(frame.text);
}

/** Rows, facts and raw data begin on a line of their own. */
function listContent(frame: Frame, table: TablePrinter, style: Style, atLineStart: boolean): string {
  const pieces = [
    frame.rows === undefined || frame.rows.length === 0 ? '' : table.print(frame.rows),
    frame.raw_data === undefined ? '' : `${formatValue(frame.raw_data)}\n`,
    ...(frame.facts ?? []).map((fact) => `${style.accent('•')} ${terminalSafeLine(fact)}\n`),
  ];
  const text = pieces.join('');
  return text === '' || atLineStart ? text : `\n${text}`;
}

/** Columns to keep to; undefined when the text goes to a file or a pipe. */
function terminalWidth({ stdout, env }: TextContext): number | undefined {
  if (!stdout.isTty) {
    return undefined;
  }
  const named = Number(env['COLUMNS']);
  return stdout.columns() ?? (Number.isInteger(named) && named > 0 ? named : 80);
}

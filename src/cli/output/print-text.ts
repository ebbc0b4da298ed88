import type { Frame } from '../../contract/frame.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { formatValue } from '../../tui/text/cells.js';
import { terminalSafe, terminalSafeLine } from '../../tui/text/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { closingLines } from './closing-lines.js';
import type { FramePrinter } from './printer.js';
import { createStatusLine } from './status-line.js';
import { createStyle, type Style } from './style.js';
import { createTable, type TablePrinter } from './table.js';

type TextContext = Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'now' | 'env'>;

/**
 * Frames for a person: rows as a table, text as it is, facts as a list, on standard output; progress, warnings and the
 * closing account on standard error. Nothing a capability sent can reach the terminal as a control sequence.
 */
export async function createTextPrinter(
  context: TextContext,
  usage: () => InvokeUsage | undefined,
): Promise<FramePrinter> {
  const { stdout, stderr, settings } = context;
  const style = await createStyle(settings.color);
  const notices = await createStyle(settings.color && stderr.isTty);
  const table = createTable(style, () => terminalWidth(context));
  const status = createStatusLine(context, usage);
  let atLineStart = true;
  let hasContent = false;

  async function print(text: string): Promise<void> {
    if (text !== '') {
      status.clear();
      atLineStart = text.endsWith('\n');
      hasContent = true;
      await stdout.write(text);
    }
  }

  /** On a terminal both streams share the screen: a notice does not go on in a line of the result. */
  function notice(text: string): void {
    if (text !== '') {
      status.clear();
      stderr.write(!atLineStart && stdout.isTty && stderr.isTty ? `\n${text}` : text);
      atLineStart ||= stdout.isTty && stderr.isTty;
    }
  }

  async function printContent(frame: Frame): Promise<void> {
    if (frame.channel === 'stderr' && frame.text !== undefined) {
      notice(terminalSafe(frame.text));
    } else {
      await print(frame.text === undefined ? '' : terminalSafe(frame.text));
    }
    await print(onOwnLine(rowText(frame, table), atLineStart));
    if (hasContent && isAllShown(frame)) {
      notice(settings.quiet ? '' : factText(frame, notices));
    } else {
      await print(onOwnLine(factText(frame, style), atLineStart));
    }
  }

  return {
    async frame(frame) {
      await printContent(frame);
      const warnings = (frame.warnings ?? []).map(
        (text) => `${notices.accent('warning:')} ${terminalSafeLine(text)}\n`,
      );
      notice(warnings.join(''));
      notice(status.news(frame));
      if (frame.is_final) {
        notice(closingLines(frame, notices, settings).join(''));
      } else if (atLineStart) {
        status.paint();
      }
    },
    tick: () => {
      if (atLineStart) {
        status.paint();
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

/** The roll-up of what was shown in full is no part of the result, but a part of the account. */
function isAllShown(frame: Frame): boolean {
  const { rows = 0, chars = 0 } = frame.omitted ?? {};
  return frame.is_final && rows === 0 && chars === 0;
}

function rowText(frame: Frame, table: TablePrinter): string {
  const rows = frame.rows === undefined || frame.rows.length === 0 ? '' : table.print(frame.rows);
  return frame.raw_data === undefined ? rows : `${rows}${formatValue(frame.raw_data)}\n`;
}

function factText(frame: Frame, style: Style): string {
  return (frame.facts ?? []).map((fact) => `${style.accent('•')} ${terminalSafeLine(fact)}\n`).join('');
}

function onOwnLine(text: string, atLineStart: boolean): string {
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

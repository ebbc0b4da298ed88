import { type Frame, renderedOf } from '../../contract/frame.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { accountLine } from './account-line.js';
import { closingLines } from './closing-lines.js';
import type { FramePrinter } from './printer.js';
import type { RowFormat } from './row-lines.js';
import { createRowRendering } from './row-rendering.js';
import { savingsLine } from './savings-line.js';
import { createStatusLine } from './status-line.js';
import { createStyle } from './style.js';

/** The rows alone on standard output; the account of them, and all else there is to say, on standard error. */
export async function createRowPrinter(
  context: Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'now' | 'env'>,
  usage: () => InvokeUsage | undefined,
  format: RowFormat,
): Promise<FramePrinter> {
  const { stdout, stderr, settings } = context;
  const style = await createStyle(settings.color && stderr.isTty);
  const form = { format, isTty: stdout.isTty, stderrIsTty: stderr.isTty };
  const { rendering, lateFields } = createRowRendering(form);
  const status = createStatusLine(context, usage);
  let seen = { rows: false, text: false };

  function tell(text: string): void {
    if (text !== '') {
      status.clear();
      stderr.write(text);
    }
  }

  async function printContent(frame: Frame): Promise<void> {
    const given = renderedOf(frame);
    const { text, stream, printed } = given ?? rendering(frame);
    if (given === undefined) {
      printed();
    }
    if (stream === 'stderr') {
      return tell(text);
    }
    seen = { rows: seen.rows || text !== '', text: seen.text || frame.text !== undefined };
    if (text !== '') {
      status.clear();
      await stdout.write(text);
    }
  }

  function account(frame: Frame): string {
    const isWhole = (stderr.isTty && stdout.isTty) || settings.verbose || settings.quiet;
    const late = lateFields().map(terminalSafeLine).join(', ');
    return [
      ...(seen.text && !seen.rows ? [`akernel: the result is text and has no rows; print it with -o text\n`] : []),
      ...(late === '' ? [] : [`akernel: fields that came after the head have no column: ${late}; -o rows has them\n`]),
      ...(isWhole ? closingLines(frame, style, settings) : [accountLine(frame, false), savingsLine(frame, context)]),
    ].join('');
  }

  return {
    rendering,
    async frame(frame) {
      await printContent(frame);
      tell((frame.warnings ?? []).map((text) => `${style.accent('warning:')} ${terminalSafeLine(text)}\n`).join(''));
      tell(status.news(frame));
      if (frame.is_final) {
        tell(account(frame));
      } else {
        status.paint();
      }
    },
    tick: status.paint,
    end: async () => status.clear(),
  };
}

import { type Frame, renderedOf } from '../../contract/frame.js';
import { isAllShown } from '../../contract/frame-account.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { closingLines } from './closing-lines.js';
import type { FramePrinter } from './printer.js';
import { savingsLine } from './savings-line.js';
import { createStatusLine } from './status-line.js';
import { createStyle } from './style.js';
import { createTextRendering, factText, type TextForm } from './text-rendering.js';

type TextContext = Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'now' | 'env'>;

/**
 * Frames as text on standard output; progress and warnings on standard error, and there on a terminal the closing
 * account as well.
 */
export async function createTextPrinter(
  context: TextContext,
  usage: () => InvokeUsage | undefined,
  rows: TextForm['rows'] = 'table',
): Promise<FramePrinter> {
  const { stdout, stderr, settings } = context;
  const { isTty } = stdout;
  const notices = await createStyle(settings.color && stderr.isTty);
  const width = () => terminalWidth(context);
  const style = await createStyle(settings.color);
  const rendering = createTextRendering({ style, width, isTty, stderrIsTty: stderr.isTty, rows });
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
      stderr.write(!atLineStart && isTty && stderr.isTty ? `\n${text}` : text);
      atLineStart ||= isTty && stderr.isTty;
    }
  }

  async function printContent(frame: Frame): Promise<void> {
    const { text, stream, printed } = renderedOf(frame) ?? rendering(frame);
    if (renderedOf(frame) === undefined) {
      printed();
    }
    if (stream === 'stderr') {
      notice(text);
    } else {
      await print(text);
    }
  }

  /** What a person is told when it is over; a pipe has the last line of its text. */
  function account(frame: Frame): string {
    if (!isTty && !settings.verbose) {
      return savingsLine(frame, context);
    }
    const facts = hasContent && isAllShown(frame) && !settings.quiet ? factText(frame, notices) : '';
    return facts + closingLines(frame, notices, settings).join('');
  }

  return {
    rendering,
    async frame(frame) {
      await printContent(frame);
      const warnings = (frame.warnings ?? []).map(
        (text) => `${notices.accent('warning:')} ${terminalSafeLine(text)}\n`,
      );
      notice(warnings.join(''));
      notice(status.news(frame));
      if (frame.is_final) {
        notice(account(frame));
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
      if (!atLineStart && isTty) {
        await print('\n');
      }
    },
  };
}

/** Columns to keep to; undefined when the text goes to a file or a pipe. */
function terminalWidth({ stdout, env }: TextContext): number | undefined {
  if (!stdout.isTty) {
    return undefined;
  }
  const named = Number(env['COLUMNS']);
  return stdout.columns() ?? (Number.isInteger(named) && named > 0 ? named : 80);
}

import { lineOf } from '../../contract/frame.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { terminalSafeJson } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import type { FramePrinter } from './printer.js';
import { savingsLine } from './savings-line.js';
import { createStatusLine } from './status-line.js';

/**
 * One frame, one line, exactly the bytes the budget was charged for, and nothing else. Only a terminal gets control
 * characters that JSON leaves bare as escapes. What the budget kept out is told on standard error, with verbose the whole account.
 */
export function createNdjsonPrinter(
  context: Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'now'>,
  usage: () => InvokeUsage | undefined,
): FramePrinter {
  const { stdout, stderr, settings } = context;
  const status = createStatusLine(context, usage);
  return {
    frame: async (frame) => {
      status.clear();
      status.news(frame);
      const line = lineOf(frame);
      await stdout.write(`${stdout.isTty ? terminalSafeJson(line) : line}\n`);
      if (frame.is_final && settings.verbose) {
        const [{ closingLines }, { createStyle }] = await Promise.all([
          import('./closing-lines.js'),
          import('./style.js'),
        ]);
        const style = await createStyle(settings.color && stderr.isTty);
        stderr.write(closingLines(frame, style, settings).join(''));
      } else if (frame.is_final) {
        const savings = savingsLine(frame, context);
        if (savings !== '') {
          stderr.write(savings);
        }
      }
    },
    tick: status.paint,
    end: async () => status.clear(),
  };
}

import { lineOf } from '../../contract/frame.js';
import { terminalSafeJson } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import type { FramePrinter } from './printer.js';

/**
 * One frame, one line, exactly the bytes the budget was charged for, and nothing else. Only a terminal gets control
 * characters that JSON leaves bare as escapes. Verbose adds the account on standard error.
 */
export function createNdjsonPrinter(context: Pick<CommandContext, 'stdout' | 'stderr' | 'settings'>): FramePrinter {
  const { stdout, stderr, settings } = context;
  return {
    frame: async (frame) => {
      const line = lineOf(frame);
      await stdout.write(`${stdout.isTty ? terminalSafeJson(line) : line}\n`);
      if (frame.is_final && settings.verbose) {
        const [{ closingLines }, { createStyle }] = await Promise.all([
          import('./closing-lines.js'),
          import('./style.js'),
        ]);
        const style = await createStyle(settings.color && stderr.isTty);
        stderr.write(closingLines(frame, style, settings).join(''));
      }
    },
    end: () => Promise.resolve(),
  };
}

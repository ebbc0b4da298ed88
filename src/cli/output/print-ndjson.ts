import { lineOf } from '../../contract/frame.js';
import type { CommandContext } from '../context.js';
import type { FramePrinter } from './frame-printer.js';
import { terminalSafeJson } from './terminal-safe.js';

/**
 * One frame, one line, exactly the bytes the budget was charged for, and nothing else. Only a terminal gets control
 * characters that JSON leaves bare as escapes.
 */
export function createNdjsonPrinter({ stdout }: Pick<CommandContext, 'stdout'>): FramePrinter {
  return {
    frame: (frame) => {
      const line = lineOf(frame);
      return stdout.write(`${stdout.isTty ? terminalSafeJson(line) : line}\n`);
    },
    end: () => Promise.resolve(),
  };
}

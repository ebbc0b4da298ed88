import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { padTo } from '../../tui/text/display-width.js';
import type { CommandContext } from '../context.js';

const REPAINT_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

export interface ProgressLine {
  /** Shows it in place of what was shown, at most ten times a second and only where a line can be repainted. */
  readonly paint: (text: () => string) => void;
  /** Removes the painted line, so that other text can be printed. */
  readonly clear: () => void;
}

/** One line on standard error that tells how far something is. */
export function createProgressLine(context: Pick<CommandContext, 'stderr' | 'settings' | 'now'>): ProgressLine {
  const { stderr, settings, now } = context;
  const isPainting = settings.repaint && !settings.quiet;
  let isPainted = false;
  let paintedAt = Number.NEGATIVE_INFINITY;
  return {
    paint(text) {
      if (!isPainting || now() - paintedAt < REPAINT_MS) {
        return;
      }
      paintedAt = now();
      const width = Math.max(20, (stderr.columns() ?? 80) - 1);
      stderr.write(`${CLEAR_LINE}${padTo(terminalSafeLine(text()), width).trimEnd()}`);
      isPainted = true;
    },
    clear() {
      if (isPainted) {
        stderr.write(CLEAR_LINE);
        isPainted = false;
      }
    },
  };
}

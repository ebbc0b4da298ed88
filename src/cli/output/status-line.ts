import type { Frame } from '../../contract/frame.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { padTo } from '../../tui/text/display-width.js';
import type { CommandContext } from '../context.js';

const REPAINT_MS = 100;
const CLEAR_LINE = '\r\u001b[K';
const PHASE_NAMES = { 1: 'full', 2: 'trimmed', 3: 'summary', 4: 'handle only' } as const;

export interface StatusLine {
  /** Takes note of a frame and says what is worth a line of its own: a change of phase. */
  readonly news: (frame: Frame) => string;
  /** Shows where the stream is, at most ten times a second and only where a line can be repainted. */
  readonly paint: () => void;
  /** Removes the painted line, so that other text can be printed. */
  readonly clear: () => void;
}

/** One line on standard error: phase, budget, rows seen and handle. */
export function createStatusLine(
  context: Pick<CommandContext, 'stderr' | 'settings' | 'now'>,
  usage: () => InvokeUsage | undefined,
): StatusLine {
  const { stderr, settings, now } = context;
  const isPainting = settings.repaint && !settings.quiet;
  let phase: Frame['phase'] = 1;
  let handleId = '';
  let budget = '';
  let isPainted = false;
  let paintedAt = Number.NEGATIVE_INFINITY;

  return {
    news(frame) {
      handleId = frame.handle_id ?? handleId;
      budget = budgetText(frame);
      const isNew = frame.phase !== phase && !frame.is_final;
      phase = frame.phase;
      return isNew && !settings.quiet && (stderr.isTty || settings.verbose)
        ? `phase ${phase} (${PHASE_NAMES[phase]}), budget ${budget}\n`
        : '';
    },
    paint() {
      if (!isPainting || now() - paintedAt < REPAINT_MS) {
        return;
      }
      paintedAt = now();
      const parts = [`phase ${phase} ${PHASE_NAMES[phase]}`, `budget ${budget}`, seenText(usage()), handleId];
      const text = parts.filter((part) => part !== '').join(' · ');
      const width = Math.max(20, (stderr.columns() ?? 80) - 1);
      stderr.write(`${CLEAR_LINE}${padTo(terminalSafeLine(text), width).trimEnd()}`);
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

export function budgetText({ budget }: Frame): string {
  const { used, remaining, total } = budget;
  return `${formatCount(used)}/${remaining === null ? 'none' : formatCount(total ?? used + remaining)}`;
}

function seenText(usage: InvokeUsage | undefined): string {
  const { rows = 0, bytes = 0 } = usage ?? {};
  return rows > 0 ? `${formatCount(rows)} rows seen` : `${formatCount(bytes)} bytes seen`;
}

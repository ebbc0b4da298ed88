import type { Frame } from '../../contract/frame.js';
import { amountText } from '../../contract/frame-account.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import { formatCount } from '../../contract/quantities.js';
import type { CommandContext } from '../context.js';
import { createProgressLine } from './progress-line.js';

const PHASE_NAMES = { 1: 'full', 2: 'trimmed', 3: 'summary', 4: 'handle only' } as const;

export interface StatusLine {
  /** Takes note of a frame and says what is worth a line of its own: a change of phase. */
  readonly news: (frame: Frame) => string;
  /**
   * Shows where the stream is, at most ten times a second where a line can be repainted. Elsewhere, with verbose, each tenth
   * of what the source says it has done is a line.
   */
  readonly paint: () => void;
  /** Removes the painted line, so that other text can be printed. */
  readonly clear: () => void;
}

/** One line on standard error: phase, budget, rows seen and handle. */
export function createStatusLine(
  context: Pick<CommandContext, 'stderr' | 'settings' | 'now'>,
  usage: () => InvokeUsage | undefined,
): StatusLine {
  const { stderr, settings } = context;
  const line = createProgressLine(context);
  let phase: Frame['phase'] = 1;
  let handleId = '';
  let budget = '';
  let tenths = 0;

  function tellProgress(): void {
    const { progress } = usage() ?? {};
    const reached = Math.floor(10 * shareOf(progress));
    if (settings.verbose && !settings.repaint && progress !== undefined && reached > tenths) {
      tenths = reached;
      stderr.write(`${progressText(progress)}\n`);
    }
  }

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
      tellProgress();
      line.paint(() => {
        const parts = [
          `phase ${phase} ${PHASE_NAMES[phase]}`,
          budget === '' ? '' : `budget ${budget}`,
          progressText(usage()?.progress),
          seenText(usage()),
          handleId,
        ];
        return parts.filter((part) => part !== '').join(' · ');
      });
    },
    clear: line.clear,
  };
}

export function budgetText({ budget }: Frame): string {
  const { used, remaining, total } = budget;
  return `${formatCount(used)}/${remaining === null ? 'none' : formatCount(total ?? used + remaining)}`;
}

/** What the source says of itself, such as `progress 40 % (12 of 30)`. */
function progressText(progress: InvokeUsage['progress']): string {
  if (progress?.total === undefined) {
    return progress === undefined ? '' : `progress ${formatCount(progress.done)}`;
  }
  const percent = Math.floor(100 * shareOf(progress));
  return `progress ${percent} % (${formatCount(progress.done)} of ${formatCount(progress.total)})`;
}

function shareOf({ done, total = 0 }: { readonly done: number; readonly total?: number } = { done: 0 }): number {
  return total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
}

function seenText(usage: InvokeUsage | undefined): string {
  const { rows = 0, bytes = 0 } = usage ?? {};
  return rows > 0 ? `${amountText(rows, 'rows')} seen` : `${amountText(bytes, 'bytes')} seen`;
}

import type { Frame } from '../../contract/frame.js';
import type { CommandContext } from '../context.js';
import { padTo } from './display-width.js';
import { terminalSafeLine } from './terminal-safe.js';

const REPAINT_MS = 100;
const CLEAR_LINE = '\r\u001b[K';
const PHASE_NAMES = { 1: 'full', 2: 'trimmed', 3: 'summary', 4: 'handle only' } as const;

export interface StatusLine {
  /** Takes note of a frame; repaints at most ten times a second. */
  readonly update: (frame: Frame) => void;
  /** Removes the painted line, so that other text can be printed. */
  readonly clear: () => void;
}

/** One line on standard error: phase, budget, rows seen and handle. Where no line can be repainted it says only phase changes. */
export function createStatusLine(context: Pick<CommandContext, 'stderr' | 'settings' | 'now'>): StatusLine {
  const { stderr, settings, now } = context;
  let phase: Frame['phase'] = 1;
  let handleId: string | undefined;
  let seen = '';
  let isPainted = false;
  let paintedAt = Number.NEGATIVE_INFINITY;

  const clear = () => {
    if (isPainted) {
      stderr.write(CLEAR_LINE);
      isPainted = false;
    }
  };

  function announce(frame: Frame): void {
    if (frame.phase !== phase) {
      phase = frame.phase;
      clear();
      stderr.write(`phase ${phase} (${PHASE_NAMES[phase]}), budget ${budgetText(frame)}\n`);
    }
  }

  function paint(frame: Frame): void {
    if (!settings.repaint || now() - paintedAt < REPAINT_MS) {
      return;
    }
    paintedAt = now();
    const parts = [`phase ${phase} ${PHASE_NAMES[phase]}`, `budget ${budgetText(frame)}`, seen, handleId ?? ''];
    const text = parts.filter((part) => part !== '').join(' · ');
    stderr.write(`${CLEAR_LINE}${padTo(terminalSafeLine(text), Math.max(20, (stderr.columns() ?? 80) - 1)).trimEnd()}`);
    isPainted = true;
  }

  return {
    clear,
    update(frame) {
      if (settings.quiet) {
        return;
      }
      handleId = frame.handle_id ?? handleId;
      seen = seenText(frame) ?? seen;
      if (frame.is_final) {
        return;
      }
      announce(frame);
      paint(frame);
    },
  };
}

export function budgetText({ budget }: Frame): string {
  const { used, remaining, total } = budget;
  return `${count(used)}/${remaining === null ? 'none' : count(total ?? used + remaining)}`;
}

export function count(amount: number): string {
  return amount.toLocaleString('en-US');
}

function seenText(frame: Frame): string | undefined {
  const { rows, chars } = frame.seen ?? {};
  if (rows !== undefined) {
    return `${count(rows)} rows seen`;
  }
  return chars === undefined ? undefined : `${count(chars)} characters seen`;
}

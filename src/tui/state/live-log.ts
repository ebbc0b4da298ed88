import type { Frame, Phase } from '../../contract/frame.js';
import { endTexts } from '../../contract/frame-account.js';
import type { InvokeResult, InvokeUsage } from '../../contract/kernel.js';
import { phaseAnnouncement } from '../../contract/phase-words.js';
import { formatCount } from '../../contract/quantities.js';
import { createRing, type Ring } from './ring.js';

export type LogKind = 'begin' | 'phase' | 'progress' | 'warning' | 'stderr' | 'error' | 'end';

/** Something that happened, besides the content. */
export interface LogEntry {
  readonly type: 'log';
  /** Unix milliseconds. */
  readonly at: number;
  readonly kind: LogKind;
  readonly text: string;
}

const LIMITS = { mostEntries: 500, mostCost: 200_000 };
const LONGEST_LINE = 1000;

export interface LiveLog extends Pick<Ring<LogEntry>, 'tail' | 'size' | 'pushed'> {
  readonly add: (kind: LogKind, text: string, at: number) => void;
  readonly addFrame: (frame: Frame, at: number) => void;
  /** How far the source says it has come: what it says of it when that is new, and each tenth. */
  readonly addProgress: (progress: InvokeUsage['progress'], at: number) => void;
  readonly addEnd: (result: InvokeResult, at: number) => void;
}

export function createLiveLog(): LiveLog {
  const ring = createRing<LogEntry>(LIMITS);
  let phase: Phase = 1;
  let hasHandle = false;
  const warned = new Set<string>();
  let tenths = 0;
  let note = '';

  function add(kind: LogKind, text: string, at: number): void {
    const shown = text.slice(0, LONGEST_LINE);
    ring.push({ type: 'log', at, kind, text: shown }, shown.length);
  }

  /** Frames carry all warnings so far; each is news once. */
  function addWarnings(warnings: readonly string[], at: number): void {
    for (const warning of warnings) {
      if (!warned.has(warning)) {
        warned.add(warning);
        add('warning', warning, at);
      }
    }
  }

  return {
    add,
    addFrame(frame, at) {
      hasHandle ||= frame.handle_id !== undefined;
      if (frame.phase !== phase && !frame.is_final) {
        phase = frame.phase;
        add('phase', phaseAnnouncement(phase, hasHandle), at);
      }
      addWarnings(frame.warnings ?? [], at);
      if (frame.channel === 'stderr' && frame.text !== undefined) {
        for (const line of frame.text.replace(/\n$/, '').split('\n')) {
          add('stderr', line, at);
        }
      }
    },
    addProgress(progress, at) {
      const { done = 0, total = 0, message = '' } = progress ?? {};
      const reached = total > 0 ? Math.floor((10 * done) / total) : 0;
      if ((message === '' || message === note) && reached <= tenths) {
        return;
      }
      tenths = Math.max(tenths, reached);
      note = message;
      const share =
        total > 0 ? `${Math.floor((100 * done) / total)} % (${formatCount(done)} of ${formatCount(total)})` : '';
      add('progress', [share, message].filter((part) => part !== '').join(': '), at);
    },
    addEnd(result, at) {
      const { error, status, exit, final_frame: final } = result;
      if (error !== undefined) {
        add('error', `${error.code}: ${error.message}${error.hint === undefined ? '' : ` (${error.hint})`}`, at);
      }
      const { state, reason } = final?.handle ?? {};
      const kept = state === 'partial' ? `kept in part${reason === undefined ? '' : `: ${reason}`}` : undefined;
      add('end', [...endTexts({ status, exit }), kept].filter((part) => part !== undefined).join(', '), at);
    },
    tail: ring.tail,
    size: ring.size,
    pushed: ring.pushed,
  };
}

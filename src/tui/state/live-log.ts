import type { Frame, Phase } from '../../contract/frame.js';
import type { InvokeResult } from '../../contract/kernel.js';
import { phaseAnnouncement } from '../../contract/phase-words.js';
import { createRing, type Ring } from './ring.js';

export type LogKind = 'begin' | 'phase' | 'warning' | 'stderr' | 'error' | 'end';

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
  readonly addEnd: (result: InvokeResult, at: number) => void;
}

export function createLiveLog(): LiveLog {
  const ring = createRing<LogEntry>(LIMITS);
  let phase: Phase = 1;
  let hasHandle = false;
  const warned = new Set<string>();

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
    addEnd(result, at) {
      if (result.error !== undefined) {
        add('error', `${result.error.code}: ${result.error.message}`, at);
      }
      add('end', result.status, at);
    },
    tail: ring.tail,
    size: ring.size,
    pushed: ring.pushed,
  };
}

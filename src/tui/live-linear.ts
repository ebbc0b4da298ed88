import type { Frame } from '../contract/frame.js';
import { amountText } from '../contract/frame-account.js';
import { highlightLines } from '../contract/highlight-lines.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import { formatBytes } from '../contract/quantities.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import type { LiveAbout } from './state/live.js';
import { createLiveLog, type LogEntry } from './state/live-log.js';
import { formatCell, isRecord } from './text/cells.js';

interface LinearClock {
  readonly now: () => number;
  readonly after: (ms: number, tick: () => void) => () => void;
}

export interface LinearOptions {
  /** Iterated here: nobody else may. */
  readonly run: InvokeRun;
  readonly about: LiveAbout;
  readonly write: (text: string) => Promise<void> | void;
  readonly clock?: LinearClock;
}

/** Often enough to know that it goes on, seldom enough to be listened to. */
const TOTALS_MS = 5000;

/**
 * The live view for screen readers: whole lines, one below the other, nothing repainted and no colours. Says when the
 * run begins, what it shows row by row, each phase, warning and error, totals at most every five seconds while they change, and the end. Throws
 * only what `write` throws.
 */
export async function runLinear({ run, about, write, clock = realClock }: LinearOptions): Promise<InvokeResult> {
  const startedAt = clock.now();
  const lines = createLineQueue(write);
  const log = createLiveLog();
  const content = createContentLines();
  let told = 0;
  let totals = '';

  function tellLog(): void {
    const news = log.pushed() - told;
    told = log.pushed();
    for (const entry of news > 0 ? log.tail(news) : []) {
      lines.push(logLine(entry));
    }
  }

  function tellTotals(): void {
    const next = totalsText(run.usage);
    if (next !== totals) {
      totals = next;
      lines.push(`${next} after ${secondsText(clock.now() - startedAt)}`);
    }
    stop = clock.after(TOTALS_MS, tellTotals);
  }

  let stop = clock.after(TOTALS_MS, tellTotals);
  lines.push(`${about.capabilityId} begins as ${about.principalId}`);
  try {
    let isFirst = true;
    for await (const frame of untilEnd(run)) {
      if (isFirst) {
        isFirst = false;
        lines.push(firstLine(frame));
      }
      log.addFrame(frame, clock.now());
      tellLog();
      for (const line of content.of(frame)) {
        lines.push(line);
      }
      await lines.written();
    }
    const result = await run.result;
    for (const line of content.end()) {
      lines.push(line);
    }
    log.addEnd(result, clock.now());
    tellLog();
    lines.push(`${totalsText(run.usage)} in ${secondsText(clock.now() - startedAt)}`);
    await lines.written();
    return result;
  } finally {
    stop();
  }
}

const realClock: LinearClock = {
  now: () => performance.now(),
  after(ms, tick) {
    const timer = setTimeout(tick, ms);
    return () => clearTimeout(timer);
  },
};

/** The frames; how the run ended is told by its result alone. */
async function* untilEnd(run: InvokeRun): AsyncGenerator<Frame> {
  try {
    yield* run;
  } catch {
    // The result holds the same error.
  }
}

/** Writes lines in their order; a failure is thrown to who waits for them. */
function createLineQueue(write: LinearOptions['write']) {
  let last: Promise<void> = Promise.resolve();
  return {
    push(line: string) {
      last = last.then(() => write(`${terminalSafeLine(line)}\n`));
      // Whoever waits hears of it; until then it is no unhandled rejection.
      last.catch(() => undefined);
    },
    written: () => last,
  };
}

function firstLine(frame: Frame): string {
  const kept = frame.handle_id === undefined ? 'nothing is kept' : `handle ${frame.handle_id}`;
  return `${frame.action_id === undefined ? '' : `action ${frame.action_id}, `}${kept}`;
}

/** What frames show in lines, each row with the names of its members. A line of text is held until it is whole. */
function createContentLines() {
  let open = '';

  function end(): readonly string[] {
    const line = open;
    open = '';
    return line === '' ? [] : [line];
  }

  return {
    of({ rows = [], raw_data: raw, text = '', channel, highlights = [] }: Frame): readonly string[] {
      const values = raw === undefined ? rows : [...rows, ...(Array.isArray(raw) ? raw : [raw])];
      // The log has that.
      const whole = (open + (channel === 'stderr' ? '' : text)).split('\n');
      open = whole.pop() ?? '';
      const others = [...highlightLines(highlights), ...values.map(rowText)];
      return others.length === 0 ? whole : [...whole, ...end(), ...others];
    },
    end,
  };
}

function rowText(row: unknown): string {
  const members = isRecord(row) ? Object.entries(row) : [];
  return members.length === 0
    ? formatCell(row)
    : members.map(([name, value]) => `${name} ${formatCell(value)}`).join(', ');
}

function logLine({ kind, text }: LogEntry): string {
  switch (kind) {
    case 'warning':
    case 'error':
    case 'stderr':
      return `${kind}: ${text}`;
    default:
      return text;
  }
}

function totalsText({ rows, bytes, redactions = {}, progress }: InvokeRun['usage']): string {
  const redacted = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  const parts = [
    ...(rows > 0 ? [amountText(rows, 'rows')] : []),
    formatBytes(bytes),
    ...(redacted > 0 ? [`${amountText(redacted, 'values')} redacted`] : []),
    ...(progress?.total === undefined ? [] : [`${Math.floor((progress.done / progress.total) * 100)} percent`]),
  ];
  return parts.join(', ');
}

function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} seconds`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnedRun, ReadEvents, SharedRun, SharedRuns } from '../../../contract/shared-runs.js';
import { endOfDamaged, terminalAgain } from './dead-run.js';
import type { FollowedRuns } from './followed-runs.js';
import { type EventLog, gapText, type LogPart } from './run-log.js';

const PAUSE_MS = 1000;
/** The last event of a text. */
const TERMINAL = /(?:^|\n\n)id: [^\n]*\nevent: run\.(?:completed|failed|cancelled)\n[^\n]*\n\n$/;

interface Parts {
  readonly shared: Pick<SharedRuns, 'read'>;
  readonly followed: Pick<FollowedRuns, 'more' | 'seen'>;
}

/**
 * What stands in the store, as far as this reader has seen it. That a run has ended is taken from what is sealed: its terminal
 * event, or what is known of its end. Where neither can be had any more because somebody changed the database, the reader is
 * told so by a terminal event: it never waits for what cannot come.
 */
export function logElsewhere(found: SharedRun, run: OwnedRun, { shared, followed }: Parts): EventLog {
  const { run_id: runId } = run;
  let { last_seq: last, is_ended: isEnded } = found;
  // The number may be wrong until it was looked at once, with the event that the reader had last: it may be the terminal one.
  let isSeen = found.is_ended;

  return {
    lastSeq: () => last,
    isEnded: () => isEnded,
    has: (seq) => (seq <= last ? 'yes' : isEnded || found.is_damaged ? 'no' : 'perhaps'),
    more: (behind, waitMs, leaving) =>
      last > behind || isEnded || !isSeen || leaving.aborted
        ? Promise.resolve('more')
        : followed.more(runId, { behind, waitMs, leaving }),
    async after(seq, mostChars) {
      const from = isSeen ? seq : Math.max(0, seq - 1);
      const read = await followed.seen(runId, () => shared.read(run, from, mostChars)).catch(() => 'away' as const);
      if (read === 'away') {
        await sleep(PAUSE_MS, undefined, { ref: false });
        return { text: ': the store does not answer\n\n', seq };
      }
      isSeen = true;
      if (read === undefined) {
        // One that is gone can only be left.
        [last, isEnded] = [seq, true];
        return { text: '', seq };
      }
      const seen = seenIn(read, runId, seq);
      ({ last, isEnded } = seen);
      return seen;
    },
  };
}

interface Seen extends LogPart {
  readonly last: number;
  readonly isEnded: boolean;
}

function seenIn(read: ReadEvents, runId: string, behind: number): Seen {
  const tail = read.pieces.at(-1);
  const isOver = tail !== undefined && TERMINAL.test(tail.text);
  const { text, seq } = joinPieces(runId, behind, read.pieces);
  if (isOver) {
    return { text, seq, last: seq, isEnded: true };
  }
  if (tail !== undefined) {
    // A number that is behind its own events is wrong: the next look tells.
    const least = seq + (read.is_damaged || read.last_seq < seq ? 1 : 0);
    return { text, seq, last: Math.max(read.last_seq, least), isEnded: read.is_ended };
  }
  return withoutEvents(read, runId, behind);
}

/** What ends the run where the events that should be there are not. */
function withoutEvents({ last_seq: last, end, is_damaged: isDamaged }: ReadEvents, runId: string, seq: number): Seen {
  const isEnded = end !== undefined;
  if (isEnded && seq < last) {
    const gap = last > seq + 1 ? gapText(runId, { from: seq + 1, to: last - 1 }) : '';
    return { text: gap + terminalAgain(runId, last, end), seq: last, last, isEnded };
  }
  if (!isEnded && (isDamaged || seq !== last)) {
    const next = seq + 1;
    return { text: terminalAgain(runId, next, endOfDamaged()), seq: next, last: next, isEnded: true };
  }
  return { text: '', seq, last, isEnded };
}

/** Pieces may begin before the reader's place, and end where the next one has begun. */
function joinPieces(
  runId: string,
  behind: number,
  pieces: readonly { readonly first_seq: number; readonly last_seq: number; readonly text: string }[],
) {
  let text = '';
  let seq = behind;
  for (const piece of pieces) {
    if (piece.first_seq > seq + 1) {
      text += gapText(runId, { from: seq + 1, to: piece.first_seq - 1 });
    }
    text += withoutFirst(piece.text, Math.max(0, seq + 1 - piece.first_seq));
    seq = piece.last_seq;
  }
  return { text, seq };
}

/** Each event ends with an empty line, and has none within. */
function withoutFirst(text: string, events: number): string {
  let start = 0;
  for (let passed = 0; passed < events; passed += 1) {
    start = text.indexOf('\n\n', start) + 2;
  }
  return text.slice(start);
}

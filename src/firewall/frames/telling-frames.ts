import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { Frame } from '../../contract/frame.js';
import type { Shown } from '../texts/picks.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Account } from './account.js';
import type { Content, Outlet } from './outlet.js';

/** A text that has ended before that tells its lines once, in its last frame. */
const TELLING_MS = 200;
/** Telling lines that one frame shows: one for so many model tokens of the budget, as what the last frame says is worth more. */
const MOST_LINES = 8;
const TOKENS_A_LINE = 500;
/** What they may spend of the budget before the text has ended. */
const TELLING_SHARE = 0.08;
/** A text that has nothing telling shows where it is, so that a reader who went away is noticed: now, a second later, … */
const PULSE_MS = 1000;

/** Frames of a text that still comes and is no more shown as it stands: its telling lines, or else where it is. */
export interface TellingFrames {
  /** When there is something to show; `since` is when the text was shown last. */
  readonly dueAt: (since: number) => number | undefined;
  readonly show: (since: number, now: number) => AsyncGenerator<Frame>;
}

interface TellingFramesParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly digest: TextDigest;
}

export function createTellingFrames({ outlet, account, digest }: TellingFramesParts): TellingFrames {
  let toldAt: number | undefined;
  let frames = 0;
  let pulses = 0;
  let spent = 0;
  /** What is left of the budget is for the last frame. */
  let isOver = false;

  /** As many of the waiting lines as this phase pays for. */
  async function offerLines(): Promise<Frame | undefined> {
    const affordable = Math.ceil(outlet.meter.total / TOKENS_A_LINE);
    for (let most = Math.min(MOST_LINES, affordable); most >= 1; most = Math.floor(most / 2)) {
      const lines = digest.hasFresh() ? digest.fresh(most) : digest.latest();
      const before = outlet.meter.used();
      const frame = await outlet.offer(linesContent(lines), account);
      if (frame !== undefined) {
        spent += outlet.meter.used() - before;
        lines.accept();
        return frame;
      }
    }
    return undefined;
  }

  /** The time between frames doubles, so that few of them span a long text. */
  function dueAt(since: number): number | undefined {
    isOver ||= spent >= outlet.meter.total * TELLING_SHARE;
    if (isOver) {
      return undefined;
    }
    if (digest.hasFresh()) {
      return (toldAt ?? since) + TELLING_MS * 2 ** frames;
    }
    return digest.hasMore() ? (toldAt ?? since) + PULSE_MS * 2 ** pulses : undefined;
  }

  return {
    dueAt,
    async *show(since, now) {
      if ((dueAt(since) ?? Number.POSITIVE_INFINITY) > now) {
        return;
      }
      const isPulse = !digest.hasFresh();
      const frame = await offerLines();
      if (frame === undefined) {
        isOver = true;
        return;
      }
      toldAt = now;
      frames += isPulse ? 0 : 1;
      pulses += isPulse ? 1 : 0;
      yield frame;
    },
  };
}

function linesContent({ highlights, rawChars }: Shown): Content {
  const redactions = countPlaceholders(highlights.map(({ text }) => text));
  return { highlights, shownRows: 0, shownChars: rawChars, redactions };
}

import type { TextChunk } from '../../contract/chunk.js';
import type { Frame } from '../../contract/frame.js';
import type { TextDigest } from '../texts/text-digest.js';
import type { Account } from './account.js';
import { BATCH_BYTES, BATCH_MS } from './batch-limits.js';
import type { TextPiece } from './channel-text.js';
import type { Content, Outlet } from './outlet.js';
import { type Excerpt, isMainChannel, type PendingText } from './pending-text.js';
import { createTellingFrames } from './telling-frames.js';

/** A piece of text smaller than this is not worth a frame. */
const FEWEST_CHARS = 40;
/**
 * What a text that is printed as text shows as its beginning before it is known whether all of it fits: most of it at
 * once, then a little again and again, at times that double, as only who writes learns that nobody reads any more.
 */
const FIRST_SHARE = 0.05;
const LATER_SHARE = 0.005;
const MOST_LATER = 14;
const FIRST_PHASE_FLOOR = 0.65;
/** No model token is longer than this many bytes, on average: a text with more cannot fit. */
const BYTES_A_TOKEN = 16;

/** Whether so many lines and bytes leave now. */
type IsDue = (count: number, bytes: number) => boolean;

/** A text as it comes: as it stands while the budget is in its first phase, then its telling lines (SPEC 3.4). */
export interface TextStream {
  readonly add: (chunk: TextChunk) => void;
  /** How much waits to be shown as it stands. */
  readonly size: () => number;
  /** What waits, as far as it is due and the first phase pays for it. */
  readonly showWaiting: (due: {
    readonly isDue: IsDue;
    readonly mostBytes: number;
    readonly now: number;
  }) => AsyncGenerator<Frame>;
  /** What was held to the end of the text, if all of it fits beside what the last frame needs. */
  readonly showHeld: (finalNeed: () => Promise<number>) => AsyncGenerator<Frame>;
  readonly held: () => Excerpt | undefined;
  /** Telling lines that are due. */
  readonly showTelling: (now: number) => AsyncGenerator<Frame>;
  readonly deadline: () => number | undefined;
  /** No more of the text is shown as it stands. */
  readonly isCut: () => boolean;
  readonly end: () => void;
}

export interface TextStreamParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly text: PendingText;
  readonly digest: TextDigest;
  /** It is printed as text, so that nobody waits for its lines: they are shown together, all of them or the telling ones. */
  readonly holds: boolean;
}

export function createTextStream({ outlet, account, text, digest, holds }: TextStreamParts): TextStream {
  const telling = createTellingFrames({ outlet, account, digest });
  let isCut = false;
  let headFrames = 0;
  let shownAt = 0;

  async function showPiece(mostBytes: number): Promise<Frame | undefined> {
    const piece = text.peek(Math.max(FEWEST_CHARS, Math.min(mostBytes, BATCH_BYTES)));
    const frame = piece === undefined ? undefined : await outlet.offer(textContent(piece), account);
    if (frame === undefined) {
      outlet.advance(2);
      return undefined;
    }
    piece?.accept();
    return frame;
  }

  /**
   * What waits is more than the first phase pays for: it is one batch, and takes the form of the next phase (SPEC 3.1).
   * Otherwise the beginning of a text would be bought with the lines that tell.
   */
  async function exceedsPhase(): Promise<boolean> {
    if (outlet.frames() === 0 || text.size() <= outlet.left()) {
      return false;
    }
    await outlet.meter.loadExact();
    return surelyExceedsPhase() || outlet.meter.measure(wholeText()) > outlet.left();
  }

  function surelyExceedsPhase(): boolean {
    return text.size() > outlet.left() * BYTES_A_TOKEN;
  }

  function wholeText(): string {
    return text.excerpt(Number.POSITIVE_INFINITY)?.text ?? '';
  }

  function headBytes(): number {
    const { meter } = outlet;
    return (meter.total * (headFrames === 0 ? FIRST_SHARE : LATER_SHARE)) / meter.density();
  }

  /** When a little more of the beginning is shown of a text that waits for its end; undefined: not before that. */
  function headAt(): number | undefined {
    const isWaiting = holds && text.size() > 0 && outlet.phase() === 1;
    const isLeft = headFrames <= MOST_LATER;
    return isWaiting && isLeft && headFrames > 0 ? shownAt + BATCH_MS * 2 ** headFrames : undefined;
  }

  /** Whether all that waits fits beside the last frame. What the first phase pays for by its bytes needs no tokenizer. */
  async function wholeFits(finalNeed: () => Promise<number>): Promise<{ fits: boolean; reserve: number | undefined }> {
    const { meter } = outlet;
    const waiting = isCut ? '' : wholeText();
    if (Buffer.byteLength(waiting) < meter.remaining() - meter.total * FIRST_PHASE_FLOOR) {
      return { fits: true, reserve: undefined };
    }
    const reserve = await finalNeed();
    return { fits: meter.measure(waiting) + reserve <= meter.remaining(), reserve };
  }

  async function* showHead(now: number): AsyncGenerator<Frame> {
    if (headFrames > 0 && (headAt() ?? Number.POSITIVE_INFINITY) > now) {
      return;
    }
    const frame = text.size() === 0 ? undefined : await showPiece(headBytes());
    if (frame !== undefined) {
      headFrames += 1;
      shownAt = now;
      yield frame;
    }
  }

  /** What waits, as it stands, while the first phase pays for it. */
  async function* showBeginning(isDue: IsDue, mostBytes: number): AsyncGenerator<Frame> {
    while (outlet.phase() === 1 && !holds && isDue(text.size(), text.size())) {
      if (await exceedsPhase()) {
        outlet.advance(2);
        return;
      }
      const frame = await showPiece(surelyExceedsPhase() ? headBytes() : mostBytes);
      if (frame !== undefined) {
        yield frame;
      }
    }
  }

  function cut(): void {
    isCut = true;
    text.drop();
  }

  return {
    add(chunk) {
      isCut ||= outlet.phase() > 1 || (holds && text.size() > outlet.meter.total * BYTES_A_TOKEN);
      if (isCut) {
        text.pass(chunk);
      } else {
        text.push(chunk);
      }
    },
    size: () => (holds ? 0 : text.size()),
    async *showWaiting({ isDue, mostBytes, now }) {
      if (holds && outlet.phase() === 1) {
        yield* showHead(now);
      }
      yield* showBeginning(isDue, mostBytes);
      if (outlet.phase() > 1 && text.size() > 0) {
        cut();
        shownAt = now;
      }
    },
    async *showHeld(finalNeed) {
      const { fits, reserve } = await wholeFits(finalNeed);
      while (fits && !isCut && text.size() > 0) {
        const piece = text.peek(BATCH_BYTES);
        const frame = piece === undefined ? undefined : await outlet.offer(textContent(piece), account, reserve);
        if (frame === undefined) {
          break;
        }
        piece?.accept();
        yield frame;
      }
      if (text.size() > 0) {
        cut();
      }
    },
    async *showTelling(now) {
      if (!holds && isCut) {
        yield* telling.show(shownAt, now);
      }
    },
    held: () => (holds && !isCut ? text.excerpt(Number.POSITIVE_INFINITY) : undefined),
    deadline: () => headAt() ?? (holds || !isCut ? undefined : telling.dueAt(shownAt)),
    isCut: () => isCut,
    end: text.end,
  };
}

function textContent({ text, channel, rawChars, omittedChars, redactions }: TextPiece): Content {
  return {
    text,
    ...(isMainChannel(channel) ? {} : { channel }),
    omittedChars,
    shownRows: 0,
    shownChars: rawChars,
    redactions,
  };
}

import { isKind, KIND } from './characters.js';
import type { Detector, DigitRuns, Verdict, Window } from './detector.js';
import { isBehindWord, type WordIndex } from './words-before.js';

/** Whom to ask about a run of digits. */
export interface Asked extends Pick<Detector, 'match'> {
  readonly mayMatch: DigitRuns['mayMatch'];
}

/** A detector, and the digits that it wants to be asked about. */
export interface Wish {
  readonly detector: Detector;
  readonly runs: DigitRuns;
}

/** What can follow a run, as in `DigitRuns.followedBy`; the first stands for everything else. */
const FOLLOWERS = '$A -./+';
const ANY = 0;
const LETTER = 1;
const SPACE = 2;

/**
 * Puts detectors of one kind of run together, in their order: those that say what must follow the run, or stand before
 * it, are asked by one common question, in the place of the first of them.
 */
export function createCell(wishes: readonly Wish[], letters: number, index: WordIndex<Detector>): readonly Asked[] {
  const asked: Asked[] = [];
  const gated = wishes.filter(({ runs }) => runs.followedBy !== undefined || runs.words !== undefined);
  for (const wish of wishes) {
    if (!gated.includes(wish)) {
      asked.push({ match: wish.detector.match, mayMatch: wish.runs.mayMatch });
    } else if (wish === gated[0]) {
      asked.push(createGate(gated, letters, index));
    }
  }
  return asked;
}

function createGate(wishes: readonly Wish[], letters: number, index: WordIndex<Detector>): Asked {
  const alone = byFollower(wishes.filter(({ runs }) => runs.words === undefined));
  const named = byFollower(wishes.filter(({ runs }) => runs.words !== undefined));
  const known = (text: string, start: number, floor: number): readonly Detector[] =>
    isBehindWord(text, start - letters, floor) ? index.before(text, start - letters, floor) : NONE;
  return {
    mayMatch: (text, start, end, floor) => {
      const follower = followerAt(text, end);
      if ((alone[follower] ?? NONE).length > 0 && mayBeAlone(text, start, end, floor)) {
        return true;
      }
      const wanted = named[follower] ?? NONE;
      return wanted.length > 0 && known(text, start, floor).some((detector) => wanted.includes(detector));
    },
    match: (window, start, end) => {
      const { text, floor } = window;
      const follower = followerAt(text, end);
      for (const detector of alone[follower] ?? NONE) {
        const verdict = detector.match(window, start, end);
        if (verdict !== undefined) {
          return verdict;
        }
      }
      const wanted = named[follower] ?? NONE;
      return wanted.length > 0 ? askNamed(wanted, known(text, start, floor), window, start, end) : undefined;
    },
  };
}

/** No number goes on here, and a group of one goes on with a group. */
function mayBeAlone(text: string, start: number, end: number, floor: number): boolean {
  const isInNumber = start - 1 > floor && isKind(text, start - 1, KIND.link) && isKind(text, start - 2, KIND.digit);
  return (
    !isInNumber &&
    (!isKind(text, end, KIND.space) || end + 1 >= text.length || isKind(text, end + 1, KIND.alphanumeric))
  );
}

const NONE: readonly Detector[] = [];

/** The nearest word's detector first. */
function askNamed(
  wanted: readonly Detector[],
  known: readonly Detector[],
  window: Window,
  start: number,
  end: number,
): Verdict | undefined {
  for (const detector of known) {
    const verdict = wanted.includes(detector) ? detector.match(window, start, end, true) : undefined;
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return undefined;
}

function byFollower(wishes: readonly Wish[]): readonly (readonly Detector[])[] {
  return Array.from(FOLLOWERS, (follower) =>
    wishes.filter(({ runs }) => isFollower(runs, follower)).map(({ detector }) => detector),
  );
}

/** The end of a number is everything but a letter. */
function isFollower({ followedBy = FOLLOWERS }: DigitRuns, follower: string): boolean {
  return (
    followedBy.includes(follower) ||
    (follower !== FOLLOWERS.charAt(LETTER) && followedBy.includes(FOLLOWERS.charAt(ANY)))
  );
}

function followerAt(text: string, index: number): number {
  if (isKind(text, index, KIND.alphanumeric | KIND.space)) {
    return isKind(text, index, KIND.space) ? SPACE : LETTER;
  }
  return index < text.length ? Math.max(ANY, FOLLOWERS.indexOf(text.charAt(index))) : ANY;
}

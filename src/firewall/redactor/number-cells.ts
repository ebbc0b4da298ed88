import { isKind, KIND, kindAt } from './characters.js';
import type { Detector, DigitRuns, Verdict, Window } from './detector.js';
import { isBehindWord, type WordIndex } from './words-before.js';

/** Whom to ask about a run of digits. */
export interface Asked extends Pick<Detector, 'match'> {
  readonly mayMatch: DigitRuns['mayMatch'];
}

type MayMatch = NonNullable<DigitRuns['mayMatch']>;

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
    isBehindWord(text, start - letters, floor) ? index.before(text, start - letters, floor) : NOBODY;
  return {
    mayMatch: (text, start, end, floor) => {
      const follower = followerAt(text, end);
      const ofAlone = alone[follower] ?? NONE;
      if (ofAlone !== NONE && mayBeAlone(text, start, end, floor) && ofAlone.maySay(text, start, end, floor)) {
        return true;
      }
      const ofNamed = named[follower] ?? NONE;
      if (ofNamed === NONE || !isBehindWord(text, start - letters, floor)) {
        return false;
      }
      return (
        ofNamed.maySay(text, start, end, floor) &&
        index.before(text, start - letters, floor).some((detector) => ofNamed.detectors.includes(detector))
      );
    },
    match: (window, start, end) => {
      const follower = followerAt(window.text, end);
      for (const detector of (alone[follower] ?? NONE).detectors) {
        const verdict = detector.match(window, start, end);
        if (verdict !== undefined) {
          return verdict;
        }
      }
      const { detectors } = named[follower] ?? NONE;
      return detectors.length === 0
        ? undefined
        : askNamed(detectors, known(window.text, start, window.floor), window, start, end);
    },
  };
}

/** A group of a number is no beginning, and a first group goes on with another one. */
function mayBeAlone(text: string, start: number, end: number, floor: number): boolean {
  const isBeforeSpace = isKind(text, end, KIND.space);
  const joint = isBeforeSpace ? KIND.joint : KIND.link;
  if (start - 2 >= floor && isKind(text, start - 1, joint) && isKind(text, start - 2, KIND.digit)) {
    return false;
  }
  return !isBeforeSpace || end + 1 >= text.length || isKind(text, end + 1, KIND.alphanumeric);
}

/** Who wants what follows a run, and whether they may want this one. */
interface Askable {
  readonly detectors: readonly Detector[];
  readonly maySay: MayMatch;
}

const NOBODY: readonly Detector[] = [];
const NONE: Askable = { detectors: NOBODY, maySay: () => false };

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

function byFollower(wishes: readonly Wish[]): readonly Askable[] {
  return Array.from(FOLLOWERS, (follower) => createAskable(wishes.filter(({ runs }) => isFollower(runs, follower))));
}

function createAskable(wishes: readonly Wish[]): Askable {
  if (wishes.length === 0) {
    return NONE;
  }
  const questions = wishes.map(({ runs }) => runs.mayMatch ?? always);
  const maySay: MayMatch = questions.includes(always)
    ? always
    : (text, start, end, floor) => questions.some((mayMatch) => mayMatch(text, start, end, floor));
  return { detectors: wishes.map(({ detector }) => detector), maySay };
}

function always(): boolean {
  return true;
}

/** The end of a number is everything but a letter. */
function isFollower({ followedBy = FOLLOWERS }: DigitRuns, follower: string): boolean {
  return (
    followedBy.includes(follower) ||
    (follower !== FOLLOWERS.charAt(LETTER) && followedBy.includes(FOLLOWERS.charAt(ANY)))
  );
}

function followerAt(text: string, index: number): number {
  const kinds = kindAt(text, index);
  if ((kinds & (KIND.alphanumeric | KIND.space)) !== 0) {
    return (kinds & KIND.space) !== 0 ? SPACE : LETTER;
  }
  return index < text.length ? Math.max(ANY, FOLLOWERS.indexOf(text.charAt(index))) : ANY;
}

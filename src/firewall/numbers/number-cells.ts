import type { Detector, DigitRuns, Verdict } from '../lex/detector.js';
import { beforeEscapes } from './escapes-before.js';
import { isBehindWord, type WordIndex } from './words-before.js';

type MayMatch = NonNullable<DigitRuns['mayMatch']>;

/** Whom to ask about a number. */
export interface Cell {
  /** A cheap question before the next one: no means that it would find nothing. */
  readonly mayMatch: MayMatch;
  readonly asked: readonly Asked[];
}

interface Asked extends Pick<Detector, 'match'> {
  readonly questions: readonly MayMatch[];
}

/** A detector, and the digits that it wants to be asked about. */
export interface Wish {
  readonly detector: Detector;
  readonly runs: DigitRuns;
}

/** Nobody. */
export const NO_CELL: Cell = { mayMatch: () => false, asked: [] };

/**
 * Puts detectors of one kind of number together, in their order: those of first groups, and those that want words before
 * the number, are asked by one common question, in the place of the first of them.
 */
export function createCell(wishes: readonly Wish[], letters: number, index: WordIndex<Detector>): Cell {
  const common = wishes.filter(({ runs }) => runs.behindDigits === undefined);
  const others = wishes.filter(({ runs }) => runs.behindDigits !== undefined);
  const asked = wishes.flatMap((wish): readonly Asked[] => {
    if (wish === common[0]) {
      return [askTogether(common, letters, index)];
    }
    const isFirst = others.find(({ detector }) => detector === wish.detector) === wish;
    return isFirst ? [{ match: wish.detector.match, questions: questionsOf([wish]) }] : [];
  });
  return { asked, mayMatch: anyOf(asked.flatMap(({ questions }) => questions)) };
}

/** First those that need no word before the number, then those of the words before it, the nearest word's first. */
function askTogether(wishes: readonly Wish[], letters: number, index: WordIndex<Detector>): Asked {
  const alone = wishes.filter(({ runs }) => runs.words === undefined);
  const named = wishes.filter(({ runs }) => runs.words !== undefined);
  const [unnamed, wanted] = [alone, named].map((those) => [...new Set(those.map(({ detector }) => detector))]);
  const mayBeNamed = anyOf(questionsOf(named));
  const called = (text: string, start: number, floor: number): readonly Detector[] => {
    const end = beforeEscapes(text, start - letters, floor);
    const known = isBehindWord(text, end, floor) ? index.before(text, end, floor) : NOBODY;
    return known.length === 0 ? NOBODY : known.filter((detector) => wanted?.includes(detector));
  };
  const isNamed: MayMatch = (text, start, end, floor) =>
    mayBeNamed(text, start, end, floor) && called(text, start, floor).length > 0;
  const isAnyNamed = named.length > 0;
  return {
    questions: isAnyNamed ? [...questionsOf(alone), isNamed] : questionsOf(alone),
    match: (window, start, end) => {
      const verdict = firstVerdict(unnamed ?? NOBODY, (detector) => detector.match(window, start, end));
      return verdict === undefined && isAnyNamed
        ? firstVerdict(called(window.text, start, window.floor), (detector) => detector.match(window, start, end, true))
        : verdict;
    },
  };
}

const NOBODY: readonly Detector[] = [];

function questionsOf(wishes: readonly Wish[]): readonly MayMatch[] {
  return wishes.map(({ runs }) => runs.mayMatch ?? always);
}

function firstVerdict(
  detectors: readonly Detector[],
  ask: (detector: Detector) => Verdict | undefined,
): Verdict | undefined {
  for (const detector of detectors) {
    const verdict = ask(detector);
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return undefined;
}

function anyOf(all: readonly MayMatch[]): MayMatch {
  const questions = [...new Set(all)];
  const [first = never] = questions;
  if (questions.length < 2 || questions.includes(always)) {
    return questions.includes(always) ? always : first;
  }
  return (text, start, end, floor) => {
    for (const mayMatch of questions) {
      if (mayMatch(text, start, end, floor)) {
        return true;
      }
    }
    return false;
  };
}

function always(): boolean {
  return true;
}

function never(): boolean {
  return false;
}

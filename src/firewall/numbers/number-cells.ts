import type { Detector, DigitRuns, Verdict, Window } from '../lex/detector.js';
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
  const asked: Asked[] = [];
  const common = wishes.filter(({ runs }) => runs.behindDigits === undefined);
  const others = new Set<Detector>();
  for (const { detector, runs } of wishes) {
    if (runs.behindDigits !== undefined && !others.has(detector)) {
      others.add(detector);
      asked.push({ match: detector.match, questions: [runs.mayMatch ?? always] });
    } else if (runs === common[0]?.runs) {
      asked.push(createCommon(common, letters, index));
    }
  }
  return { asked, mayMatch: anyOf(asked.flatMap(({ questions }) => questions)) };
}

function createCommon(wishes: readonly Wish[], letters: number, index: WordIndex<Detector>): Asked {
  const alone = createGroup(wishes.filter(({ runs }) => runs.words === undefined));
  const named = createGroup(wishes.filter(({ runs }) => runs.words !== undefined));
  const known = (text: string, start: number, floor: number): readonly Detector[] => {
    const end = beforeEscapes(text, start - letters, floor);
    return isBehindWord(text, end, floor) ? index.before(text, end, floor) : NOBODY;
  };
  const mayBeNamed = anyOf(named.questions);
  const isNamed: MayMatch = (text, start, end, floor) => {
    if (!mayBeNamed(text, start, end, floor)) {
      return false;
    }
    const those = known(text, start, floor);
    return those.length > 0 && those.some((detector) => named.detectors.includes(detector));
  };
  return {
    questions: named.detectors.length > 0 ? [...alone.questions, isNamed] : alone.questions,
    match: (window, start, end) => {
      for (const detector of alone.detectors) {
        const verdict = detector.match(window, start, end);
        if (verdict !== undefined) {
          return verdict;
        }
      }
      return named.detectors.length === 0
        ? undefined
        : askNamed(named.detectors, known(window.text, start, window.floor), window, start, end);
    },
  };
}

/** Detectors, and whether they may want a number. */
interface Group {
  readonly detectors: readonly Detector[];
  readonly questions: readonly MayMatch[];
}

const NOBODY: readonly Detector[] = [];

function createGroup(wishes: readonly Wish[]): Group {
  return {
    detectors: [...new Set(wishes.map(({ detector }) => detector))],
    questions: wishes.map(({ runs }) => runs.mayMatch ?? always),
  };
}

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

import { type Finding, LOOK_BACK, undecided, type Verdict } from '../lex/detector.js';
import { holdLogin, MAX_LOCAL } from '../lex/login.js';
import { endOf, NOWHERE } from '../lex/told-findings.js';
import { holdDisguised } from '../numbers/disguises.js';
import { askAboutDigits, isPlainNumber } from '../numbers/numbers.js';
import { holdAddress, holdEncoded } from '../numbers/words-before.js';
import { isKind } from '../pattern/characters.js';
import type { ComingText } from '../pattern/coming-text.js';
import { holdQuoted } from '../people/before-at.js';
import { type Search, toAnchor } from './anchor-search.js';
import { ROOT } from './automaton.js';
import { createPlannedFindings } from './planned-findings.js';
import type { Program } from './program.js';
import { createView } from './view.js';

export { compileProgram, programOf } from './program.js';

/**
 * Walks a text once and asks the detectors at their anchors. It stands still at an anchor that is undecided, and asks
 * again when more text has come; so every answer is the same however the text was cut.
 */
export interface Scanner {
  /**
   * A new text begins, and this is all of it. When there is nothing in it to ask a detector about, it says so; otherwise
   * `next` goes on from there.
   */
  begin(whole: ComingText): boolean;
  /** Goes on to the next verdict other than "nothing", or to the end of the text. */
  next(coming: ComingText): Verdict | undefined;
  /** Nothing before this index has to be looked at again; detectors may look back from it. */
  position(): number;
  /** Where names stand that may head columns, before a place and not told yet. */
  takeNotes(upTo: number): readonly number[];
  /** The same of tables that are written with signs around their cells. */
  takeMarks(upTo: number): readonly number[];
  /** Whether there are notes or marks not told yet. */
  isNoted(): boolean;
  /** The earliest index that a detector not yet asked could claim. */
  hold(text: string): number;
  /** Goes on behind a finding, of a type if it is one that begins here; nothing before its end may be looked at. */
  resume(index: number, start?: number, type?: string): void;
  /** What was found further on since the last finding may not hold any more, unless it was told of as certain. */
  forgetPlanned(): void;
  /** The first characters of the text were dropped. */
  shift(count: number): void;
  /** A new text begins. */
  reset(): void;
}

export function createScanner(program: Program): Scanner {
  const { automaton } = program;
  const view = createView();
  let position = 0;
  const search: Search = { state: ROOT };
  // The anchor just before the position is undecided.
  let isPending = false;
  // `begin` has come to that anchor, and nobody was asked about it yet.
  let isReached = false;
  // Nothing was found out about the last text that a new one would have to forget.
  let isClean = false;
  const planned = createPlannedFindings();

  const toNextAnchor = (): boolean => {
    const known = planned.first === undefined ? view.text.length : planned.first.start;
    const limit = view.told.start < known ? view.told.start : known;
    position = toAnchor(program, view, search, position, limit);
    const isFound = position <= limit;
    position = Math.min(position, limit);
    return isFound;
  };

  /** What was told of stays until the scan goes on behind it. */
  const takePlanned = (): Finding | undefined => {
    const finding = planned.first;
    if (view.told.start < (finding?.start ?? NOWHERE)) {
      return view.told.first();
    }
    if (finding === undefined) {
      return undefined;
    }
    planned.dropFirst();
    return withTold(finding);
  };

  const withTold = <Known extends Verdict>(verdict: Known): Known | Finding => {
    const told = view.told.start === NOWHERE ? undefined : view.told.first();
    return told === undefined ? verdict : joined(verdict, told);
  };

  /** Puts off a finding that begins further on. */
  const plan = (verdict: Verdict): boolean => {
    if (!isBehind(verdict, position + 1)) {
      return false;
    }
    if (verdict.others !== undefined) {
      view.told.add(verdict);
      verdict.others.forEach(view.told.add);
      return true;
    }
    planned.add(verdict);
    return true;
  };

  /** A number that was cut when the scan came to it, and would have been passed by if it had not been. */
  const isPassedBy = (): boolean => isPending && isPlainNumber(program.numbers, view, position - 1);

  const ask = (): Verdict | undefined => {
    const anchor = automaton.anchor(search.state);
    if (anchor === undefined) {
      return undefined;
    }
    for (const { detector, length, follows } of anchor.literals) {
      if (follows !== 0 && position < view.text.length && !isKind(view.text, position, follows)) {
        continue;
      }
      const verdict = answered(detector.match(view, position - length, position), position - length);
      if (verdict !== undefined && !plan(verdict)) {
        return verdict;
      }
    }
    if (!anchor.isDigit || isPassedBy()) {
      return undefined;
    }
    const verdict = askAboutDigits(program.numbers, view, position - 1);
    return answered(verdict, holdAddress(view.text, view.floor, position - 1));
  };

  /** What a detector finds does not count while it waits for more text. */
  const answered = (verdict: Verdict | undefined, from: number): Verdict | undefined => {
    const since = view.takeWaiting();
    if (since === NOWHERE) {
      return verdict;
    }
    return undecided(Math.min(since, from, verdict?.kind === 'undecided' ? verdict.from : from));
  };

  const reset = (): void => {
    position = 0;
    search.state = ROOT;
    isPending = false;
    isReached = false;
    planned.reset();
    view.reset();
    program.numbers.forget();
  };

  return {
    begin: (whole) => {
      if (!isClean) {
        reset();
      }
      view.update(whole);
      const { length } = whole.text;
      search.state = ROOT;
      position = toAnchor(program, view, search, 0, length);
      isReached = position <= length;
      position = Math.min(position, length);
      isClean = !isReached && view.settled < 0;
      return isReached;
    },
    next: (coming) => {
      isClean = false;
      view.update(coming);
      for (;;) {
        if (!isPending && !isReached && !toNextAnchor()) {
          return takePlanned();
        }
        isReached = false;
        const verdict = ask();
        isPending = verdict?.kind === 'undecided';
        if (verdict !== undefined) {
          return withTold(planned.first === undefined ? verdict : joined(verdict, planned.first));
        }
      }
    },
    position: () => position,
    takeNotes: view.takeNotes,
    takeMarks: view.takeMarks,
    isNoted: view.isNoted,
    hold: (text) => {
      const anchor = position - automaton.depth(search.state);
      const { floor } = view;
      const beginning = Math.min(holdLogin(text, anchor, floor), holdAddress(text, floor, anchor));
      const word = Math.min(holdEncoded(text, anchor, floor), holdQuoted(text, position, floor));
      // A planned finding is further on than the position.
      const number = Math.min(holdDisguised(text, position, floor), holdAddress(text, floor, position));
      return Math.min(beginning, word, number);
    },
    resume: (index, start = view.floor, type = '') => {
      view.resume(start, index, type);
      position = index;
      search.state = ROOT;
      isPending = false;
      planned.pass(index);
    },
    shift: (count) => {
      position -= count;
      view.shift(count);
      planned.shift(count);
    },
    forgetPlanned: planned.forget,
    reset,
  };
}

function isBehind(verdict: Verdict, index: number): verdict is Finding {
  return (verdict.kind === 'found' || verdict.kind === 'open') && verdict.start >= index;
}

/** A finding that reaches into one further on: together they are one. */
function joined<Known extends Verdict>(verdict: Known, behind: Finding): Known | Finding {
  if (verdict.kind === 'undecided' || verdict.kind === 'skip' || endOf(verdict) <= behind.start) {
    return verdict;
  }
  return behind.kind === 'open' || endOf(behind) > endOf(verdict) ? { ...behind, start: verdict.start } : verdict;
}

/** Text that has to be kept before the position of a scanner. */
export const KEPT_BEFORE = LOOK_BACK + MAX_LOCAL;

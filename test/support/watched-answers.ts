import type { Detector, Verdict, Window } from '../../src/firewall/lex/detector.js';
import type { ProofSubject } from './redactor-proof.js';

/** Remembers what detectors answer, and has the redactors say whose each finding is. */
export interface AnswerWatch {
  /** The redactors it makes are watched. */
  readonly subject: ProofSubject;
  /**
   * The answers since the last time, each once: who gave it, at which anchor, and from where to where. Without those that
   * find nothing, and without those that wait.
   */
  readonly take: () => readonly string[];
  /** Whether one of the answers since the last time is a value whose end is not known yet. */
  readonly takeWithheld: () => boolean;
}

const HALF_PAIR = /[\ud800-\udbff]$/;

export function createAnswerWatch(subject: ProofSubject): AnswerWatch {
  const watched = new WeakMap<readonly Detector[], readonly Detector[]>();
  let answers = new Set<string>();
  let isWithheld = false;
  // How much of the whole text detectors see, whose window begins further on.
  let seen = 0;

  const watch = (detector: Detector): Detector => ({
    ...detector,
    match: (window, start, end, isNamed) => {
      const { asked, isWaiting } = withWaiting(window);
      const verdict = detector.match(asked, start, end, isNamed);
      if (verdict === undefined || verdict.kind === 'undecided' || isWaiting()) {
        return verdict;
      }
      answers.add(`${detector.name} ${placesOf(verdict, start, seen - window.text.length)}`);
      isWithheld ||= verdict.kind === 'open';
      return verdict.kind === 'skip' ? verdict : { ...verdict, detector: detector.name };
    },
  });

  const watchAll = (detectors: readonly Detector[]): readonly Detector[] => {
    const known = watched.get(detectors) ?? detectors.map(watch);
    watched.set(detectors, known);
    return known;
  };

  const createRedactor: ProofSubject['createRedactor'] = (options = {}) => {
    const redactor = subject.createRedactor({
      ...options,
      detectors: watchAll(options.detectors ?? subject.DETECTORS),
    });
    let pushed = 0;
    return {
      ...redactor,
      push: (piece) => {
        pushed += piece.length;
        seen = HALF_PAIR.test(piece) ? pushed - 1 : pushed;
        return redactor.push(piece);
      },
      end: (last) => {
        seen = pushed + (last?.length ?? 0);
        pushed = 0;
        return redactor.end(last);
      },
    };
  };

  return {
    subject: { ...subject, createRedactor },
    take: () => {
      const taken = [...answers];
      answers = new Set();
      return taken;
    },
    takeWithheld: () => {
      const taken = isWithheld;
      isWithheld = false;
      return taken;
    },
  };
}

/** The same window, and whether it was told that what is answered does not count. */
function withWaiting(window: Window): { readonly asked: Window; readonly isWaiting: () => boolean } {
  let isWaiting = false;
  const wait = (since: number): void => {
    isWaiting = true;
    window.wait(since);
  };
  return { asked: Object.create(window, { wait: { value: wait } }), isWaiting: () => isWaiting };
}

/** A value whose end is not known yet is the same as one whose end is. */
function placesOf(verdict: Exclude<Verdict, { kind: 'undecided' }>, anchor: number, before: number): string {
  if (verdict.kind === 'skip') {
    return `at ${before + anchor}: nothing up to ${before + verdict.end}`;
  }
  const end = verdict.kind === 'found' ? verdict.end : verdict.sampleEnd;
  return `at ${before + anchor}: ${verdict.type} from ${before + verdict.start} to ${before + end}`;
}

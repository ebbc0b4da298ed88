import type { TokenCounter } from '../../../src/contract/budget.js';
import type { AkernelRuns } from './akernel.js';
import { baselines } from './baselines.js';
import type { Corpus, Question } from './corpus.js';

export const BUDGETS = [1000, 2000, 4000] as const;
export const METHODS = ['akernel', 'akernel, frames', 'akernel, asked', ...baselines.keys()] as const;

/** Whether a method showed the answer of a question within a budget. */
export interface Judged {
  readonly question: Question;
  readonly method: string;
  readonly budget: number;
  readonly isShown: boolean;
}

/** The part of a budget that a method spent on an output that does not fit into it. */
export interface Spending {
  readonly output: string;
  readonly method: string;
  readonly budget: number;
  readonly share: number;
}

export interface Scores {
  readonly judged: Judged[];
  readonly spendings: Spending[];
  /** Outputs that this machine cannot make, and the questions about them. */
  readonly missing: readonly string[];
  /** Questions whose answer the whole output does not hold here: another version of the tool. */
  readonly unanswerable: readonly string[];
}

export interface Parts {
  readonly corpus: Corpus;
  readonly counter: TokenCounter;
  readonly runs: AkernelRuns;
  /** Whether each question is also given to akernel. */
  readonly asks: boolean;
  readonly progress: (line: string) => void;
}

/** Every method at every budget on every output that this machine has. */
export async function scoreAll(parts: Parts): Promise<Scores> {
  const missing: string[] = [];
  const unanswerable: string[] = [];
  const scores: Scores = { judged: [], spendings: [], missing, unanswerable };
  for (const [output, questions] of byOutput(parts.corpus.questions)) {
    const text = parts.corpus.read(output);
    if (text === undefined) {
      missing.push(output);
      continue;
    }
    const answerable = questions.filter(({ derived, answer }) => derived !== '' || answer.test(text));
    unanswerable.push(...questions.filter((one) => !answerable.includes(one)).map(({ id }) => id));
    parts.progress(`${output}: ${parts.counter.count(text)} model tokens, ${answerable.length} questions\n`);
    for (const budget of BUDGETS) {
      await scoreOne({ ...parts, scores }, { output, text, budget, questions: answerable });
    }
  }
  return scores;
}

interface Case {
  readonly output: string;
  readonly text: string;
  readonly budget: number;
  readonly questions: readonly Question[];
}

type Scoring = Parts & { readonly scores: Scores };

async function scoreOne(parts: Scoring, one: Case): Promise<void> {
  const { text, budget } = one;
  const isWhole = parts.counter.count(text) <= budget;
  // What is shown whole needs no counts: whoever reads it can count.
  const questions = one.questions.filter(({ derived }) => derived === '' || !isWhole);
  for (const [method, baseline] of baselines) {
    const shown = baseline(text, budget, parts.counter);
    note(parts, one, { method, shown: { printed: shown, content: shown }, questions });
  }
  const once = await parts.runs.text(text, budget);
  note(parts, one, { method: 'akernel', shown: once, questions });
  const frames = await parts.runs.frames(text, budget);
  note(parts, one, { method: 'akernel, frames', shown: frames, questions });
  for (const question of parts.asks ? questions : []) {
    const shown = await parts.runs.text(text, budget, question.question);
    note(parts, one, { method: 'akernel, asked', shown, questions: [question] });
  }
}

interface Noted {
  readonly method: string;
  readonly shown: { readonly printed: string; readonly content: string };
  readonly questions: readonly Question[];
}

function note({ scores, counter }: Scoring, { output, text, budget }: Case, { method, shown, questions }: Noted): void {
  for (const question of questions) {
    scores.judged.push({ question, method, budget, isShown: question.answer.test(shown.content) });
  }
  if (counter.count(text) > budget) {
    scores.spendings.push({ output, method, budget, share: counter.count(shown.printed) / budget });
  }
}

function byOutput(questions: readonly Question[]): ReadonlyMap<string, readonly Question[]> {
  const grouped = new Map<string, Question[]>();
  for (const question of questions) {
    grouped.set(question.output, [...(grouped.get(question.output) ?? []), question]);
  }
  return grouped;
}

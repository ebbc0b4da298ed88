import { median } from '../measure.js';
import type { Question } from './corpus.js';
import { BUDGETS, type Judged, METHODS, type Scores } from './score.js';

/** The tables of a run as Markdown. */
export function report(scores: Scores): string {
  const { judged, missing, unanswerable } = scores;
  return [
    '**Questions answered by what is shown, in percent, at 1,000 / 2,000 / 4,000 model tokens**',
    methodTable(judged),
    '**What akernel shows without being asked, by kind of output**',
    groupTable('Kind', judged, ({ kind }) => kind),
    '**The same by where the answer stands**; `derived` is a count that no line of the output states',
    groupTable('Position', judged, ({ position }) => position),
    '**Part of the budget that was spent where something was left out**',
    spendingTable(scores),
    ...(missing.length > 0 ? [`Not made here: ${missing.join(', ')}.`] : []),
    ...(unanswerable.length > 0 ? [`Not answered by the whole output here: ${unanswerable.join(', ')}.`] : []),
    '',
  ].join('\n\n');
}

/** The questions that a method did not answer at a budget, for a reader who wants to know why. */
export function misses({ judged }: Scores, method: string, budget: number): string {
  return judged
    .filter((one) => one.method === method && one.budget === budget && !one.isShown)
    .map(({ question }) => `${question.half}\t${question.kind}\t${question.id}\t${question.question}\n`)
    .join('');
}

function methodTable(judged: readonly Judged[]): string {
  const columns: readonly (readonly [string, (question: Question) => boolean])[] = [
    ['All', () => true],
    ['Tune', ({ half }) => half === 'tune'],
    ['Holdout', ({ half }) => half === 'holdout'],
  ];
  const heads = columns.map(([name, fits]) => `${name} (${countOf(judged, fits)})`);
  const rows = METHODS.filter((method) => judged.some((one) => one.method === method)).map((method) => {
    const own = judged.filter((one) => one.method === method);
    return [method, ...columns.map(([, fits]) => shares(own.filter(({ question }) => fits(question))))];
  });
  return table(['Method', ...heads], rows);
}

function groupTable(name: string, judged: readonly Judged[], groupOf: (question: Question) => string): string {
  const groups = [...new Set(judged.map(({ question }) => groupOf(question)))].sort();
  const shown = ['akernel', 'akernel, frames', 'head + tail', 'error grep'];
  const rows = groups.map((group) => {
    const own = judged.filter(({ question }) => groupOf(question) === group);
    const number = countOf(own, () => true);
    return [group, String(number), ...shown.map((method) => shares(own.filter((one) => one.method === method)))];
  });
  return table([name, 'Questions', ...shown], rows);
}

function spendingTable({ spendings }: Scores): string {
  const rows = METHODS.flatMap((method) =>
    BUDGETS.flatMap((budget) => {
      const all = spendings.filter((one) => one.method === method && one.budget === budget).map(({ share }) => share);
      return all.length === 0 || !method.startsWith('akernel')
        ? []
        : [[method, String(budget), percent(median(all)), percent(Math.min(...all)), percent(Math.max(...all))]];
    }),
  );
  return table(['Method', 'Budget', 'Median', 'Least', 'Most'], rows);
}

function shares(judged: readonly Judged[]): string {
  return BUDGETS.map((budget) => {
    const own = judged.filter((one) => one.budget === budget);
    return own.length === 0 ? '–' : (100 * (own.filter(({ isShown }) => isShown).length / own.length)).toFixed(0);
  }).join(' / ');
}

function countOf(judged: readonly Judged[], fits: (question: Question) => boolean): number {
  return new Set(judged.filter(({ question }) => fits(question)).map(({ question }) => question.id)).size;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

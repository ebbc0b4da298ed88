import { nameIn } from './fold-words.js';
import { foldsOf } from './folds.js';
import type { KeyCount } from './key-table.js';
import { createTally } from './kinds/tally.js';
import type { Fold } from './merge-templates.js';
import type { LineClass } from './text-line.js';

/** What a template is worth: one that came often, or that tells of something bad. */
const OFTEN_SCORE = 36;
const ONCE_SCORE = 30;
const PERCENT: Readonly<Record<LineClass, number>> = {
  total: 300,
  error: 300,
  weak: 150,
  warning: 150,
  outline: 100,
  plain: 100,
};
/** Characters that a template costs beside its own. */
const OWN_CHARS = 16;
/** A name that stands before so many templates is told once. */
const FEWEST_OF_NAME = 3;
const MANY_ERRORS = 4;

/** Each template once, the cheapest first for what it is worth, so that as many of them as possible have their place. */
export function rankFolds({ templates, isLog }: { templates: readonly KeyCount[]; isLog: boolean }): readonly Fold[] {
  const folds = foldsOf(templates, isLog);
  const names = createTally();
  const nameOf = (fold: Fold): string => nameIn(fold) ?? '';
  for (const fold of folds) {
    names.add(nameOf(fold));
  }
  const priced = folds.map((fold) => {
    const name = nameOf(fold);
    const shared = names.of(name) >= FEWEST_OF_NAME ? name.length : 0;
    return { fold, cost: (fold.sample.length - shared + OWN_CHARS) / scoreOf(fold) };
  });
  return priced.sort((a, b) => a.cost - b.cost || a.fold.first - b.fold.first).map(({ fold }) => fold);
}

/** Of errors of a kind in a log, the number says what no single one of them does. */
export function tellsMany({ countedAs, count }: Fold, { isLog }: { isLog: boolean }): boolean {
  return isLog && countedAs === 'error' && count >= MANY_ERRORS;
}

function scoreOf({ count, countedAs }: Fold): number {
  return ((count > 2 ? OFTEN_SCORE : ONCE_SCORE) * PERCENT[countedAs]) / 100;
}

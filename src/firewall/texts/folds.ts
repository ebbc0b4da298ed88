import type { KeyCount } from './key-table.js';
import { isSentence } from './line-blocks.js';
import { asOne, type Fold, mergeTemplates } from './merge-templates.js';
import { templateText } from './template-text.js';

/** What stands in brackets before the messages of a log: a thread, a place in the code. */
const BRACKET = /^(?:[A-Z]{3,8} {1,4})?\[(?:[^[\]]|\[[^[\]]{0,60}\]){1,240}\][ :-]{1,4}/;
const LEVEL = /^[A-Z]{3,8} /;
const BRACKET_PERCENT = 50;
const CHANGING = /-?\d{1,40}(?:\.\d{1,40}){0,4}|…/g;
const FEWEST_LETTERS = /[A-Za-z]{3}/;

/** Each form of line once, in its shortest words, the most frequent first; those that say nothing in words are left out. */
export function foldsOf(templates: readonly KeyCount[], isLog: boolean): readonly Fold[] {
  const isBracketed = isLog && isMost(templates, BRACKET);
  const short = templates.map((template): Fold => {
    const sample = isBracketed ? withoutBracket(template.sample) : template.sample;
    return { ...template, sample: templateText(sample, template.count), keys: [template.key] };
  });
  const saysMuch = ({ sample }: Fold): boolean => isSentence(sample) || (isLog && FEWEST_LETTERS.test(sample));
  return mergeTemplates(sameInShort(short).filter(saysMuch));
}

function withoutBracket(sample: string): string {
  return sample.replace(BRACKET, LEVEL.exec(sample)?.[0] ?? '');
}

function isMost(templates: readonly KeyCount[], pattern: RegExp): boolean {
  return templates.filter(({ sample }) => pattern.test(sample)).length * 100 >= templates.length * BRACKET_PERCENT;
}

/** Templates that differ only in what is not told of them. */
function sameInShort(folds: readonly Fold[]): readonly Fold[] {
  const groups = new Map<string, Fold[]>();
  for (const fold of folds) {
    const form = fold.sample.replace(CHANGING, '#');
    const group = groups.get(form) ?? [];
    groups.set(form, group);
    group.push(fold);
  }
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => asOne(first, group)));
}

import type { KeyCount } from './key-table.js';

/** Lines of the same form, told as one. */
export interface Fold extends KeyCount {
  /** Of all templates it stands for. */
  readonly keys: readonly number[];
}

/** Fewer that differ in one word may say different things, so all of these words are told: `{opened, closed}`. */
const FEWEST_MERGED = 4;
const FEWEST_TOLD = 2;
/** So many words of letters must be the same, or the word that differs is what the line says. */
const FEWEST_SAME = 4;
/** Where very many differ, it is a name that differs. */
const MANY_MERGED = 8;
const FEWEST_SAME_OF_MANY = 3;
const MOST_WORDS = 24;
/** Of the words in the place where the templates differ. */
const LISTED_CHARS = 40;
const LAST_SIGNS = /[.,:;)\]]{1,3}$/;
const TWO_LETTERS = /[A-Za-z]{2}/;
const DIGIT = /\d/;
const CHANGING = /-?\d{1,40}(?:\.\d{1,40}){0,4}|…/g;
/** An id, or what hides a value. */
const SAYS_NOTHING = /\d|\[/;

type Words = readonly string[];

interface Group {
  readonly place: number;
  /** So many words of letters are the same. */
  readonly same: number;
  readonly templates: Fold[];
}

/**
 * Templates that are the same but for one word, as one: `34 × session opened for user {ann, bob, cy, dee}`. The order is
 * kept, the first of them stands for all.
 */
export function mergeTemplates(templates: readonly Fold[]): readonly Fold[] {
  const words = new Map(templates.map((template) => [template, template.sample.split(' ')]));
  const told = new Map<Fold, readonly Fold[]>();
  for (const { place, same, templates: group } of groupsOf(words)) {
    const free = group.filter((template) => !told.has(template));
    const [first, ...others] = free;
    const different = listed([...new Set(free.map((template) => words.get(template)?.[place] ?? ''))]);
    if (first !== undefined && free.length >= fewestOf(same, different)) {
      const one = asOne(first, free);
      const sample = one.sample.split(' ').map((word, at) => (at === place ? different : word));
      told.set(first, [{ ...one, sample: sample.join(' ') }]);
      for (const template of others) {
        told.set(template, []);
      }
    }
  }
  return templates.flatMap((template) => told.get(template) ?? [template]);
}

function fewestOf(same: number, different: string): number {
  if (same < FEWEST_SAME) {
    return MANY_MERGED;
  }
  return different.includes('…') ? FEWEST_MERGED : FEWEST_TOLD;
}

/** The largest first. */
function groupsOf(words: ReadonlyMap<Fold, Words>): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [template, own] of words) {
    for (const { place, same } of placesOf(own)) {
      const key = `${place} ${own.map((other, at) => (at === place ? '' : masked(other))).join(' ')}`;
      const group = groups.get(key) ?? { place, same, templates: [] };
      groups.set(key, group);
      group.templates.push(template);
    }
  }
  const several = [...groups.values()].filter((group) => group.templates.length > 1);
  return several.sort((a, b) => b.templates.length - a.templates.length);
}

/** Where a template may differ from others, and how many words beside that say something. */
function placesOf(words: Words): readonly { readonly place: number; readonly same: number }[] {
  const isTold = words.map((word) => TWO_LETTERS.test(word) && !DIGIT.test(word));
  const told = isTold.filter(Boolean).length;
  return isTold
    .slice(0, words.length > MOST_WORDS ? 0 : MOST_WORDS)
    .map((own, place) => ({ place, same: told - Number(own) }))
    .filter(({ same }) => same >= FEWEST_SAME_OF_MANY);
}

function masked(word: string): string {
  return word.replace(CHANGING, '#');
}

/** The first stands for all; a number in it that others have not is not told. */
export function asOne(first: Fold, group: readonly Fold[]): Fold {
  const others = group.map(({ sample }) => sample.split(' '));
  const words = first.sample.split(' ').map((word, at) => {
    const isSame = others.every((each) => each[at] === word || each[at]?.replace(CHANGING, '#') !== masked(word));
    return isSame ? word : word.replace(CHANGING, '…');
  });
  return {
    ...first,
    sample: words.join(' '),
    keys: group.flatMap(({ keys }) => keys),
    count: group.reduce((sum, { count }) => sum + count, 0),
    last: Math.max(...group.map(({ last }) => last)),
  };
}

function listed(all: Words): string {
  const end = LAST_SIGNS.exec(all[0] ?? '')?.[0] ?? '';
  const isShared = end !== '' && all.every((word) => word.length > end.length && word.endsWith(end));
  const words = isShared ? all.map((word) => word.slice(0, -end.length)) : all;
  const shared = isShared ? end : '';
  const fitting = words.filter((_word, index) => words.slice(0, index + 1).join(', ').length <= LISTED_CHARS);
  if (fitting.length === 0 || words.some((word) => SAYS_NOTHING.test(word))) {
    return `…${shared}`;
  }
  const rest = words.length - fitting.length;
  return `{${[...fitting, ...(rest > 0 ? [`… ${rest} more`] : [])].join(', ')}}${shared}`;
}

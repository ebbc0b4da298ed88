import type { KeyCount } from './key-table.js';

/** Fewer templates than this that differ in one word may say different things: `opened` and `closed`. */
const FEWEST_MERGED = 4;
/** So many words of letters must be the same, or the word that differs is what the line says. */
const FEWEST_SAME = 4;
/** Where very many differ, it is a name that differs. */
const MANY_MERGED = 8;
const FEWEST_SAME_OF_MANY = 3;
const MOST_WORDS = 24;
/** Of the words in the place where the templates differ. */
const LISTED_CHARS = 40;
const TWO_LETTERS = /[A-Za-z]{2}/;
const DIGIT = /\d/;
/** An id, or what hides a value. */
const SAYS_NOTHING = /\d|\[/;

type Words = readonly string[];

interface Group {
  readonly place: number;
  readonly fewest: number;
  readonly templates: KeyCount[];
}

/**
 * Templates that are the same but for one word, as one: `34 × session opened for user {ann, bob, cy, dee}`. The order is
 * kept, the first of them stands for all.
 */
export function mergeTemplates(templates: readonly KeyCount[]): readonly KeyCount[] {
  const words = new Map(templates.map((template) => [template, template.sample.split(' ')]));
  const merged = new Map<KeyCount, readonly KeyCount[]>();
  for (const { place, fewest, templates: group } of groupsOf(words)) {
    const free = group.filter((template) => !merged.has(template));
    const [first, ...others] = free;
    if (first !== undefined && free.length >= fewest) {
      merged.set(first, [asOne(free, first, words, place)]);
      for (const template of others) {
        merged.set(template, []);
      }
    }
  }
  return templates.flatMap((template) => merged.get(template) ?? [template]);
}

/** The largest first. */
function groupsOf(words: ReadonlyMap<KeyCount, Words>): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [template, own] of words) {
    for (const { place, same } of placesOf(own)) {
      const key = `${place} ${own.map((other, at) => (at === place ? '' : masked(other))).join(' ')}`;
      const fewest = same < FEWEST_SAME ? MANY_MERGED : FEWEST_MERGED;
      const group = groups.get(key) ?? { place, fewest, templates: [] };
      groups.set(key, group);
      group.templates.push(template);
    }
  }
  const large = [...groups.values()].filter(({ fewest, templates }) => templates.length >= fewest);
  return large.sort((a, b) => b.templates.length - a.templates.length);
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
  return /\d/.test(word) ? '#' : word;
}

function asOne(
  group: readonly KeyCount[],
  first: KeyCount,
  words: ReadonlyMap<KeyCount, Words>,
  place: number,
): KeyCount {
  const different = [...new Set(group.map((template) => words.get(template)?.[place] ?? ''))];
  return {
    ...first,
    sample: (words.get(first) ?? []).map((word, at) => (at === place ? listed(different) : word)).join(' '),
    count: group.reduce((sum, { count }) => sum + count, 0),
    last: Math.max(...group.map(({ last }) => last)),
  };
}

function listed(words: Words): string {
  const fitting = words.filter((_word, index) => words.slice(0, index + 1).join(', ').length <= LISTED_CHARS);
  if (fitting.length === 0 || words.some((word) => SAYS_NOTHING.test(word))) {
    return '…';
  }
  const rest = words.length - fitting.length;
  return `{${[...fitting, ...(rest > 0 ? [`… ${rest} more`] : [])].join(', ')}}`;
}

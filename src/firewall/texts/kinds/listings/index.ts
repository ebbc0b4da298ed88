import type { TextKind } from '../kind.js';
import { LISTING_FORMS } from './forms.js';
import { createHitReader, hitForm } from './hits.js';
import { createListingReader } from './listing-reader.js';
import { createTreeReader, isBranch } from './tree-reader.js';

const FEWEST_ENTRIES = 5;
const FEWEST_PERCENT = 80;
/** Names of directories and what `ls` says of each of them, and messages of `find`. */
const BESIDE = /^total \d|:$|^[a-z][\w-]{0,20}: |^Archive: |^ {0,8}Length |^[ -]{10,200}$/;

const FORMS: readonly TextKind[] = LISTING_FORMS.map((form) => ({
  kind_id: form.form_id,
  isWhole: form.form_id !== 'paths' && form.form_id !== 'sizes',
  matches: (sample) => isListing(sample, form.sampleOf ?? form.entryOf),
  create: () => createListingReader(form),
}));

export const LISTINGS: readonly TextKind[] = [
  {
    kind_id: 'tree',
    isWhole: true,
    matches: (sample) =>
      sample.length >= FEWEST_ENTRIES && sample.filter(isBranch).length * 100 >= (sample.length - 1) * 90,
    create: createTreeReader,
  },
  {
    kind_id: 'grep',
    matches: (sample) => hitForm(sample) !== undefined,
    create: (sample) => createHitReader(hitForm(sample) ?? 'line'),
  },
  ...FORMS,
];

function isListing(sample: readonly string[], entryOf: (text: string) => unknown): boolean {
  const entries = sample.filter((text) => entryOf(text) !== undefined).length;
  const others = sample.filter((text) => entryOf(text) === undefined && !BESIDE.test(text)).length;
  const isMost = entries * 100 >= (entries + others) * FEWEST_PERCENT;
  return isMost && entries >= Math.min(FEWEST_ENTRIES, Math.ceil(sample.length / 4));
}

import type { KindReader } from '../kind.js';
import { createCommitCounts } from './commit-counts.js';

const HASH = /^[*|\\/ _.-]{0,60}([0-9a-f]{7,40}) (?=\S)/;
const NEEDED_PERCENT = 80;
const DAY = /(?:^| )(\d{4}-\d\d-\d\d)(?=[ T])/;

/**
 * Nearly all lines begin with a hash, each with one of its own. Most hashes hold letters and digits: of those of seven
 * places, one in 27 holds digits alone and one in a thousand letters alone. Numbers and words alone begin other lists.
 */
export function isOneline(sample: readonly string[]): boolean {
  const hashes = sample.flatMap((text) => HASH.exec(text)?.[1] ?? []);
  const mixed = hashes.filter((hash) => /\d/.test(hash) && /[a-f]/.test(hash)).length;
  const isShared = hashes.length * 100 >= sample.length * NEEDED_PERCENT && new Set(hashes).size === hashes.length;
  return isShared && mixed * 2 >= hashes.length;
}

/** `git log --oneline`, also with `--graph`. */
export function createOnelineReader(): KindReader {
  const commits = createCommitCounts();
  return {
    isCounted: true,
    weigh(text) {
      const hash = HASH.exec(text)?.[0];
      if (hash === undefined) {
        return 0;
      }
      const subject = withoutNames(text.slice(hash.length));
      commits.begin();
      commits.day(DAY.exec(subject)?.[1]);
      return commits.subject(subject);
    },
    facts: commits.facts,
  };
}

/** Without `(HEAD -> main, tag: v1) `. */
function withoutNames(text: string): string {
  const end = text.startsWith('(') ? text.indexOf(') ') : -1;
  return end < 0 ? text : text.slice(end + 2);
}

import type { KindReader } from '../kind.js';
import { createCommitCounts } from './commit-counts.js';

const HASH = /^[*|\\/ _.-]{0,60}([0-9a-f]{7,40}) (?=\S)/;
const DAY = /(?:^| )(\d{4}-\d\d-\d\d)(?=[ T])/;

export function isOneline(text: string): boolean {
  const hash = HASH.exec(text)?.[1];
  return hash !== undefined && /\d/.test(hash);
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

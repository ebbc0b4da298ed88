import type { KindReader } from '../kind.js';
import { SOURCE } from '../source.js';
import { createTally } from '../tally.js';
import { createDays } from './git-date.js';

const HASH = /^\^?([0-9a-f]{7,40}) /;
const MARK = /(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d [+-]\d{4} {1,8}\d{1,8}\) ?/;
const HEAD_CHARS = 200;
const HIDDEN = '[REDACTED';
const MOST_NAMED = 12;
const FIRST_WEIGHT = 90;

interface Blamed {
  readonly hash: string;
  readonly author: string;
  readonly day: string;
  readonly code: string;
}

export function isBlamed(text: string): boolean {
  return blamedOf(text) !== undefined;
}

/** `574dd1535 src/a.ts (Ada L 2024-06-08 16:39:28 +0000 12) code` */
function blamedOf(text: string): Blamed | undefined {
  const hash = HASH.exec(text)?.[1];
  const opening = hash === undefined ? -1 : text.indexOf('(');
  const mark = opening < 0 ? null : MARK.exec(text.slice(opening, opening + HEAD_CHARS));
  if (hash === undefined || mark === null) {
    return;
  }
  const author = text.slice(opening + 1, opening + mark.index).trim();
  return { hash, author, day: mark[1] ?? '', code: text.slice(opening + mark.index + mark[0].length) };
}

/** `git blame`: lines by commit and by author, and what a file of source code defines. */
export function createBlameReader(): KindReader {
  const source = SOURCE.create([]);
  const commits = createTally();
  const authors = createTally();
  const days = createDays();
  let lines = 0;
  return {
    isCounted: true,
    weigh(text, row) {
      const found = blamedOf(text);
      if (found === undefined) {
        return 0;
      }
      const { hash, author, day, code } = found;
      const isFirst = commits.of(hash) === 0;
      lines += 1;
      commits.add(hash);
      days.add(day);
      if (!author.includes(HIDDEN)) {
        authors.add(author);
      }
      return Math.max(source.weigh(code, row), isFirst ? FIRST_WEIGHT : 0);
    },
    facts: () => [
      `lines: ${lines} of ${commits.sizeText()} commits, ${days.text() ?? ''}`,
      `lines by commit: ${commits.sentence(MOST_NAMED)}`,
      ...(authors.size() > 0 ? [`lines by author: ${authors.sentence(MOST_NAMED)}`] : []),
    ],
  };
}

import type { KindReader } from '../kind.js';
import { createLargest } from '../listings/largest.js';
import { createTally } from '../tally.js';
import { createCommitCounts } from './commit-counts.js';
import { createDiffReader } from './diff-reader.js';
import { dayOf } from './git-date.js';
import { isStatTotals, statNumbers, statOf } from './stat-lines.js';

const COMMIT = /^commit ([0-9a-f]{7,64})\b/;
const SUBJECT = /^ {4}\S/;
const HEADER = /^(Author|Date|AuthorDate|Merge): /;
const ADDRESS = / <.{0,200}$/;
/** What stands before each line of `git log --graph`. */
const GRAPH = /^[*|\\/ _.-]{0,60}?(?=commit [0-9a-f]{7}|[A-Z][A-Za-z]{3,10}: | {4}\S|diff --git |$)/;
const SHORT_HASH = 9;
const MOST_NAMED = 8;
const MOST_STATES = 6;
const WEIGHT = { commit: 50, grave: 300, largest: 240, largestFile: 160, stat: 4, totals: 10 } as const;
const GRAVE_BODY = /^ {4}(?:BREAKING[ -]CHANGE|This reverts commit|Reverts? )/;

export function isCommit(text: string): boolean {
  return COMMIT.test(text.replace(GRAPH, ''));
}

/** `git log`, also with `--graph`, `--stat`, `--numstat`, `--name-status` or `-p`, `git show` and `git diff`. */
export function createLogReader(isGraph: boolean): KindReader {
  const commits = createCommitCounts();
  const diff = createDiffReader();
  const files = createTally();
  const states = createTally();
  const largest = createLargest<string>(1);
  const largestFile = createLargest<string>(1);
  let hash = '';
  let hasSubject = true;

  function begin(found: string): number {
    commits.begin();
    diff.leave();
    hash = found.slice(0, SHORT_HASH);
    hasSubject = false;
    return WEIGHT.commit;
  }

  function header([beginning, name = '']: RegExpExecArray, text: string): number {
    const value = text.slice(beginning.length).trim();
    if (name === 'Author') {
      commits.author(value.replace(ADDRESS, ''));
    } else if (name === 'Merge') {
      commits.merge();
    } else {
      commits.day(dayOf(value));
    }
    return 0;
  }

  function message(text: string): number {
    if (!hasSubject) {
      hasSubject = true;
      return commits.subject(text.slice(4));
    }
    return GRAVE_BODY.test(text) ? WEIGHT.grave : 0;
  }

  function totals(text: string): number {
    const size = statNumbers(text)
      .slice(1)
      .reduce((sum, each) => sum + each, 0);
    const of = hash;
    return largest.add(size, () => `${text.trim()}, in commit ${of}`) ? WEIGHT.largest : WEIGHT.totals;
  }

  function stat(text: string): number {
    if (isStatTotals(text)) {
      return totals(text);
    }
    const found = statOf(text);
    if (found === undefined) {
      return 0;
    }
    const isLargest = largestFile.add(found.size, () => `${found.size} lines of ${found.path}, in commit ${hash}`);
    files.add(found.path);
    if (found.state !== undefined) {
      states.add(found.state);
    }
    return isLargest && found.size > 0 ? WEIGHT.largestFile : WEIGHT.stat;
  }

  function weigh(text: string, row: number): number {
    const found = COMMIT.exec(text)?.[1];
    if (found !== undefined) {
      return begin(found);
    }
    const told = hasSubject || commits.count() === 0 ? null : HEADER.exec(text);
    if (told !== null) {
      return header(told, text);
    }
    return diff.weigh(text, row) ?? (SUBJECT.test(text) && commits.count() > 0 ? message(text) : stat(text));
  }

  return {
    isCounted: true,
    weigh: (text, row) => weigh(isGraph ? text.replace(GRAPH, '') : text, row),
    outlineName: (_text, _weight, row) => diff.fileAt(row),
    facts: () => [
      ...(commits.count() > 0 ? commits.facts() : []),
      ...largest.all().map(({ item }) => `largest commit: ${item}`),
      ...largestFile
        .all()
        .filter(({ size }) => size > 0)
        .map(({ item }) => `most changed file: ${item}`),
      ...(states.size() > 0 ? [`files by state: ${states.sentence(MOST_STATES)}`] : []),
      ...(files.size() > 0 ? [`commits by file: ${files.sentence(MOST_NAMED)}`] : []),
      ...diff.facts(),
    ],
  };
}

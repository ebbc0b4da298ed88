import { spreadWeight } from '../spread.js';
import { createTally } from '../tally.js';
import { createDays } from './git-date.js';

/** What is known of all commits of a log. */
export interface CommitCounts {
  readonly begin: () => void;
  readonly merge: () => void;
  readonly author: (name: string) => void;
  readonly day: (day: string | undefined) => void;
  /** How telling the subject of a commit is. */
  readonly subject: (text: string) => number;
  readonly count: () => number;
  readonly facts: () => readonly string[];
}

const WEIGHT = { usual: 120, early: 340, grave: 440, fix: 150 } as const;
/** Of the commits that come first, which are the newest, each is told. */
const EARLY = 20;
/** Where much is grave, less of it is. */
const FULL_GRAVE = 16;
const GRAVE =
  /^(?:Revert\b|Merge\b)|\b(?:revert(?:s|ed)?|rollback|BREAKING|CVE-\d{4}|security|vulnerab\w{1,8}|hotfix|urgent)\b|^[\w-]{1,30}(?:\([^)]{1,40}\))?!:/i;
const FIX = /\b(?:fix(?:e[ds])?|bug|regression|crash(?:es)?)\b/i;
const AREA = /^([A-Za-z][\w./-]{0,23})(?:\([^)]{1,40}\))?!?: /;
const HIDDEN = '[REDACTED';
const MOST_NAMED = 12;

export function createCommitCounts(): CommitCounts {
  const authors = createTally();
  const areas = createTally();
  const days = createDays();
  let hidden = 0;
  let commits = 0;
  let merges = 0;
  let reverts = 0;
  let grave = 0;
  let subjects = 0;
  let inAreas = 0;

  function weight(text: string): number {
    const place = subjects - 1;
    if (GRAVE.test(text)) {
      grave += 1;
      return Math.floor(WEIGHT.grave / (1 + Math.max(0, grave - FULL_GRAVE) / FULL_GRAVE));
    }
    return place < EARLY ? WEIGHT.early : spreadWeight(FIX.test(text) ? WEIGHT.fix : WEIGHT.usual, place);
  }

  return {
    begin() {
      commits += 1;
    },
    merge() {
      merges += 1;
    },
    author(name) {
      if (name.includes(HIDDEN)) {
        hidden += 1;
      } else {
        authors.add(name);
      }
    },
    day: days.add,
    subject(text) {
      const area = AREA.exec(text)?.[1];
      subjects += 1;
      reverts += /^Revert\b/.test(text) ? 1 : 0;
      if (area !== undefined) {
        inAreas += 1;
        areas.add(area);
      }
      return weight(text);
    },
    count: () => commits,
    facts() {
      const when = days.text();
      const of = [...(merges > 0 ? [`merges=${merges}`] : []), ...(reverts > 0 ? [`reverts=${reverts}`] : [])];
      return [
        `commits: ${commits}${of.length > 0 ? ` (${of.join(' ')})` : ''}${when === undefined ? '' : `, ${when}`}`,
        ...(authors.size() > 0
          ? [`commits by author: ${authors.sentence(MOST_NAMED)}${hidden > 0 ? `, of hidden names: ${hidden}` : ''}`]
          : []),
        ...(inAreas * 2 > subjects ? [`subjects by beginning: ${areas.sentence(MOST_NAMED)}`] : []),
      ];
    },
  };
}

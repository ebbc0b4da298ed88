import type { KindReader } from '../kind.js';
import { createDirectoryCounts } from '../listings/directory-counts.js';
import { createLargest } from '../listings/largest.js';
import { createTally } from '../tally.js';
import { isStatTotals, statNumbers, statOf } from './stat-lines.js';

const MOST_LARGEST = 8;
const MOST_STATES = 8;
const WEIGHT = { totals: 640, usual: 20, ofSize: 22, state: 90 } as const;

/** `git diff --stat`, `--numstat`, `--name-status`: a line for each file. */
export function createStatReader(): KindReader {
  const directories = createDirectoryCounts();
  const largest = createLargest<string>(MOST_LARGEST);
  const states = createTally();
  let files = 0;
  let lines: { readonly added: number; readonly removed: number } | undefined;
  let told: string | undefined;

  function weighFile(path: string, size: number, state: string | undefined): number {
    files += 1;
    directories.add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
    largest.add(size, () => `${size} ${Buffer.from(path).toString()}`);
    if (state === undefined) {
      return WEIGHT.usual + WEIGHT.ofSize * Math.floor(Math.log2(size + 1));
    }
    states.add(state);
    return states.of(state) === 1 ? WEIGHT.state : WEIGHT.usual;
  }

  return {
    isCounted: true,
    isOfNames: true,
    weigh(text) {
      if (isStatTotals(text)) {
        told = text.trim();
        return WEIGHT.totals;
      }
      const found = statOf(text);
      if (found === undefined) {
        return 0;
      }
      if (found.added !== undefined) {
        lines = {
          added: (lines?.added ?? 0) + found.added,
          removed: (lines?.removed ?? 0) + (found.removed ?? 0),
        };
      }
      return weighFile(found.path, found.size, found.state);
    },
    facts() {
      const totals = told === undefined ? [] : [`totals: ${told}`];
      // Where the totals count other files, the lines are not all of them.
      if (told !== undefined && statNumbers(told)[0] !== files) {
        return totals;
      }
      const most = largest.all().filter(({ size }) => size > 0);
      return [
        ...totals,
        `files: ${files}${lines === undefined ? '' : `, lines added: ${lines.added}, removed: ${lines.removed}`}`,
        ...(states.size() > 0 ? [`by state: ${states.sentence(MOST_STATES)}`] : []),
        ...(most.length > 0 ? [`most changed lines: ${most.map(({ item }) => item).join(', ')}`] : []),
        ...directories.facts(),
      ];
    },
  };
}

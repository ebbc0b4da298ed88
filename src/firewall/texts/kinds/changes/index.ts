import { type KindReader, share, type TextKind } from '../kind.js';
import { createBlameReader, isBlamed } from './blame-reader.js';
import { isDiffStart } from './diff-reader.js';
import { createLogReader, isCommit } from './log-reader.js';
import { createOnelineReader, isOneline } from './oneline-reader.js';
import { isStatTotals, statOf } from './stat-lines.js';
import { createStatReader } from './stat-reader.js';
import { createStatusReader, isShortStatus, isStatusStart } from './status-reader.js';

const FEWEST = 3;
const MOST_PERCENT = 90;

/** What a tool for versions says: commits, differences, states of files, who wrote a line. */
export const CHANGES: readonly TextKind[] = [
  {
    kind_id: 'diff',
    matches: (sample) =>
      sample.slice(0, 3).some((text) => /^(?:diff --git |--- \S)/.test(text) || isCommit(text)) &&
      sample.some((text) => isCommit(text) || isDiffStart(text)),
    create: (sample) => quoting(createLogReader(/^[*|]/.test(sample[0] ?? ''))),
  },
  {
    kind_id: 'blame',
    isWhole: true,
    matches: (sample) => sample.length >= FEWEST && percent(sample, isBlamed) >= MOST_PERCENT,
    create: () => quoting(createBlameReader()),
  },
  {
    kind_id: 'changed-files',
    isWhole: true,
    matches: (sample) =>
      sample.length >= FEWEST &&
      percent(sample, (text) => statOf(text) !== undefined || isStatTotals(text)) >= MOST_PERCENT,
    create: createStatReader,
  },
  {
    kind_id: 'commits',
    isWhole: true,
    matches: (sample) => sample.length >= FEWEST && isOneline(sample),
    create: () => quoting(createOnelineReader()),
  },
  {
    kind_id: 'status',
    isWhole: true,
    matches: (sample) =>
      sample.length >= FEWEST &&
      (isStatusStart(sample[0] ?? '') || percent(sample, isShortStatus) >= MOST_PERCENT) &&
      (share(sample, /^\t\S/) >= 1 || percent(sample.slice(1), isShortStatus) >= MOST_PERCENT),
    create: createStatusReader,
  },
];

/** Messages of commits and changed lines may be about errors, and are none. */
function quoting(reader: KindReader): KindReader {
  return { ...reader, isReference: true };
}

function percent(sample: readonly string[], is: (text: string) => boolean): number {
  return (sample.filter(is).length * 100) / sample.length;
}

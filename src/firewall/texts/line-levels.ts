import type { LinePrefix } from './line-prefix.js';
import { createLevelFinder, type LogLevel, levelOfWord } from './log-level.js';

/** Counts lines by level. */
export interface LineLevels {
  /** The level that a line is counted by: that in its own column, or in any of its first words. */
  readonly add: (plain: string, prefix: LinePrefix | undefined) => LogLevel | undefined;
  /** Of that line, where levels have a column: only there it is certain that the word is the line's level. */
  readonly certain: () => LogLevel | undefined;
  readonly counts: () => ReadonlyMap<LogLevel, number>;
}

export function createLineLevels(): LineLevels {
  const counts = new Map<LogLevel, number>();
  let certain: LogLevel | undefined;
  return {
    add(plain, prefix) {
      const word = prefix?.level();
      const level = (word === undefined ? undefined : levelOfWord(word)) ?? createLevelFinder(plain)(0, plain.length);
      if (level !== undefined) {
        counts.set(level, (counts.get(level) ?? 0) + 1);
      }
      certain = word === undefined ? undefined : level;
      return level;
    },
    certain: () => certain,
    counts: () => counts,
  };
}

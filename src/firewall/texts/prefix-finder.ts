import { findPrefix, type LinePrefix } from './line-prefix.js';

/** `[cache] … [setup] … [task 10:00:01] INFO - …`: behind what a runner prepares, the lines of a log begin otherwise than the first ones. */
export interface PrefixFinder {
  /** Decides by the first lines. */
  readonly learn: (sample: readonly string[]) => void;
  /** How much of the next line is prefix. Only lines of an output may be looked at again: a page or a table has none. */
  readonly lengthIn: (line: string, isOutput: boolean) => number;
  readonly found: () => LinePrefix | undefined;
  /** How many lines stood before it was found; 0 where the first lines have it. */
  readonly foundAfter: () => number;
}

/** After so many lines, and after twice as many each time, it is asked whether the lines have the prefix. */
const FIRST_LOOK = 256;
const LOOKED_AT = 32;
const MOST_CHARS = 240;

export function createPrefixFinder(): PrefixFinder {
  let prefix: LinePrefix | undefined;
  let foundAfter = 0;
  let lines = 0;
  let nextLook = FIRST_LOOK;
  /** Lines with a prefix since the last look. */
  let fitting = 0;
  let latest: string[] = [];

  function lookAgain(): void {
    const found = findPrefix(latest);
    const isBetter = fitting * 4 < nextLook || (hasLevels(found, latest) && !hasLevels(prefix, latest));
    if (found?.isLog === true && isBetter) {
      prefix = found;
      foundAfter = lines;
    }
    nextLook *= 2;
    fitting = 0;
    latest = [];
  }

  return {
    learn(sample) {
      prefix = findPrefix(sample);
    },
    lengthIn(line, isOutput) {
      if (lines === nextLook && isOutput) {
        lookAgain();
      }
      const length = prefix?.lengthIn(line) ?? 0;
      lines += 1;
      fitting += length > 0 ? 1 : 0;
      if (isOutput && lines > nextLook - LOOKED_AT) {
        latest.push(line.slice(0, MOST_CHARS));
      }
      return length;
    },
    found: () => prefix,
    foundAfter: () => foundAfter,
  };
}

/** Most of the lines have a word in a column of levels. */
function hasLevels(prefix: LinePrefix | undefined, lines: readonly string[]): boolean {
  const leveled = lines.filter(
    (line) => prefix !== undefined && prefix.lengthIn(line) > 0 && prefix.level() !== undefined,
  );
  return leveled.length * 2 > lines.length;
}

import type { ComingText } from './coming-text.js';
import { readReach } from './unfinished.js';

/** A regular expression that is asked at one place of a text of which more may come. */
export interface Pattern {
  /**
   * What fits just here; undefined when nothing does, or when the text was told to wait for more. `since` is where that
   * begins of which it would be a part; here if not given.
   */
  at(coming: ComingText, from: number, since?: number): RegExpExecArray | undefined;
  /** Whether something fits here. */
  fits(coming: ComingText, from: number): boolean;
  /** Whether more text could change what fits here: for a reader that says itself what it waits for. */
  isOpen(coming: ComingText, from: number): boolean;
}

/**
 * Makes a pattern from a regular expression in which every repetition has an upper bound. That more text is needed is found
 * by a second expression, derived from the first, which fits all beginnings of what it could fit; so an answer never
 * depends on where a text was cut. It is asked only near the end of what has come.
 */
export function pattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>): Pattern {
  let here: RegExp | undefined;
  let unfinished: RegExp | undefined;
  let most = -1;
  const isOpen = ({ text, isFinal }: ComingText, from: number): boolean => {
    if (isFinal) {
      return false;
    }
    if (most < 0) {
      const reach = readReach(source, flags);
      most = reach.most;
      unfinished = reach.unfinished === undefined ? undefined : new RegExp(reach.unfinished, `${flags}y`);
    }
    return text.length - from < most && unfinished !== undefined && matchAt(unfinished, text, from) !== null;
  };
  const at = (coming: ComingText, from: number, since = from): RegExpExecArray | undefined => {
    if (isOpen(coming, from)) {
      coming.wait(since);
      return undefined;
    }
    here ??= new RegExp(source, `${flags}y`);
    return matchAt(here, coming.text, from) ?? undefined;
  };
  return { at, fits: (coming, from) => at(coming, from) !== undefined, isOpen };
}

function matchAt(sticky: RegExp, text: string, from: number): RegExpExecArray | null {
  sticky.lastIndex = from;
  return sticky.exec(text);
}

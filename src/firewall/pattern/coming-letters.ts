import { type ComingText, isCut } from './coming-text.js';
import { type LetterPattern, letterPattern } from './letter-pattern.js';
import type { Pattern } from './pattern.js';
import { readReach } from './unfinished.js';

/** As `pattern`, about letters of any script; given as its source, without the flag `u`. It may not look at what stands before. */
export function comingLetters(source: string, flags = ''): Pattern {
  const here = letterPattern(`^(?:${source})`, flags);
  let most = -1;
  let unfinished: LetterPattern | undefined;
  const isOpen = (coming: ComingText, from: number): boolean => {
    if (most < 0) {
      const reach = readReach(source, `${flags}u`);
      most = reach.most;
      unfinished = reach.unfinished === undefined ? undefined : letterPattern(`^(?:${reach.unfinished})`, flags);
    }
    return isCut(coming, from, most) && unfinished?.test(coming.text.slice(from)) === true;
  };
  const at: Pattern['at'] = (coming, from, since = from) => {
    if (isOpen(coming, from)) {
      coming.wait(since);
      return undefined;
    }
    return here.exec(coming.text.slice(from, from + most)) ?? undefined;
  };
  return { at, fits: (coming, from) => at(coming, from) !== undefined, isOpen };
}

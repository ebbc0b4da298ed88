import { type LetterPattern, letterPattern } from './letter-pattern.js';
import type { Pattern } from './pattern.js';
import { readReach } from './unfinished.js';

/** As `pattern`, about letters of any script; given as its source, without the flag `u`. It may not look at what stands before. */
export function comingLetters(source: string, flags = ''): Pattern {
  const here = letterPattern(`^(?:${source})`, flags);
  let most = -1;
  let unfinished: LetterPattern | undefined;
  const at: Pattern['at'] = (coming, from, since = from) => {
    if (most < 0) {
      const reach = readReach(source, `${flags}u`);
      most = reach.most;
      unfinished = reach.unfinished === undefined ? undefined : letterPattern(`^(?:${reach.unfinished})`, flags);
    }
    const seen = coming.text.slice(from, from + most);
    if (seen.length < most && !coming.isFinal && unfinished?.test(seen) === true) {
      coming.wait(since);
      return undefined;
    }
    return here.exec(seen) ?? undefined;
  };
  return { at, fits: (coming, from) => at(coming, from) !== undefined };
}

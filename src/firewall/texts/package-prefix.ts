import { levelOfWord } from './log-level.js';

const LONGEST = 80;
const COLON = 58;
const HASH = 35;
/** `web:test: ` of turbo and alike, which say whose line it is; `main.c:12: ` and `ERROR:root: ` are something else. */
const OF_PACKAGE = /^((?:@[\w.-]{1,40}\/)?[\w.-]{1,40}):[A-Za-z][\w:-]{0,40}: /;
/** `#12 3.456 `, as `docker build` writes before each line of a step. */
const OF_STEP = /^#\d{1,4} \d{1,6}\.\d{1,3} /;

/** How much of a line tells only whose output it is, in a log of several that run at once. It is shown, and not read. */
export function packagePrefix(text: string): number {
  if (text.charCodeAt(0) === HASH) {
    return OF_STEP.exec(text)?.[0].length ?? 0;
  }
  const blank = text.indexOf(' ');
  const isLikely = blank > 3 && blank < LONGEST && text.charCodeAt(blank - 1) === COLON && blank !== text.length - 1;
  const found = isLikely ? OF_PACKAGE.exec(text.slice(0, LONGEST + 1)) : null;
  return found === null || levelOfWord(found[1] ?? '') !== undefined ? 0 : found[0].length;
}

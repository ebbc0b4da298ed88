import type { Verdict, Window } from '../lex/detector.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { pattern } from '../pattern/pattern.js';

const NAME = /^[a-z]{1,20}(?:_[a-z]{1,20}){1,4}$/;
const TEST = pattern(/ in [a-z_$][\w$.]{0,39} (?:\?|&&|\|\|) /i);

/** `const secret = 'api_token' in given ? …`: no value, but the name of a member that is asked for. */
export function withoutMemberTest(
  window: Window,
  verdict: Verdict | undefined,
  { close }: Enclosure,
): Verdict | undefined {
  const isQuoted = verdict?.kind === 'found' && (close === "'" || close === '"');
  if (!isQuoted || !NAME.test(window.text.slice(verdict.start, verdict.end))) {
    return verdict;
  }
  return TEST.fits(window, verdict.end + close.length) ? undefined : verdict;
}

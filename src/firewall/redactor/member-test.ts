import { undecided, type Verdict, type Window } from './detector.js';
import type { Enclosure } from './value-enclosure.js';

const NAME = /^[a-z]{1,20}(?:_[a-z]{1,20}){1,4}$/;
const TEST = /^ in [a-z_$][\w$.]{0,39} (?:\?|&&|\|\|) /i;
const TEST_PART = /^(?: (?:i(?:n(?: (?:[a-z_$][\w$.]{0,39}(?: (?:\?|&&?|\|\|?)?)?)?)?)?)?)?$/i;
const LONGEST_TEST = 48;

/** `const secret = 'api_token' in given ? …`: no value, but the name of a member that is asked for. */
export function withoutMemberTest(
  { text, isFinal }: Window,
  verdict: Verdict | undefined,
  { close }: Enclosure,
): Verdict | undefined {
  const isQuoted = verdict?.kind === 'found' && (close === "'" || close === '"');
  if (!isQuoted || !NAME.test(text.slice(verdict.start, verdict.end))) {
    return verdict;
  }
  const from = verdict.end + close.length;
  const behind = text.slice(from, from + LONGEST_TEST);
  if (behind.length < LONGEST_TEST && !isFinal && TEST_PART.test(behind)) {
    return undecided(verdict.start);
  }
  return TEST.test(behind) ? undefined : verdict;
}

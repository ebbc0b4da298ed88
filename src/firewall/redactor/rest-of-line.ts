import type { FieldRule } from '../field-rule.js';
import { KIND } from './characters.js';
import { undecided, type Verdict, type Window } from './detector.js';
import { withoutMemberTest } from './member-test.js';
import { untilEnd } from './take-while.js';
import type { Enclosure } from './value-enclosure.js';

type Finding = Extract<Verdict, { kind: 'found' }>;

const SPACE = 0x20;
/** The groups of a number behind its first one; no date, time or word. */
const GROUPS = /^(?: \d{2,6}(?![\w:/-]|\.\d)){1,5}/;
const GROUPS_PART = /^[ \d]{0,40}.{0,2}$/s;
const LONGEST_GROUPS = 40;

/**
 * Where it cannot be told that a value ends with its first word, its finding takes in what follows: the rest of the line
 * or string, or of a number the groups behind the first one.
 */
export function withRestOfLine(
  window: Window,
  given: Verdict | undefined,
  { value }: FieldRule,
  enclosure: Enclosure,
): Verdict | undefined {
  const verdict = withoutMemberTest(window, given, enclosure);
  const { isOpenEnded, close } = enclosure;
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  if (isOpenEnded !== true) {
    return value === 'digits' && close === '' ? withGroups(window, verdict) : verdict;
  }
  const { start, end, type } = verdict;
  const swallow = untilEnd({ start: end, close: '', escapes: 0, stop: KIND.lineStop }, 0);
  return { kind: 'open', start, type, sampleEnd: end, swallow };
}

function withGroups({ text, isFinal }: Window, verdict: Finding): Verdict {
  const { start, end } = verdict;
  if (text.charCodeAt(end) !== SPACE) {
    return verdict;
  }
  const behind = text.slice(end, end + LONGEST_GROUPS);
  if (behind.length < LONGEST_GROUPS && !isFinal && GROUPS_PART.test(behind)) {
    return undecided(start);
  }
  const length = GROUPS.exec(behind)?.[0].length ?? 0;
  return length === 0 ? verdict : { ...verdict, end: end + length };
}

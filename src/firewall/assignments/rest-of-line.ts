import type { FieldRule } from '../judge/field-rule.js';
import type { Enclosure, Found, Verdict, Window } from '../lex/detector.js';
import { untilEnd } from '../lex/take-while.js';
import { isKind, KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';

/** The groups of a number behind its first one; no date, time or word. */
const GROUPS = pattern(/(?: \d{2,6}(?![\w:/-]|\.\d)){1,5}/);

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

function withGroups(window: Window, verdict: Found): Verdict {
  const isSpaced = isKind(window.text, verdict.end, KIND.space);
  const groups = isSpaced ? GROUPS.at(window, verdict.end, verdict.start)?.[0] : undefined;
  return groups === undefined ? verdict : { ...verdict, end: verdict.end + groups.length };
}

const NAME = /^[a-z]{1,20}(?:_[a-z]{1,20}){1,4}$/;
const TEST = pattern(/ in [a-z_$][\w$.]{0,39} (?:\?|&&|\|\|) /i);

/** `const secret = 'api_token' in given ? …`: no value, but the name of a member that is asked for. */
function withoutMemberTest(window: Window, verdict: Verdict | undefined, { close }: Enclosure): Verdict | undefined {
  const isQuoted = verdict?.kind === 'found' && (close === "'" || close === '"');
  if (!isQuoted || !NAME.test(window.text.slice(verdict.start, verdict.end))) {
    return verdict;
  }
  return TEST.fits(window, verdict.end + close.length) ? undefined : verdict;
}

import { matchValue } from '../bind/enclosed-value.js';
import { fieldRule } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import type { ValueContext } from '../judge/value-context.js';
import type { Verdict, Window } from '../lex/detector.js';
import { KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';
import { isToldValue } from './value-of-a-name.js';

const MAX_LABEL = 64;
/** What is printed in bold: a name, with its colon or without. */
const LABEL = />([^<>\n:]{2,40})(:?)\s{0,4}$/;
const GAP = pattern(
  /(\s{0,16}[:=]?\s{0,16})((?:<(?!\/|input|select)[a-z]{1,8}(?:\s[^<>]{0,60})?>\s{0,16}){0,2})(?=[^\s<])/i,
);
const FIELD = pattern(/\s{0,16}(?:<br\s?\/?>\s{0,16})?<input\s[^<>]{0,60}\bvalue=["'](?=[^"'])/i);
/** Values that are one word. */
const ONE_WORD: ReadonlySet<string> = new Set(['password', 'secret']);

/** `<b>Password:</b> hunter2`, `<label>Password</label><span>hunter2</span>`: what stands beside a label. */
export function matchLabelled(window: Window, start: number, end: number): Verdict | undefined {
  const [, name = '', colon = ''] = LABEL.exec(window.before(start, MAX_LABEL)) ?? [];
  const rule = name === '' ? undefined : fieldRule(name.trim());
  if (rule === undefined) {
    return undefined;
  }
  const field = FIELD.at(window, end)?.[0].length ?? 0;
  const [gap = '', sign = '', tags = ''] = field > 0 ? [] : (GAP.at(window, end) ?? []);
  if (field === 0 && gap === '') {
    return undefined;
  }
  // Bold print alone names nothing that follows it.
  if (field === 0 && colon === '' && !/[:=]/.test(sign) && tags === '') {
    return undefined;
  }
  const judge = (sample: string, context: ValueContext): boolean =>
    isToldValue(rule, sample.trim(), { ...context, isSpoken: false, statement: 'verb' });
  if (field > 0) {
    const close = window.text.charAt(end + field - 1);
    return matchValue(window, { start: end + field, close, escapes: 0, stop: KIND.lineEnd }, rule.type, judge);
  }
  return matchValue(window, { ...bare(rule), start: end + gap.length }, rule.type, judge);
}

function bare({ type }: FieldRule): { close: string; escapes: number; stop: number; isData: boolean } {
  return { close: '', escapes: 0, stop: ONE_WORD.has(type) ? KIND.stop : KIND.lineStop, isData: true };
}

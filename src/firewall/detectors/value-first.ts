import { fieldRule } from '../field-names.js';
import type { FieldRule } from '../field-rule.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { PLACEHOLDER_START } from '../redactor/placeholder.js';
import { BARE_DATA } from '../redactor/value-context.js';
import { isNamedValue } from './value-of-a-name.js';

const MAX_MEMBERS = 400;
const MAX_TAG = 400;
/** A value in JSON, and the member behind it that names what it is. */
const VALUE = /^\s{0,4}:\s{0,4}"((?:[^"\\\n]|\\.){1,256})"/;
const NAMED =
  /^\s{0,24},\s{0,24}"(?:\w{0,12}(?:name|key|field|header|param|variable|setting)|id)"\s{0,4}:\s{0,4}"([^"\\\n]{1,48})"/i;
/** As far as it could go on to a name. */
const BEGUN = /^\s{0,24}(?:,\s{0,24}(?:"(?:\w{0,18}(?:"(?:\s{0,4}(?::\s{0,4}(?:"[^"\\\n]{0,48})?)?)?)?)?)?)?$/;
const OPEN_VALUE = /^\s{0,4}(?::\s{0,4}(?:"(?:[^"\\\n]|\\.){0,256}\\?)?)?$/;
const ATTRIBUTE = /\s(name|id|type|value)\s{0,4}=\s{0,4}(?:"([^"<>]*)"|'([^'<>]*)')/gi;
/** Inputs of which the value is what is written on them, or one of a few. */
const FIXED = /^(?:submit|button|reset|checkbox|radio|image)$/i;
const PASSWORD: FieldRule = { type: 'password', value: 'any' };

/** Values before their names: `{"value":"…","key":"password"}`, `<input value="…" name="password">`. */
export const valueFirst: Detector = {
  name: 'value-first',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or label',
  source: 'JSON and HTML',
  literals: ['"value"', '<input'],
  match: (window, start, end) =>
    window.text.charAt(start) === '<' ? matchInput(window, end) : matchMember(window, start, end),
};

function matchMember({ text, isFinal }: Window, start: number, end: number): Verdict | undefined {
  const behind = text.slice(end, end + MAX_MEMBERS);
  const canGrow = behind.length < MAX_MEMBERS && !isFinal;
  const value = VALUE.exec(behind);
  if (value === null) {
    return canGrow && OPEN_VALUE.test(behind) ? undecided(start) : undefined;
  }
  const rest = behind.slice(value[0].length);
  const name = NAMED.exec(rest)?.[1];
  if (name === undefined) {
    return canGrow && BEGUN.test(rest) ? undecided(start) : undefined;
  }
  const [, content = ''] = value;
  const from = end + value[0].length - content.length - 1;
  return verdictOf(ruleOf(name), content, from);
}

/** What was replaced is no name. */
function ruleOf(name: string): FieldRule | undefined {
  return name.includes(PLACEHOLDER_START) ? undefined : fieldRule(name);
}

function matchInput({ text, isFinal }: Window, end: number): Verdict | undefined {
  const behind = text.slice(end, end + MAX_TAG);
  const close = behind.indexOf('>');
  if (close < 0) {
    return behind.length < MAX_TAG && !isFinal ? undecided(end) : undefined;
  }
  const attributes = new Map<string, { readonly text: string; readonly at: number }>();
  for (const match of behind.slice(0, close).matchAll(ATTRIBUTE)) {
    const content = match[2] ?? match[3] ?? '';
    attributes.set((match[1] ?? '').toLowerCase(), {
      text: content,
      at: match.index + match[0].length - content.length - 1,
    });
  }
  const value = attributes.get('value');
  const type = attributes.get('type')?.text ?? '';
  if (value === undefined || FIXED.test(type)) {
    return undefined;
  }
  const named = ruleOf(attributes.get('name')?.text ?? '') ?? ruleOf(attributes.get('id')?.text ?? '');
  const isPassword = /^password$/i.test(type) && !isTold(named);
  return verdictOf(isPassword ? PASSWORD : named, value.text, end + value.at);
}

/** A name that says as much as the type does. */
function isTold(rule: FieldRule | undefined): boolean {
  return rule?.value === 'any' || rule?.value === 'digits';
}

function verdictOf(rule: FieldRule | undefined, value: string, at: number): Verdict | undefined {
  const isShown = rule === undefined || value.includes(PLACEHOLDER_START) || !isNamedValue(rule, value, BARE_DATA);
  return isShown ? undefined : found(at, at + value.length, rule.type);
}

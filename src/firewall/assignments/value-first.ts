import { isNamedValue } from '../bind/told-secret.js';
import { fieldRule } from '../judge/field-names.js';
import { BARE_DATA, type FieldRule, PASSWORD } from '../judge/field-rule.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { pattern } from '../pattern/coming-text.js';

/** A value in JSON, and the member behind it that names what it is. */
const VALUE = pattern(/\s{0,4}:\s{0,4}"((?:[^"\\\n]|\\.){1,256})"/);
const NAMED = pattern(
  /\s{0,24},\s{0,24}"(?:\w{0,12}(?:name|key|field|header|param|variable|setting)|id)"\s{0,4}:\s{0,4}"([^"\\\n]{1,48})"/i,
);
const REST_OF_TAG = pattern(/([^>]{0,399})>/);
const ATTRIBUTE = /\s(name|id|type|value)\s{0,4}=\s{0,4}(?:"([^"<>]*)"|'([^'<>]*)')/gi;
/** Inputs of which the value is what is written on them, or one of a few. */
const FIXED = /^(?:submit|button|reset|checkbox|radio|image)$/i;

/** Values before their names: `{"value":"…","key":"password"}`, `<input value="…" name="password">`. */
export const valueFirst: Detector = {
  name: 'value-first',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or label',
  source: 'JSON and HTML',
  literals: ['"value"', '<input'],
  match: (window, start, end) =>
    window.text.charAt(start) === '<' ? matchInput(window, end) : matchMember(window, end),
};

function matchMember(window: Window, end: number): Verdict | undefined {
  const value = VALUE.at(window, end);
  const behind = end + (value?.[0].length ?? 0);
  const name = value === undefined ? undefined : NAMED.at(window, behind)?.[1];
  const content = value?.[1] ?? '';
  return name === undefined ? undefined : verdictOf(ruleOf(name), content, behind - content.length - 1);
}

/** What was replaced is no name. */
function ruleOf(name: string): FieldRule | undefined {
  return name.includes(PLACEHOLDER_START) ? undefined : fieldRule(name);
}

function matchInput(window: Window, end: number): Verdict | undefined {
  const inner = REST_OF_TAG.at(window, end)?.[1] ?? '';
  const attributes = new Map<string, { readonly text: string; readonly at: number }>();
  for (const match of inner.matchAll(ATTRIBUTE)) {
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

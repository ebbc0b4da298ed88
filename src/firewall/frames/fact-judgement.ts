import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import type { Judgement } from '../facts/judgement.js';
import { type RedactionOptions, redactText } from '../find/redactor.js';
import { fieldRule } from '../judge/field-names.js';
import { isListOfSecrets } from '../judge/field-pairs.js';
import { isHidden } from '../judge/field-value.js';
import { createLabeller } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isList, isOfItems } from '../rows/field-paths.js';
import { createMemberRules } from '../rows/member-rules.js';
import { compileProjection } from '../rows/projection.js';
import { createValueRedactor } from '../rows/redact-value.js';
import { createRowKeys } from '../rows/row-keys.js';

/**
 * What facts may tell of rows: what is hidden in a row when it is shown whole. Most values are not even looked at, as a
 * fact shows few of them; those that their name or their neighbours may hide are judged as they come.
 */
export function createFactJudgement(options: RedactionOptions, allowedFields?: readonly string[]): Judgement {
  const valueRedactor = whenNeeded(() => createValueRedactor(options));
  const ruleFor = options.fieldRule ?? fieldRule;
  const rules = createMemberRules(ruleFor);
  const keys = createRowKeys(ruleFor, () => undefined);
  const label = createLabeller(options.pseudonymKey);

  return {
    redact: (text, fieldName) => {
      if (fieldName === undefined) {
        return redactText(text, options).text.toWellFormed();
      }
      const row: Record<string, Value> = {};
      setMember(row, fieldName, text);
      const { value } = valueRedactor()(row);
      const [redacted] = value !== null && typeof value === 'object' ? Object.values(value) : [];
      return typeof redacted === 'string' ? redacted : text;
    },
    placeholder: (type, value) => label(type, value, 0, value.length),
    isOpen: (name, inner, object) => {
      const key = keys.after(keys.start, name);
      if (key.isPerson) {
        rules.note(inner);
      }
      const rule = rules.ruleOf(key, object, inner);
      if (isList(inner)) {
        return rule === undefined && !key.isMailbox && isOfItems(inner, ruleFor);
      }
      return rule === undefined || !(isHidden(rule, inner) || isListOfSecrets(rule, inner));
    },
    member: (name) => {
      const key = keys.after(keys.start, name);
      if (key.rule === undefined && !key.isBeside) {
        return undefined;
      }
      return {
        isBeside: key.isBeside,
        hiddenAs: (row) => {
          const value = row[name] ?? null;
          const rule = rules.ruleOf(key, row, value);
          const hides = rule !== undefined && isHidden(rule, value) && options.isAllowed?.(String(value)) !== true;
          return hides ? rule.type : undefined;
        },
      };
    },
    ...(allowedFields === undefined ? {} : { project: compileProjection(allowedFields) }),
  };
}

import type { Value } from '../../contract/row.js';
import { headerRules, pairRule } from '../judge/field-pairs.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isList } from './field-paths.js';
import { isCommand } from './redact-arguments.js';

/** Whether each item of a list is judged by itself: none names another one, as the names of headers and columns do. */
export function isOfItems(list: readonly Value[], ruleFor: (name: string) => FieldRule | undefined): boolean {
  const [first] = list;
  if (first === undefined || (typeof first === 'object' && first !== null)) {
    return first !== undefined && !isList(first);
  }
  return pairRule(list, ruleFor) === undefined && headerRules(list, ruleFor) === undefined && !isCommand(list);
}

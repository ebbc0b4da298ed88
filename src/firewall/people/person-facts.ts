import { fieldRule } from '../judge/field-names.js';

/** Facts that only people have: shops and places have phones. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);

/** Whether a bare name beside a finding of this type is a person's. */
export function isFactOfPeople(type: string | undefined): boolean {
  return type !== undefined && FACTS.has(type);
}

/** The same of the name of a field. */
export function namesFactOfPeople(field: string): boolean {
  return isFactOfPeople(fieldRule(field)?.type);
}

import type { Filter, FilterCondition } from '../contract/expansion.js';

/** All conditions of a filter, those of alternatives among them. */
export function conditionsOf(filter: Filter): readonly FilterCondition[] {
  return filter.flatMap((term) => ('any' in term ? term.any.flat() : [term]));
}

export function fieldsOf(filter: Filter): readonly string[] {
  return conditionsOf(filter).map(({ field }) => field);
}

/** A filter as `parseFilter` reads it. */
export function filterText(filter: Filter, textOf: (condition: FilterCondition) => string): string {
  const joined = (conditions: readonly FilterCondition[]): string => conditions.map(textOf).join(' and ');
  const hasAlternatives = filter.some((term) => 'any' in term);
  return filter
    .map((term) => ('any' in term ? term.any.map(joined).join(' or ') : textOf(term)))
    .join(hasAlternatives ? ', ' : ' and ');
}

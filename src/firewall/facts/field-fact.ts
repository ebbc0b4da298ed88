import type { Field } from './field.js';
import { countNotFinite, countWritten, total, wordsNotFinite } from './field-counts.js';
import { plural } from './format.js';
import type { HiddenCounts, Telling } from './judgement.js';
import { numberFigures } from './numbers.js';
import {
  describeBooleans,
  describeDates,
  describeLists,
  describeNumbers,
  describeObjects,
  describeStrings,
  type ValuesFact,
} from './type-facts.js';

type Describe = (field: Field, telling: Telling) => ValuesFact;

interface TypeOfValues {
  readonly type: string;
  readonly count: number;
  readonly describe: Describe;
}

const TYPES: readonly { type: string; count: (field: Field) => number; describe: Describe }[] = [
  { type: 'number', count: numberCount, describe: describeNumbers },
  { type: 'string', count: stringCount, describe: describeStrings },
  { type: 'date', count: (field) => field.dates.count, describe: describeDates },
  { type: 'boolean', count: (field) => field.trues + field.falses, describe: describeBooleans },
  { type: 'object', count: (field) => field.nested.objects, describe: describeObjects },
  { type: 'list', count: (field) => field.nested.lists, describe: describeLists },
];

/** Types of a field's values and how many there are of each, the most frequent first; null is counted apart. */
export function fieldTypes(field: Field): TypeOfValues[] {
  const shown = TYPES.map(({ type, count, describe }) => ({ type, count: count(field), describe }));
  const hidden = Object.entries(field.hidden).flatMap(([type, counts]) => hiddenTypes(type, counts));
  return [...shown, ...hidden].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/** Of values that are hidden where they stand, nothing is told but how many there are. */
function hiddenTypes(type: string, counts: HiddenCounts): TypeOfValues[] {
  return [...counts].map(([reason, count]) => ({
    type,
    count,
    describe: () => ({ text: `[REDACTED:${reason}]`, isHidden: true }),
  }));
}

/** `3.1 to 990, mean 211.45, sum 84580, 12 null`; the values of a mixed field one type after another. */
export function describeField(
  field: Field,
  { missing, ...given }: Omit<Telling, 'isListed'> & { readonly missing: number },
): string {
  const telling = { ...given, isListed: field.isListed };
  const types = fieldTypes(field);
  const parts = types.map(({ type, count, describe }) => {
    const { text, isHidden } = describe(field, telling);
    return types.length > 1 || isHidden ? `${plural(count, type)} ${text}` : text;
  });
  if (field.nulls > 0) {
    parts.push(`${field.nulls} null`);
  }
  if (field.empties > 0) {
    parts.push(`${field.empties} empty`);
  }
  if (missing > 0) {
    parts.push(`${missing} missing`);
  }
  return parts.join(types.length > 1 ? '; ' : ', ');
}

function numberCount(field: Field): number {
  return numberFigures(field.numbers).count + countNotFinite(field) + countWritten(field);
}

function stringCount(field: Field): number {
  return field.strings.count - countWritten(field) + total(wordsNotFinite(field));
}

import { dateRange, medianDate } from './dates.js';
import { estimateDistinct } from './distinct.js';
import { describeExtremes } from './extremes.js';
import { fewNumbersText } from './few-numbers.js';
import type { Field } from './field.js';
import { countNotFinite, countWritten, wordsNotFinite } from './field-counts.js';
import {
  estimateText,
  listText,
  meanAndSumText,
  numberText,
  placeholderText,
  plural,
  type Redact,
  valueText,
} from './format.js';
import { mostFrequent } from './frequent.js';
import type { Telling } from './judgement.js';
import { itemTypeNames } from './nested.js';
import { isNotSummed } from './not-summed.js';
import { joinedFigures, numberFigures } from './numbers.js';
import { type Place, placeText } from './place.js';
import type { Sizes } from './quantiles.js';
import { quantilesText } from './quantiles-text.js';
import { describeOrder } from './time-order.js';

/** Of fewer rows everybody sees which one it is. */
const FEWEST_WITH_PLACES = 8;

/** So many values that came once are exceptions, when others came so often on average. */
const MOST_RARE = 3;
const FEWEST_WITH_RARE = 20;
const FEWEST_OF_OFTEN = 8;

/** What is known about the values of one type. Hidden values are told by their placeholder only. */
export interface ValuesFact {
  readonly text: string;
  readonly isHidden: boolean;
}

/**
 * The two values that are shown must pass the redaction unchanged, or no figure is. Mean and sum can only be a value of
 * the field if they are one of these two.
 */
export function describeNumbers(field: Field, telling: Telling): ValuesFact {
  const { redact } = telling;
  const written = countWritten(field);
  const own = numberFigures(field.numbers);
  const figures = written === 0 ? own : joinedFigures(own, numberFigures(field.written));
  const { count, min, max } = figures;
  const notFinite = countNotFinite(field);
  if (count === 0) {
    return shown(`${notFinite} not finite`);
  }
  const placeholder = placeholderText([String(min), String(max)], redact);
  if (placeholder !== undefined) {
    return hidden(placeholder);
  }
  const sizes = sizesOf(field, written);
  const few = written === 0 && field.judgement === undefined ? fewNumbersText(field.few, redact) : '';
  const parts = [
    `${numberText(min)} to ${numberText(max)}`,
    few,
    ...(isNotSummed(field.name, figures)
      ? []
      : [meanAndSumText(figures), few === '' ? quantilesText(figures, sizes) : '']),
    notFinite === 0 ? '' : `${notFinite} not finite`,
    written === 0 ? '' : `${written} of them texts`,
    count < FEWEST_WITH_PLACES || min === max || figures.isSequence
      ? ''
      : describeExtremes(field.extremes, { telling, sizes, count }),
  ];
  return shown(parts.filter((part) => part !== '').join(', '));
}

/** Of the numbers, with those that are written as texts where these are numbers like the others. */
function sizesOf({ sizes }: Field, written: number): readonly Sizes[] {
  return written === 0 ? [sizes.own] : [sizes.own, sizes.written];
}

/** Values that are equal once they are redacted are counted as one. */
export function describeStrings(field: Field, telling: Telling): ValuesFact {
  const { judgement, redact } = telling;
  const { values, registers, minLength, maxLength } = field.strings;
  if (registers !== undefined) {
    const length = minLength === maxLength ? `${maxLength}` : `${minLength} to ${maxLength}`;
    const about = `${estimateText(estimateDistinct(registers))} distinct, ${length} chars`;
    return shown([about, ...oftenText(field, redact)].join(', '));
  }
  const counts = new Map<string, number>();
  const places = new Map<string, Place>();
  const add = (text: string, count: number): void => {
    const shown = valueText(text);
    counts.set(shown, (counts.get(shown) ?? 0) + count);
  };
  wordsNotFinite(field).forEach((count, word) => {
    add(redact(word), count);
  });
  for (const [value, { count, place, hidden = new Map<string, number>() }] of values ?? []) {
    let left = count;
    for (const [type, times] of hidden) {
      add(judgement.placeholder(type, value), times);
      left -= times;
    }
    if (left > 0) {
      const redacted = redact(value);
      add(redacted, left);
      if (field.judgement === undefined && redacted === value) {
        places.set(valueText(value), place);
      }
    }
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const parts = sorted.map(([value, count]) => `${value}=${count}`);
  const rare = rareText(sorted, places, telling);
  return shown([listText(parts, ' '), ...rare].join(', '));
}

/** What comes often among many; nothing of what may be hidden where it stands. */
function oftenText({ judgement, strings: { frequent, count } }: Field, redact: Redact): readonly string[] {
  if (frequent === undefined || judgement?.isBeside === true) {
    return [];
  }
  const parts = mostFrequent(frequent, count)
    .filter(({ text }) => redact(text) === text)
    .map(({ text, count: times, isExact }) => `${valueText(text)}${isExact ? '=' : '≥'}${times}`);
  return parts.length === 0 ? [] : [`most often ${listText(parts, ' ')}`];
}

/** Where the values stand that came once among others that came often. */
function rareText(
  counts: readonly (readonly [string, number])[],
  known: ReadonlyMap<string, Place>,
  telling: Telling,
): readonly string[] {
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const once = counts.filter(([, count]) => count === 1);
  const places = once.flatMap(([value]) => {
    const place = known.get(value);
    return place === undefined ? [] : [`${value} in ${placeText(place, telling)}`];
  });
  const often = counts.length - once.length;
  const isRare =
    once.length > 0 && once.length <= MOST_RARE && all >= FEWEST_WITH_RARE && all >= often * FEWEST_OF_OFTEN;
  return isRare && often > 0 && places.length > 0 ? [`once ${places.join(', ')}`] : [];
}

/** Where they stand is told only of dates that nothing but their looks can hide. */
export function describeDates(field: Field, { judgement, redact, isOnly }: Telling): ValuesFact {
  const { first, last } = dateRange(field.dates);
  const median = medianDate(field.dates);
  const placeholder = placeholderText([first, last, median ?? first], redact);
  if (placeholder !== undefined) {
    return hidden(placeholder);
  }
  const { times } = field.dates;
  // The times of several lists are in no common order.
  const isTold = field.judgement === undefined && times !== undefined && (isOnly || !field.isListed);
  const noun = field.isListed ? 'item' : (judgement.noun ?? 'row');
  const order = isTold ? describeOrder(times.order, noun) : [];
  return shown(
    [`${first} to ${last}`, ...(median === undefined ? [] : [`median about ${median}`]), ...order].join(', '),
  );
}

export function describeBooleans({ trues, falses }: Field): ValuesFact {
  return shown(`true=${trues} false=${falses}`);
}

export function describeObjects({ nested, entries, members }: Field, { judgement }: Telling): ValuesFact {
  if (entries !== undefined) {
    return shown(plural(entries.present, 'member'));
  }
  if (members !== undefined && members.fields.length > 0) {
    return shown('object');
  }
  const keys = [...new Set(nested.keys.map((key) => valueText(judgement.redact(key))))];
  if (keys.length === 0) {
    return shown(nested.moreKeys ? 'object' : 'empty object');
  }
  const more = nested.moreKeys ? ', …' : '';
  return shown(`object with keys ${listText(keys, ', ')}${more}`);
}

export function describeLists({ nested, items: told }: Field): ValuesFact {
  const { minItems, maxItems, items: all } = nested;
  const size = minItems === maxItems ? `${maxItems}` : `${minItems} to ${maxItems}`;
  const types = itemTypeNames(nested);
  const items = `list of ${size} item${size === '1' ? '' : 's'}`;
  const inAll = told === undefined || minItems === maxItems ? '' : `, ${all} in all`;
  return shown(`${items}${types.length === 0 ? '' : ` (${types.join(', ')})`}${inAll}`);
}

function shown(text: string): ValuesFact {
  return { text, isHidden: false };
}

function hidden(text: string): ValuesFact {
  return { text, isHidden: true };
}

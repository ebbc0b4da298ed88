import { dateRange, medianDate } from './dates.js';
import { estimateDistinct } from './distinct.js';
import { describeExtremes } from './extremes.js';
import { fewNumbersText } from './few-numbers.js';
import { countNotFinite, countWritten, type Field, wordsNotFinite } from './field.js';
import { estimateText, listText, meanAndSumText, numberText, placeholderText, valueText } from './format.js';
import type { Telling } from './judgement.js';
import { itemTypeNames } from './nested.js';
import { isNotSummed } from './not-summed.js';
import { joinedFigures, numberFigures } from './numbers.js';
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
export function describeNumbers(field: Field, { judgement, redact }: Telling): ValuesFact {
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
      : describeExtremes(field.extremes, { judgement, sizes, count }),
  ];
  return shown(parts.filter((part) => part !== '').join(', '));
}

/** Of the numbers, with those that are written as texts where these are numbers like the others. */
function sizesOf({ sizes }: Field, written: number): readonly Sizes[] {
  return written === 0 ? [sizes.own] : [sizes.own, sizes.written];
}

/** Values that are equal once they are redacted are counted as one. */
export function describeStrings(field: Field, { judgement, redact }: Telling): ValuesFact {
  const { values, registers, minLength, maxLength } = field.strings;
  if (registers !== undefined) {
    const length = minLength === maxLength ? `${maxLength}` : `${minLength} to ${maxLength}`;
    return shown(`${estimateText(estimateDistinct(registers))} distinct, ${length} chars`);
  }
  const counts = new Map<string, number>();
  const rows = new Map<string, number>();
  const add = (text: string, count: number): void => {
    const shown = valueText(text);
    counts.set(shown, (counts.get(shown) ?? 0) + count);
  };
  wordsNotFinite(field).forEach((count, word) => {
    add(redact(word), count);
  });
  for (const [value, { count, row, hidden = new Map<string, number>() }] of values ?? []) {
    let left = count;
    for (const [type, times] of hidden) {
      add(judgement.placeholder(type, value), times);
      left -= times;
    }
    if (left > 0) {
      const redacted = redact(value);
      add(redacted, left);
      if (field.judgement === undefined && redacted === value) {
        rows.set(valueText(value), row);
      }
    }
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const parts = sorted.map(([value, count]) => `${value}=${count}`);
  const rare = rareText(sorted, rows, judgement.noun ?? 'row');
  return shown([listText(parts, ' '), ...rare].join(', '));
}

/** Where the values stand that came once among others that came often. */
function rareText(
  counts: readonly (readonly [string, number])[],
  rows: ReadonlyMap<string, number>,
  noun: string,
): readonly string[] {
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const once = counts.filter(([, count]) => count === 1);
  const places = once.flatMap(([value]) => (rows.has(value) ? [`${value} in ${noun} ${rows.get(value)}`] : []));
  const often = counts.length - once.length;
  const isRare =
    once.length > 0 && once.length <= MOST_RARE && all >= FEWEST_WITH_RARE && all >= often * FEWEST_OF_OFTEN;
  return isRare && often > 0 && places.length > 0 ? [`once ${places.join(', ')}`] : [];
}

/** Where they stand is told only of dates that nothing but their looks can hide. */
export function describeDates(field: Field, { judgement, redact }: Telling): ValuesFact {
  const { first, last } = dateRange(field.dates);
  const median = medianDate(field.dates);
  const placeholder = placeholderText([first, last, median ?? first], redact);
  if (placeholder !== undefined) {
    return hidden(placeholder);
  }
  const { times } = field.dates;
  const isTold = field.judgement === undefined && times !== undefined;
  const order = isTold ? describeOrder(times.order, judgement.noun ?? 'row') : [];
  return shown(
    [`${first} to ${last}`, ...(median === undefined ? [] : [`median about ${median}`]), ...order].join(', '),
  );
}

export function describeBooleans({ trues, falses }: Field): ValuesFact {
  return shown(`true=${trues} false=${falses}`);
}

export function describeObjects({ nested }: Field, { judgement }: Telling): ValuesFact {
  const keys = [...new Set(nested.keys.map((key) => valueText(judgement.redact(key))))];
  if (keys.length === 0) {
    return shown(nested.moreKeys ? 'object' : 'empty object');
  }
  const more = nested.moreKeys ? ', …' : '';
  return shown(`object with keys ${listText(keys, ', ')}${more}`);
}

export function describeLists({ nested }: Field): ValuesFact {
  const { minItems, maxItems } = nested;
  const size = minItems === maxItems ? `${maxItems}` : `${minItems} to ${maxItems}`;
  const types = itemTypeNames(nested);
  const items = `list of ${size} item${size === '1' ? '' : 's'}`;
  return shown(types.length === 0 ? items : `${items} (${types.join(', ')})`);
}

function shown(text: string): ValuesFact {
  return { text, isHidden: false };
}

function hidden(text: string): ValuesFact {
  return { text, isHidden: true };
}

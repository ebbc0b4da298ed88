import { dateRange } from './dates.js';
import { estimateDistinct } from './distinct.js';
import { describeExtremes } from './extremes.js';
import { countNotFinite, countWritten, type Field, wordsNotFinite } from './field.js';
import {
  estimateText,
  listText,
  meanAndSumText,
  numberText,
  placeholderText,
  type Redact,
  valueText,
} from './format.js';
import type { Telling } from './judgement.js';
import { itemTypeNames } from './nested.js';
import { isNotSummed } from './not-summed.js';
import { joinedFigures, numberFigures } from './numbers.js';
import type { Sizes } from './quantiles.js';
import { quantilesText } from './quantiles-text.js';

/** Of fewer rows everybody sees which one it is. */
const FEWEST_WITH_PLACES = 8;

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
  const parts = [
    `${numberText(min)} to ${numberText(max)}`,
    ...(isNotSummed(field.name, figures)
      ? []
      : [meanAndSumText(figures), quantilesText(figures, sizesOf(field, written))]),
    notFinite === 0 ? '' : `${notFinite} not finite`,
    written === 0 ? '' : `${written} of them texts`,
    count < FEWEST_WITH_PLACES || min === max || figures.isSequence ? '' : describeExtremes(field.extremes, judgement),
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
  const add = (text: string, count: number): void => {
    const shown = valueText(text);
    counts.set(shown, (counts.get(shown) ?? 0) + count);
  };
  wordsNotFinite(field).forEach((count, word) => {
    add(redact(word), count);
  });
  for (const [value, { count, hidden = new Map<string, number>() }] of values ?? []) {
    let left = count;
    for (const [type, times] of hidden) {
      add(judgement.placeholder(type, value), times);
      left -= times;
    }
    if (left > 0) {
      add(redact(value), left);
    }
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const parts = sorted.map(([value, count]) => `${value}=${count}`);
  return shown(listText(parts, ' '));
}

export function describeDates(field: Field, redact: Redact): ValuesFact {
  const { first, last } = dateRange(field.dates);
  const placeholder = placeholderText([first, last], redact);
  return placeholder === undefined ? shown(`${first} to ${last}`) : hidden(placeholder);
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

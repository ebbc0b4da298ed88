import { amountText } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
import { numberText } from '../text/number-text.js';
import { areUnique, type ScanState, type ValuesState } from './pager-state.js';
import type { StatusPart } from './status-fit.js';
import { quoted, quotedName, type StatusRoom, scannedPart, searchTexts, stoppable, WEIGHT } from './status-words.js';

/** What was counted, and how far that came. */
export function valuesTexts(
  values: ValuesState,
  filter: ScanState | undefined,
  room: StatusRoom,
): readonly StatusPart[] {
  const { counted, status } = values;
  const rows = amountText(counted?.rows ?? 0, 'rows');
  const texts: readonly (readonly [text: string, weight: number])[] = [
    [status === 'stopped' ? `stopped after ${rows}` : rows, WEIGHT.place],
    ...listTexts(values),
    [filter === undefined ? '' : `filter ${quoted(filter.text, room)}`, WEIGHT.columns],
  ];
  return [
    ...(room.search === undefined ? [] : searchTexts(room.search, room)),
    { text: quotedName(values.field, room), weight: WEIGHT.order },
    { text: differentText(values), weight: WEIGHT.count },
    ...(status === 'running' ? stoppable('counting', '', scannedPart(values)) : []),
    { text: uniqueText(values), weight: WEIGHT.words },
    ...sumTexts(values, room),
    ...texts.map(([text, weight]) => ({ text, weight })),
  ];
}

function differentText({ counted, areRanges }: ValuesState): string {
  if (counted === undefined) {
    return '';
  }
  const more = counted.is_exact ? '' : 'more than ';
  const ranges = areRanges ? `${amountText(counted.ranges?.ranges.length ?? 0, 'ranges')} of ` : '';
  return `${ranges}${more}${amountText(counted.different, 'values')}`;
}

/** What is not in a list of values; ranges have them all. */
function listTexts(values: ValuesState): readonly (readonly [text: string, weight: number])[] {
  const { counted, areRanges } = values;
  if (counted === undefined || areRanges) {
    return [];
  }
  const which = areUnique(values) ? 'the first' : 'the most frequent';
  const shown = `${which} ${formatCount(counted.values.length)} are shown`;
  return [
    [counted.is_exact ? '' : 'rare ones were given up', WEIGHT.share],
    [counted.values.length < counted.different ? shown : '', WEIGHT.state],
  ];
}

/** Nothing can be compared then. Of those that were given up nobody knows. */
function uniqueText(values: ValuesState): string {
  if (values.areRanges || !areUnique(values)) {
    return '';
  }
  return values.counted?.is_exact === false ? 'hardly one comes twice' : 'no one comes twice';
}

/** The sum of all rows, and of how many of them where some have no number. */
function sumTexts({ counted, summed }: ValuesState, room: StatusRoom): readonly StatusPart[] {
  if (summed === undefined || counted?.summed === undefined) {
    return [];
  }
  const { sum, numbers, least, most } = counted.summed;
  const name = quotedName(summed, room);
  if (numbers === 0) {
    const shorter = { text: 'no numbers', weight: WEIGHT.progress };
    return [{ text: `no numbers in ${name}`, weight: WEIGHT.count, shorter }];
  }
  const some = numbers < counted.rows ? ` of ${amountText(numbers, 'numbers')}` : '';
  const short = `sum of ${name}`;
  const mean = `mean ${numberText(sum / numbers)}`;
  const extremes = least === undefined || most === undefined ? '' : `, ${numberText(least)} to ${numberText(most)}`;
  return [
    {
      text: `${short} ${numberText(sum)}${some}`,
      weight: WEIGHT.count,
      shorter: { text: short, weight: WEIGHT.progress },
    },
    { text: `${mean}${extremes}`, weight: WEIGHT.words, shorter: { text: mean, weight: WEIGHT.short } },
  ];
}

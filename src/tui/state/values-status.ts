import { amountText } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
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

import { ownCopy } from '../lex/own-copy.js';
import { valueText } from './format.js';
import type { Judgement } from './judgement.js';
import { quantilesOf, type Sizes } from './quantiles.js';

/** Where the least and the greatest numbers of a field stand, with what their rows are called; the furthest first. */
export interface Extremes {
  readonly least: Place[];
  readonly most: Place[];
}

/** Written over, as the greatest number so far of rows that are numbered is a new one in each of them. */
interface Place {
  value: number;
  row: number;
  /** What it is called. */
  name: { readonly field: string; readonly text: string } | undefined;
}

/** One more than are told: when it is far from the others too, there are too many of them to be exceptions. */
const KEPT = 4;
/** Of fewer numbers none is an exception. */
const FEWEST = 20;
/** So many times the distance of the quartiles beyond them (Tukey's outer fence). */
const FENCE = 3;
const MOST_NAME_CHARS = 64;
/** A slice that short holds its characters itself. */
const LONGEST_OF_ITS_OWN = 12;

export function createExtremes(): Extremes {
  return { least: [], most: [] };
}

/** The first member of a row that nothing but its looks can hide: it tells the row from others. */
export interface Naming {
  readonly field: string;
  readonly value: string | number;
}

/** Whether a number has to be told of. */
export function isExtreme({ least, most }: Extremes, value: number): boolean {
  const low = least[KEPT - 1];
  const high = most[KEPT - 1];
  return (low === undefined || high === undefined || value < low.value || value > high.value) && value - value === 0;
}

export function noteExtreme(
  { name, extremes: { least, most } }: { readonly name: string; readonly extremes: Extremes },
  value: number,
  at: { readonly row: number; readonly naming: Naming | undefined },
): void {
  const naming = at.naming?.field === name ? undefined : at.naming;
  const low = least[KEPT - 1];
  if (low === undefined || value < low.value) {
    fill(placeFor(least, value, -1), value, { row: at.row, naming });
  }
  const high = most[KEPT - 1];
  if (high === undefined || value > high.value) {
    fill(placeFor(most, value, 1), value, { row: at.row, naming });
  }
}

/** Of equal numbers the first row stays first. */
function placeFor(places: Place[], value: number, sign: number): Place {
  const place = (places.length < KEPT ? undefined : places.pop()) ?? { value, row: 0, name: undefined };
  let at = places.length;
  for (; at > 0; at -= 1) {
    const before = places[at - 1];
    if (before === undefined || sign * (before.value - value) >= 0) {
      break;
    }
    places[at] = before;
  }
  places[at] = place;
  return place;
}

function fill(place: Place, value: number, { row, naming }: { row: number; naming: Naming | undefined }): void {
  place.value = value;
  place.row = row;
  place.name = nameOf(naming);
}

/** `least in row 45 (no=46), most in row 570 (no=571), also far above 8800 in row 12`. */
export function describeExtremes(
  { least, most }: Extremes,
  {
    judgement,
    sizes,
    count,
  }: { readonly judgement: Judgement; readonly sizes: readonly Sizes[]; readonly count: number },
): string {
  const [lowest] = least;
  const [highest] = most;
  if (lowest === undefined || highest === undefined) {
    return '';
  }
  const [low = 0, high = 0] = count < FEWEST ? [] : quantilesOf(sizes, [0.25, 0.75]);
  const fence = FENCE * (high - low);
  const further = (places: readonly Place[], isFar: (value: number) => boolean, words: string): readonly string[] => {
    const far = fence > 0 ? places.filter(({ value }) => isFar(value)).slice(1) : [];
    const isClear = far.every(({ value }) => judgement.redact(String(value)) === String(value));
    return far.length === 0 || far.length === KEPT - 1 || !isClear
      ? []
      : [`also far ${words} ${far.map((place) => `${place.value} in ${placeText(place, judgement)}`).join(', ')}`];
  };
  return [
    `least in ${placeText(lowest, judgement)}`,
    ...further(least, (value) => value < low - fence, 'below'),
    `most in ${placeText(highest, judgement)}`,
    ...further(most, (value) => value > high + fence, 'above'),
  ].join(', ');
}

function placeText({ row, name }: Place, judgement: Judgement): string {
  return name === undefined
    ? `${judgement.noun ?? 'row'} ${row}`
    : `${judgement.noun ?? 'row'} ${row} (${valueText(judgement.redact(name.field))}=${valueText(judgement.redact(name.text, name.field))})`;
}

function nameOf(naming: Naming | undefined): Place['name'] {
  const text = naming === undefined ? '' : String(naming.value);
  return naming === undefined || text.length > MOST_NAME_CHARS || naming.field.length > MOST_NAME_CHARS
    ? undefined
    : { field: naming.field, text: text.length > LONGEST_OF_ITS_OWN ? ownCopy(text) : text };
}

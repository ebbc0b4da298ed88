import { ownCopy } from '../lex/own-copy.js';
import { valueText } from './format.js';
import type { Telling } from './judgement.js';
import { placeText, type Standing, type Trail } from './place.js';
import { quantilesOf, type Sizes } from './quantiles.js';

/** Where the least and the greatest numbers of a field stand, with what their rows are called; the furthest first. */
export interface Extremes {
  readonly least: Extreme[];
  readonly most: Extreme[];
}

/** Written over, as the greatest number so far of rows that are numbered is a new one in each of them. */
interface Extreme {
  value: number;
  row: number;
  trail: Trail | undefined;
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

/** Whether a number has to be told of. */
export function isExtreme({ least, most }: Extremes, value: number): boolean {
  const low = least[KEPT - 1];
  const high = most[KEPT - 1];
  return (low === undefined || high === undefined || value < low.value || value > high.value) && value - value === 0;
}

export function noteExtreme(
  { name, extremes: { least, most } }: { readonly name: string; readonly extremes: Extremes },
  value: number,
  at: Standing,
): void {
  const low = least[KEPT - 1];
  if (low === undefined || value < low.value) {
    fill(placeFor(least, value, -1), name, at);
  }
  const high = most[KEPT - 1];
  if (high === undefined || value > high.value) {
    fill(placeFor(most, value, 1), name, at);
  }
}

/** Of equal numbers the first row stays first. */
function placeFor(places: Extreme[], value: number, sign: number): Extreme {
  const place = (places.length < KEPT ? undefined : places.pop()) ?? {
    value,
    row: 0,
    trail: undefined,
    name: undefined,
  };
  let at = places.length;
  place.value = value;
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

function fill(place: Extreme, name: string, { row, trail, namingField, namingValue }: Standing): void {
  place.row = row;
  place.trail = trail;
  place.name = namingField === undefined || namingField === name ? undefined : nameOf(namingField, namingValue);
}

/** `least in row 45 (no=46), most in row 570 (no=571), also far above 8800 in row 12`. */
export function describeExtremes(
  { least, most }: Extremes,
  { telling, sizes, count }: { readonly telling: Telling; readonly sizes: readonly Sizes[]; readonly count: number },
): string {
  const { judgement } = telling;
  const [lowest] = least;
  const [highest] = most;
  if (lowest === undefined || highest === undefined) {
    return '';
  }
  const [low = 0, high = 0] = count < FEWEST ? [] : quantilesOf(sizes, [0.25, 0.75]);
  const fence = FENCE * (high - low);
  const further = (places: readonly Extreme[], isFar: (value: number) => boolean, words: string): readonly string[] => {
    const far = fence > 0 ? places.filter(({ value }) => isFar(value)).slice(1) : [];
    const isClear = far.every(({ value }) => judgement.redact(String(value)) === String(value));
    return far.length === 0 || far.length === KEPT - 1 || !isClear
      ? []
      : [`also far ${words} ${far.map((place) => `${place.value} in ${namedPlace(place, telling)}`).join(', ')}`];
  };
  return [
    `least in ${namedPlace(lowest, telling)}`,
    ...further(least, (value) => value < low - fence, 'below'),
    `most in ${namedPlace(highest, telling)}`,
    ...further(most, (value) => value > high + fence, 'above'),
  ].join(', ');
}

function namedPlace(place: Extreme, telling: Telling): string {
  const { name } = place;
  const { redact } = telling.judgement;
  const text = placeText(place, telling);
  return name === undefined
    ? text
    : `${text} (${valueText(redact(name.field))}=${valueText(redact(name.text, name.field))})`;
}

function nameOf(field: string, value: string | number): Extreme['name'] {
  const text = String(value);
  return text.length > MOST_NAME_CHARS || field.length > MOST_NAME_CHARS
    ? undefined
    : { field, text: text.length > LONGEST_OF_ITS_OWN ? ownCopy(text) : text };
}

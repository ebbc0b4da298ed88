import { ownCopy } from '../redactor/own-copy.js';
import { valueText } from './format.js';
import type { Judgement } from './judgement.js';
import { isAbove, isBelow, type NumberStats } from './numbers.js';

/** Where the least and the greatest number of a field stand, with what the row is called. */
export interface Extremes {
  least: Place | undefined;
  most: Place | undefined;
}

interface Place {
  readonly row: number;
  /** What it is called. */
  readonly name: { readonly field: string; readonly text: string } | undefined;
}

const MOST_NAME_CHARS = 64;
/** A slice that short holds its characters itself. */
const LONGEST_OF_ITS_OWN = 12;

export function createExtremes(): Extremes {
  return { least: undefined, most: undefined };
}

/** The first member of a row that nothing but its looks can hide: it tells the row from others. */
export interface Naming {
  readonly field: string;
  readonly value: string | number;
}

/** To be told of a number before it is added. */
export function noteExtreme(
  field: {
    readonly name: string;
    readonly numbers: NumberStats;
    readonly written: NumberStats;
    readonly extremes: Extremes;
  },
  value: number,
  at: { readonly row: number; readonly naming: Naming | undefined },
): void {
  const least = isBelow(field.numbers, value) && isBelow(field.written, value);
  const most = isAbove(field.numbers, value) && isAbove(field.written, value);
  if (!least && !most) {
    return;
  }
  const place = { row: at.row, name: at.naming?.field === field.name ? undefined : nameOf(at.naming) };
  field.extremes.least = least ? place : field.extremes.least;
  field.extremes.most = most ? place : field.extremes.most;
}

/** `least in row 45 (no=46), most in row 570 (no=571)`. */
export function describeExtremes({ least, most }: Extremes, judgement: Judgement): string {
  return least === undefined || most === undefined
    ? ''
    : `least in ${placeText(least, judgement)}, most in ${placeText(most, judgement)}`;
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

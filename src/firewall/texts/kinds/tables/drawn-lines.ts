import type { Value } from '../../../../contract/row.js';

const RULER = /^[\s|+\-:─━═┼╪╬├┤╞╡╠╣┌┐┬└┴┘│║]{5,2000}$/;
const DRAWN = /[-─━═]{2}/;
const BARS = /[|│║]/;
/** Where columns meet in the line below a header. */
const JOINTS = /[+|┼╪╬│║]/;
const EDGES = /^\s{0,20}[|│║+├╞╠┌]|[|│║+┤╡╣┐]\s{0,20}$/g;
const RECORD = /^-\[ RECORD (\d{1,12}) \]/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

/** The line between a table's header and its rows, or around them. */
export function isRuler(text: string): boolean {
  return RULER.test(text) && DRAWN.test(text);
}

/** Without the bars at both ends. */
export function cellsOf(text: string): readonly string[] {
  const inner = text.replace(EDGES, '');
  return inner.split(isRuler(text) ? JOINTS : BARS).map((cell) => cell.trim());
}

/** `-[ RECORD 12 ]---` of psql's expanded form. */
export function recordNumber(text: string): number | undefined {
  const found = RECORD.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** An empty cell is none. */
export function cellValue(cell: string): Value {
  return cell === '' ? null : NUMBER.test(cell) ? Number(cell) : cell;
}

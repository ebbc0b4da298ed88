const SPACE = 0x20;
/** Of a line of `xxd`, or of a table of codes: its offset and eight groups of four hexadecimal digits. */
const MAX_BEFORE = 56;
const BEFORE = /(?:(?<![^\n])([0-9a-f]{7}0): {1,2})?((?:[0-9a-f]{4} ){0,8})$/i;
const FEWEST = 10;
const NOT_DECIMAL = /[a-f]/i;

/** Of a line of `od`: its offset and bytes. */
const BYTES = /(?<![^\n])[0-9a-f]{6,8}:? {1,2}(?:[0-9a-f]{2} )*$/i;

/** Whether two digits are a byte of a dump. */
export function isInByteDump(text: string, start: number, floor: number): boolean {
  return (
    start > floor &&
    text.charCodeAt(start - 1) === SPACE &&
    BYTES.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))
  );
}

/** Whether a group of four digits stands behind others of a dump of bytes, of which some are no decimal numbers. */
export function isInHexDump(text: string, start: number, floor: number): boolean {
  if (start <= floor || text.charCodeAt(start - 1) !== SPACE) {
    return false;
  }
  const [, offset, groups = ''] = BEFORE.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start)) ?? [];
  return offset !== undefined || (groups.length >= FEWEST && NOT_DECIMAL.test(groups));
}

import { withoutControls } from './unprinted.js';

const CARRIAGE_RETURN = /\r\n?/g;
const DIRECTION_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SUSPECT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;
const BEYOND_ASCII = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that a terminal can only print. Control sequences (CSI, OSC, DCS and their kin) and all other control
 * characters but newline and tab are removed, direction overrides become visible, lone surrogates are replaced.
 */
export function terminalSafe(text: string): string {
  if (!SUSPECT.test(text)) {
    return text;
  }
  return withoutControls(text)
    .replace(CARRIAGE_RETURN, '\n')
    .replace(DIRECTION_CONTROL, (mark) => `<U+${hex(mark).toUpperCase()}>`)
    .toWellFormed();
}

/** As `terminalSafe`, on one line: for cells, ids and messages. */
export function terminalSafeLine(text: string): string {
  return terminalSafe(text)
    .replace(/[\n\u2028\u2029]/g, '⏎')
    .replace(/\t/g, ' ');
}

/** Serialised JSON for a terminal: what JSON leaves bare and a terminal would obey is escaped; the value is the same. */
export function terminalSafeJson(json: string): string {
  return json.replace(BEYOND_ASCII, (mark) => `\\u${hex(mark)}`);
}

function hex(mark: string): string {
  return mark.charCodeAt(0).toString(16).padStart(4, '0');
}

import { withoutControls, withoutSequences } from '../../contract/unprinted.js';

const SUSPECT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\^\[\[/;
/** Colours as `cat -v` and some services' logs write them. */
const SPELT = /\^\[\[[0-9;]{0,32}[A-Za-z]/g;

/** A line as it stands on a terminal in the end: without colours, and of a line that was redrawn the last drawing. */
export function plainLine(text: string): string {
  if (!SUSPECT.test(text)) {
    return text;
  }
  return withoutControls(lastDrawing(withoutSequences(text))).replace(SPELT, '');
}

/** What stands behind the last carriage return that has something behind it. */
function lastDrawing(text: string): string {
  const parts = text.split('\r');
  return parts.findLast((part) => part.trim() !== '') ?? '';
}

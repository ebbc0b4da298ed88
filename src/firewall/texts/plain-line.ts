const SEQUENCE = /[\u001b\u009b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[@-Z\\-_])?/g;
const OTHER_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const SUSPECT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** A line as it stands on a terminal in the end: without colours, and of a line that was redrawn the last drawing. */
export function plainLine(text: string): string {
  if (!SUSPECT.test(text)) {
    return text;
  }
  return lastDrawing(text.replace(SEQUENCE, '')).replace(OTHER_CONTROLS, '');
}

/** What stands behind the last carriage return that has something behind it. */
function lastDrawing(text: string): string {
  const parts = text.split('\r');
  return parts.findLast((part) => part.trim() !== '') ?? '';
}

import { withoutControls, withoutSequences } from '../../contract/unprinted.js';
import type { TextLine } from './text-line.js';

const SUSPECT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** Colours as `cat -v` and some services' logs write them: the redaction has seen them as the text that they are. */
const SPELT_START = '^[[';
const SPELT = /\^\[\[[0-9;]{0,32}[A-Za-z]/g;

/** A line as it stands on a terminal in the end: without control sequences, and of a line that was redrawn the last drawing. */
export function plainLine(text: string): string {
  return printedLine(text).text;
}

/** The same, and how many characters of it are colours and other control sequences. */
export function printedLine(text: string): { readonly text: string; readonly escapeChars: number } {
  if (!SUSPECT.test(text)) {
    return { text, escapeChars: 0 };
  }
  const drawn = withoutSequences(text);
  return { text: withoutControls(lastDrawing(drawn)), escapeChars: text.length - drawn.length };
}

/** Without colours that are spelt. What they stood between may be a secret now that was none with them, so it is redacted again. */
export function withoutSpelt(line: TextLine, redact: (text: string) => string): TextLine {
  if (!line.text.includes(SPELT_START)) {
    return line;
  }
  const text = line.text.replace(SPELT, '');
  return { ...line, text: redact(text), rawChars: Math.max(0, line.rawChars - (line.text.length - text.length)) };
}

/** What stands behind the last carriage return that has something behind it. */
function lastDrawing(text: string): string {
  const parts = text.split('\r');
  return parts.findLast((part) => part.trim() !== '') ?? '';
}

/** Escape sequences of terminals: colours, titles, links. */
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Characters that nobody sees and a model reads: zero width, direction marks, fillers, variation selectors, tags. */
const INVISIBLE = /[\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

const HALF_PAIRS = /\p{Cs}/gu;

/** A text of a server as a model may read it: what is invisible or steers a terminal is gone, and it is not too long. */
export function cleanText(text: string, maxChars: number): string {
  const cleaned = text
    .slice(0, maxChars * 4)
    .replace(HALF_PAIRS, '\ufffd')
    .replace(ESCAPES, '')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .trim();
  return cleaned.length > maxChars ? `${cleaned.slice(0, maxChars - 1).replace(HALF_PAIRS, '')}…` : cleaned;
}

/** The same on one line. */
export function cleanLine(text: string, maxChars: number): string {
  return cleanText(text.slice(0, maxChars * 4).replace(/\s+/g, ' '), maxChars);
}

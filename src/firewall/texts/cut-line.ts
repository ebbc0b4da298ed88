const PLACEHOLDER_START = '[REDACTED:';
/** A quarter of what is kept of a line is its end. */
export const KEPT_END_PART = 4;

/** A line, or its beginning and its end with the number of characters between them, and how many of its characters are left out. */
export interface CutLine {
  readonly text: string;
  readonly left: number;
}

/** At most `most` characters of a line, of which `dropped` more are gone already. No placeholder or surrogate pair is cut. */
export function cutLine(text: string, most: number, dropped = 0): CutLine {
  if (text.length <= most && dropped === 0) {
    return { text, left: 0 };
  }
  const endChars = Math.floor(most / KEPT_END_PART);
  const start = wholeStart(text.slice(0, most - endChars));
  const end = wholeEnd(text, Math.max(start.length, text.length - endChars));
  const left = text.length + dropped - start.length - end.length;
  return { text: `${start}[… ${left} characters …]${end}`, left };
}

function wholeStart(text: string): string {
  const mark = text.lastIndexOf(PLACEHOLDER_START);
  const cut = mark >= 0 && text.indexOf(']', mark) < 0 ? text.slice(0, mark) : text;
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

function wholeEnd(text: string, from: number): string {
  const mark = text.lastIndexOf(PLACEHOLDER_START, from - 1);
  const close = mark < 0 ? -1 : text.indexOf(']', mark);
  const end = text.slice(close >= from ? close + 1 : from);
  const first = end.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? end.slice(1) : end;
}

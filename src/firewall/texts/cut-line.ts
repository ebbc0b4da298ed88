const PLACEHOLDER_START = '[REDACTED:';
const MARK_START = '[… ';
const MARK_END = ' characters …]';
/** Longer lines are told by their beginning and their end. */
export const LONGEST_LINE = 4096;
/** So much of a text's beginning is kept however long its lines are: it may be one line. */
export const LONGEST_BEGINNING = 16 * LONGEST_LINE;
/** Of a page behind that, whose lines may be paragraphs. */
const LONGEST_TOLD = 2 * LONGEST_LINE;
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
  const before = earlierMark(text);
  const startAt = startEnd(text, most - endChars);
  const start = text.slice(0, Math.min(startAt, before?.from ?? startAt));
  const endAt = endStart(text, Math.max(start.length, text.length - endChars));
  const end = text.slice(Math.max(endAt, before?.to ?? endAt));
  const left = text.length + dropped - start.length - end.length - (before === undefined ? 0 : before.to - before.from);
  return { text: `${start}${MARK_START}${left + (before?.left ?? 0)}${MARK_END}${end}`, left };
}

/** As much of a line as is ever told, behind so many characters of others. */
export function toldPart(text: string, before: number): string {
  return cutLine(text, Math.max(LONGEST_TOLD, LONGEST_BEGINNING - before)).text;
}

/** Where the line was cut before: that gap becomes a part of the new one. */
function earlierMark(text: string): { readonly from: number; readonly to: number; readonly left: number } | undefined {
  const end = text.indexOf(MARK_END);
  const from = end < 0 ? -1 : text.lastIndexOf(MARK_START, end);
  const left = from < 0 ? Number.NaN : Number(text.slice(from + MARK_START.length, end));
  return Number.isSafeInteger(left) ? { from, to: end + MARK_END.length, left } : undefined;
}

function startEnd(text: string, at: number): number {
  const [from] = placeholderAround(text, at) ?? [at];
  const last = text.charCodeAt(from - 1);
  return last >= 0xd800 && last <= 0xdbff ? from - 1 : from;
}

function endStart(text: string, at: number): number {
  const [, to] = placeholderAround(text, at) ?? [at, at];
  const first = text.charCodeAt(to);
  return first >= 0xdc00 && first <= 0xdfff ? to + 1 : to;
}

/** Where the placeholder begins and ends that a place is in the middle of. */
function placeholderAround(text: string, at: number): readonly [number, number] | undefined {
  const from = text.lastIndexOf(PLACEHOLDER_START, at - 1);
  const close = from < 0 ? -1 : text.indexOf(']', from);
  return close >= at ? [from, close + 1] : undefined;
}

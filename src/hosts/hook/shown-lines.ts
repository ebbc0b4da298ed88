import { placeholdersIn } from './placeholders.js';

/** A redacted text beside the true one; outside the replacements they are the same. */
export interface ShownText {
  readonly real: string;
  readonly shown: string;
  readonly replacements: readonly { readonly at: number; readonly length: number; readonly raw_chars: number }[];
}

/** A line as it was shown, and what it truly is. */
export interface ShownLine {
  readonly shown: string;
  readonly real: string;
  /** What stands before each placeholder on the line, and the true text in its place. */
  readonly values: readonly { readonly placeholder: string; readonly lead: string; readonly real: string }[];
}

export function linesOf(text: ShownText): readonly ShownLine[] {
  let at = 0;
  return text.shown.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    const values = placeholdersIn(line).map(({ placeholder, at: column }) => ({
      placeholder,
      lead: line.slice(0, column),
      real: realPart(text, start + column, start + column + placeholder.length) ?? placeholder,
    }));
    return {
      shown: withoutReturn(line),
      real: withoutReturn(realPart(text, start, start + line.length) ?? line),
      values,
    };
  });
}

/** The true text behind a part of the shown one; undefined where the part cuts a placeholder of ours. */
export function realPart(text: ShownText, from: number, to: number): string | undefined {
  const [start, end] = [realIndex(text, from), realIndex(text, to)];
  return start === undefined || end === undefined ? undefined : text.real.slice(start, end);
}

function realIndex({ replacements }: ShownText, index: number): number | undefined {
  let shift = 0;
  for (const { at, length, raw_chars: chars } of replacements) {
    if (at + length <= index) {
      shift += chars - length;
    } else if (at < index) {
      return undefined;
    } else {
      break;
    }
  }
  return index + shift;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

import type { ShownText } from './shown-lines.js';

/** A line of something hidden, and what stands in its place. */
export interface HiddenLine {
  readonly line: string;
  readonly placeholder: string;
}

/** Shorter ones may be ordinary words elsewhere. */
const LEAST_CHARS = 16;

/** What a text hides, line by line: a key of many lines is known by its first one alone. */
export function hiddenLinesOf({ real, shown, replacements }: ShownText): readonly HiddenLine[] {
  const lines = new Map<string, string>();
  let shift = 0;
  for (const { at, length, raw_chars: chars } of replacements) {
    const placeholder = shown.slice(at, at + length);
    const value = real.slice(at + shift, at + shift + chars);
    for (const line of value.split('\n').map((each) => each.trim())) {
      if (line.length >= LEAST_CHARS) {
        lines.set(line, placeholder);
      }
    }
    shift += chars - length;
  }
  return [...lines]
    .map(([line, placeholder]) => ({ line, placeholder }))
    .sort((one, other) => other.line.length - one.line.length);
}

export function withoutLines(text: string, hidden: readonly HiddenLine[]): string {
  return hidden.reduce((left, { line, placeholder }) => left.replaceAll(line, () => placeholder), text);
}

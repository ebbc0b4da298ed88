import type { DetectorPack } from '../../src/firewall/lex/detector.js';

/**
 * How a case reaches the redactor: as a text, as one JSON value after another (one a line), or as CSV. The last two
 * are decoded first, as the program would do it.
 */
export type Form = 'text' | 'rows' | 'csv';

/** A text in which what must vanish stands between marks. */
export interface Positive {
  /** What kind of secret or personal datum it is. */
  readonly kind: string;
  /** Which format or country. */
  readonly variant: string;
  readonly context: string;
  readonly form: Form;
  readonly marked: string;
  /** The locale pack that must be on. */
  readonly pack?: DetectorPack;
}

/** A text in which nothing is secret. */
export interface Negative {
  readonly kind: string;
  readonly context: string;
  readonly form: Form;
  readonly text: string;
}

/** A half-open stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const OPEN = '\u{e000}';
const CLOSE = '\u{e001}';

/** Marks the part of a text that must vanish. */
export function secret(text: string): string {
  return `${OPEN}${text}${CLOSE}`;
}

/** The text without its marks, and what stood between them. */
export function unmark(marked: string): { readonly text: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let text = '';
  let start = 0;
  for (const piece of marked.split(/([\u{e000}\u{e001}])/u)) {
    if (piece === OPEN) {
      start = text.length;
    } else if (piece === CLOSE) {
      spans.push({ start, end: text.length });
    } else {
      text += piece;
    }
  }
  return { text, spans };
}

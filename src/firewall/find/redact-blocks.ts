import type { RedactionOptions } from './redactor.js';
import { createTextRowRedactor } from './text-row-redactor.js';

const LINE_END = '\n';

/** Texts that are read as one, and each by itself; undefined where nothing in them has to be replaced. */
export function redactBlocks(texts: readonly string[], options: RedactionOptions): readonly string[] | undefined {
  const redactor = createTextRowRedactor(options);
  const pushed = texts.flatMap((text, index) =>
    redactor.push({ line: index + 1, block_end: true, text: `${text}${LINE_END}` }, index),
  );
  const rows = [...pushed, ...redactor.end()];
  return rows.every(({ redactions }) => redactions.size === 0) ? undefined : rows.map(({ value }) => shownText(value));
}

/** Of a secret that goes on in the next one, the line end is a part. */
function shownText(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';
  return text.endsWith(LINE_END) ? text.slice(0, -1) : text;
}

import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { Value } from '../../contract/row.js';
import type { RedactionOptions } from '../find/redactor.js';
import { whenNeeded } from '../lex/when-needed.js';
import { compileProjection, memberTest } from '../rows/projection.js';
import { createValueRedactor, type RedactedValue } from '../rows/redact-value.js';

/**
 * Shows of rows what a reader may see who is allowed some fields only; `undefined` is a row that is hidden from him. What
 * is hidden is judged on the whole row, before anything of it is left out: what stands beside a value can hide it.
 */
export function createRowView(
  redaction: RedactionOptions,
  allowedFields: readonly string[] | undefined,
): (row: Value) => RedactedValue | undefined {
  // Of a text there are no rows.
  const redactor = whenNeeded(() => createValueRedactor(redaction));
  if (allowedFields === undefined) {
    return (row) => redactor()(row);
  }
  const project = compileProjection(allowedFields);
  const wants = memberTest(allowedFields);
  return (row) => {
    const { value, counts } = redactor()(row, wants);
    const seen = project(value);
    return seen === undefined ? undefined : { value: seen, counts: shownCounts(counts, seen) };
  };
}

/** Of what a row had replaced, only what its projection still shows. */
export function shownCounts(counts: ReadonlyMap<string, number>, value: Value): ReadonlyMap<string, number> {
  return counts.size === 0 ? counts : countPlaceholders([JSON.stringify(value)]);
}

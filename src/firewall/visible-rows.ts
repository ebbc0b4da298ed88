import type { Row, Value } from '../contract/row.js';
import { countPlaceholders } from './count-placeholders.js';
import { compileProjection } from './projection.js';
import { createValueRedactor } from './redact-value.js';
import { type RedactionOptions, redactText } from './redactor.js';
import { createRowReader } from './row-reader.js';
import { createTextRowRedactor, isTextRow, type RedactedRow } from './text-row-redactor.js';

/** Kept rows as they come out of the store. */
export interface KeptRows {
  readonly first_row: number;
  readonly lines: Uint8Array;
}

/** A reader of one page must not wait for the rest of the piece that its rows are kept in, and many a page is short. */
const FIRST_ROWS = 16;
const ROWS_AT_ONCE = 64;

export interface VisibleRowsOptions {
  readonly redaction: RedactionOptions;
  /** Fields the grant allows; others do not exist for this reader. */
  readonly allowedFields?: readonly string[];
  /** Looks at redacted, visible members only, so that it can be no oracle. */
  readonly matches?: (row: Value) => boolean;
  /** Fields asked for; the last step. */
  readonly fields?: readonly string[];
}

/** Allow → redact → filter → project: kept rows as a reader may see them, in order, a list for each stored piece. */
export async function* visibleRows(
  kept: AsyncIterable<KeptRows>,
  options: VisibleRowsOptions,
): AsyncGenerator<readonly RedactedRow[]> {
  const allow = options.allowedFields === undefined ? undefined : compileProjection(options.allowedFields);
  const project = options.fields === undefined ? undefined : compileProjection(options.fields);
  // Without a filter nothing but the fields asked for has to be redacted; kept text is redacted whole. A name that is
  // itself redacted must be looked for among the redacted names, or it could be guessed.
  const isPlain = (options.fields ?? []).every((name) => isPlainName(name, options.redaction));
  const projectFirst = options.matches === undefined && isPlain ? project : undefined;
  const redactValue = createValueRedactor(options.redaction);
  const text = createTextRowRedactor(options.redaction);
  let hasText = false;

  /** Puts what may be seen of a row behind the others. */
  function admit(row: Row, index: number, rows: RedactedRow[]): void {
    const visible = allow === undefined ? row : allow(row);
    if (visible === undefined) {
      return;
    }
    if (isTextRow(visible)) {
      hasText = true;
      rows.push(...text.push(visible, index));
      return;
    }
    const wanted = projectFirst === undefined ? visible : projectFirst(visible);
    if (wanted === undefined) {
      return;
    }
    const { value, counts } = redactValue(wanted);
    if (hasText) {
      rows.push(...text.end());
    }
    rows.push({ index, value, redactions: counts });
  }

  function chosen(rows: readonly RedactedRow[]): readonly RedactedRow[] {
    const matching = options.matches === undefined ? rows : rows.filter((row) => options.matches?.(row.value));
    if (project === undefined) {
      return matching;
    }
    return matching.flatMap((row) => {
      const value = project(row.value);
      return value === undefined ? [] : [{ ...row, value, redactions: shownRedactions(row, value) }];
    });
  }

  let most = FIRST_ROWS;
  for await (const piece of kept) {
    const take = createRowReader(piece.lines);
    let index = piece.first_row;
    for (let some = take(most); some.length > 0; some = take(most)) {
      const rows: RedactedRow[] = [];
      for (const row of some) {
        admit(row, index, rows);
        index += 1;
      }
      most = ROWS_AT_ONCE;
      yield chosen(rows);
    }
  }
  yield chosen(text.end());
}

/** Whether a field of this name is shown under the same name. */
export function isPlainName(name: string, redaction: RedactionOptions): boolean {
  return !name.includes('[REDACTED:') && redactText(name, redaction).replacements.length === 0;
}

/** Of what a row had replaced, only what its projection still shows. */
function shownRedactions(row: RedactedRow, value: Value): ReadonlyMap<string, number> {
  return row.redactions.size === 0 ? row.redactions : countPlaceholders([JSON.stringify(value)]);
}

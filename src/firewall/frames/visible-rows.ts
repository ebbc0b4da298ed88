import type { HandleState } from '../../contract/frame.js';
import type { Row, Value } from '../../contract/row.js';
import { isMembers } from '../../streams/members.js';
import { type RedactionOptions, redactText } from '../find/redactor.js';
import { createTextRowRedactor, isTextRow, type RedactedRow } from '../find/text-row-redactor.js';
import { matchingRecords } from '../nested/matching-records.js';
import { compileProjection, memberTest } from '../rows/projection.js';
import { createValueRedactor } from '../rows/redact-value.js';
import { createRowReader } from '../rows/row-reader.js';
import { shownCounts } from './row-view.js';

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
  /** Asked when all kept rows were read. Of text that is not complete the undecided end is not shown; of an open one it comes later. */
  readonly state: () => HandleState;
  /** Fields the grant allows; others do not exist for this reader. */
  readonly allowedFields?: readonly string[];
  /** Looks at redacted, visible members only, so that it can be no oracle. */
  readonly matches?: (row: Value) => boolean;
  /** With the fields that `matches` asks about, records inside of rows that have none of them are found too. */
  readonly matchedFields?: readonly string[];
  /** Fields asked for; the last step. */
  readonly fields?: readonly string[];
  /** Nobody looks at other members of the rows than these. */
  readonly looks?: readonly string[] | undefined;
}

/** Redact → allow → filter → project: kept rows as a reader may see them, in order, a list for each stored piece. */
export async function* visibleRows(
  kept: AsyncIterable<KeptRows>,
  options: VisibleRowsOptions,
): AsyncGenerator<readonly RedactedRow[]> {
  const { allowedFields, fields, matches, matchedFields, looks = fields } = options;
  const redactValue = createValueRedactor(options.redaction);
  // What is hidden is judged on the whole row. Without a filter nothing but the fields asked for is looked through.
  const wants = matches === undefined && looks !== undefined ? memberTest(looks) : undefined;
  const allow = allowedFields === undefined ? undefined : compileProjection(allowedFields);
  const project = fields === undefined ? undefined : compileProjection(fields);
  const text = createTextRowRedactor(options.redaction);

  /** Puts what may be seen of a row behind the others. */
  function admit(row: Row, index: number, rows: RedactedRow[]): void {
    if (isTextRow(row)) {
      rows.push(...text.push(row, index));
      return;
    }
    const { value, counts } = redactValue(row, wants);
    rows.push(...text.pass({ index, value, redactions: counts }));
  }

  function chosen(rows: readonly RedactedRow[]): readonly RedactedRow[] {
    const allowed = allow === undefined ? rows : projected(rows, allow);
    const matching = matches === undefined ? allowed : allowed.flatMap((row) => found(row, matches));
    return project === undefined ? matching : projected(matching, project);
  }

  function found(row: RedactedRow, test: (row: Value) => boolean): readonly RedactedRow[] {
    if (matchedFields === undefined || isTextRow(row.value)) {
      return test(row.value) ? [row] : [];
    }
    const records = [...matchingRecords(row.value, { matches: test, fields: matchedFields })];
    return records.map((value) =>
      value === row.value ? row : { index: row.index, value, redactions: shownCounts(row.redactions, value) },
    );
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
  switch (options.state()) {
    case 'complete':
      yield chosen(text.end());
      break;
    case 'partial':
      yield chosen(text.breakOff());
      break;
    default:
  }
}

/** Whether a field of this name is shown under the same name. */
export function isPlainName(name: string, redaction: RedactionOptions): boolean {
  return !name.includes('[REDACTED:') && redactText(name, redaction).replacements.length === 0;
}

function projected(rows: readonly RedactedRow[], project: (row: Row) => Value | undefined): readonly RedactedRow[] {
  return rows.flatMap((row) => {
    const value = project(row.value);
    if (value === undefined) {
      return [];
    }
    const { withheld, ...shown } = { ...row, value, redactions: shownCounts(row.redactions, value) };
    return [
      withheld === undefined || !isMembers(value) || value['text'] === undefined ? shown : { ...shown, withheld },
    ];
  });
}

import { nearestName } from '../contract/did-you-mean.js';
import { KernelError } from '../contract/errors.js';
import type { Filter, FilterCondition } from '../contract/expansion.js';
import { formatCount } from '../contract/frame-account.js';
import type { HandleRecord } from '../contract/handle.js';
import type { Row } from '../contract/row.js';
import { isPlainName } from '../firewall/frames/visible-rows.js';
import { hasRecordWith, PATH_NAME } from '../firewall/nested/matching-records.js';
import { readField } from '../firewall/rows/field-paths.js';
import { createRowReader } from '../firewall/rows/row-reader.js';
import { conditionsOf, fieldsOf } from './filter-terms.js';
import type { Formulas } from './formulas/formulas.js';
import type { KernelPorts } from './ports.js';
import { resultRedaction } from './result-redaction.js';

/** What is asked of the rows of a handle. */
export interface PageQuery {
  readonly filter: Filter;
  readonly fields?: readonly string[];
  /** Nobody looks at other members of the rows than these; the rows stay as many. */
  readonly looks?: readonly string[] | undefined;
  /** Rows that share words with it come first, and are all that come. */
  readonly words?: string;
  /** What is made of the rows before anything is asked of them. */
  readonly formulas?: Formulas | undefined;
}

/** What it asks for of fields that are stored, to be checked. */
export function storedQuery(query: PageQuery): PageQuery {
  const { formulas, filter, fields } = query;
  if (formulas === undefined) {
    return query;
  }
  const isStored = ({ field }: FilterCondition): boolean => !formulas.makes(field);
  const made = fieldsOf(filter).filter(formulas.makes);
  const asked = fields === undefined && made.length === 0 ? undefined : formulas.sources([...(fields ?? []), ...made]);
  return {
    ...query,
    filter: filter.flatMap((term): Filter => {
      if ('any' in term) {
        return [{ any: term.any.map((conditions) => conditions.filter(isStored)) }];
      }
      return isStored(term) ? [term] : [];
    }),
    ...(asked === undefined ? {} : { fields: asked }),
  };
}

/** A name that is in none of so many rows is taken for a rare one, and let pass. */
const MOST_ROWS_LOOKED_AT = 20_000;
const MOST_NAMES = 200;
/** Usually the first row is enough. */
const ROWS_AT_ONCE = 16;

/**
 * Refuses a field that no row of the handle has, nor a record inside of one. Usually the first row has them all. A name that would be redacted is
 * not looked for at all: whether it exists is not for this reader. A field that may come in a later row is in doubt until one is shown.
 */
export async function checkKnownFields(
  ports: KernelPorts,
  record: HandleRecord,
  query: PageQuery,
): Promise<FieldDoubt | undefined> {
  // Asking whether a field exists is a question in itself.
  const conditions = conditionsOf(query.filter).filter(({ operator }) => operator !== 'exists');
  const asked = [...(query.fields ?? []), ...conditions.map(({ field }) => field)];
  const redaction = resultRedaction(ports, record);
  const missing = new Set(asked.filter((name) => isPlainName(name, redaction)));
  const names = new Set<string>();
  let looked = 0;
  for await (const row of missing.size === 0 ? [] : storedRows(ports, record)) {
    forget(missing, row);
    collectNames(names, row);
    looked += 1;
    if (missing.size === 0 || looked >= MOST_ROWS_LOOKED_AT) {
      break;
    }
  }
  const [first] = missing;
  if (first === undefined || looked === 0) {
    return undefined;
  }
  const allowed = record.constraints.allowed_fields;
  const visible = [...names].filter((name) => isPlainName(name, redaction) && (allowed?.includes(name) ?? true));
  if (looked < MOST_ROWS_LOOKED_AT) {
    throw unknownField(first, visible);
  }
  // Of alternatives nobody knows which one a row fits.
  const sure = query.filter.flatMap((term) => ('any' in term ? [] : [term]));
  const proven = sure.filter(({ operator }) => operator !== '!=' && operator !== 'exists').map(({ field }) => field);
  return createDoubt({ missing, proven }, (name) => {
    return `none of the first ${formatCount(looked)} rows has ${nameText(name, visible)}`;
  });
}

/** Fields that were asked for and not met yet. */
export interface FieldDoubt {
  /** These are shown. */
  readonly saw: (rows: readonly { readonly value: Row }[]) => void;
  /** What is to be said when nothing more is shown. */
  readonly warnings: () => readonly string[];
}

/** `proven`: a row that is shown has them, since it fits a condition on each. */
function createDoubt(
  { missing, proven }: { readonly missing: Set<string>; readonly proven: readonly string[] },
  say: (name: string) => string,
): FieldDoubt {
  return {
    saw(rows) {
      for (const name of rows.length === 0 ? [] : proven) {
        missing.delete(name);
      }
      for (const { value } of missing.size === 0 ? [] : rows) {
        forget(missing, value);
      }
    },
    warnings: () => [...missing].map(say),
  };
}

async function* storedRows(ports: KernelPorts, record: HandleRecord): AsyncGenerator<Row> {
  for await (const { lines } of ports.stores.handles.read(record.handle_id, 0)) {
    const take = createRowReader(lines);
    for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
      yield* rows;
    }
  }
}

function forget(missing: Set<string>, row: Row): void {
  for (const name of missing) {
    if (name === PATH_NAME || readField(row, name) !== undefined || hasRecordWith(row, name)) {
      missing.delete(name);
    }
  }
}

function collectNames(names: Set<string>, row: Row): void {
  if (row !== null && typeof row === 'object' && !Array.isArray(row) && names.size < MOST_NAMES) {
    for (const name of Object.keys(row).slice(0, MOST_NAMES)) {
      names.add(name);
    }
  }
}

function unknownField(name: string, known: readonly string[]): KernelError {
  return new KernelError('USAGE', 'no row of the handle has a field that was asked for', {
    hint: nameText(name, known),
  });
}

/** The name, and the nearest one that there is. */
function nameText(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  const said = JSON.stringify(name.slice(0, 60));
  return `${said}: ${near === undefined ? `the fields are ${known.slice(0, 20).join(', ')}` : `did you mean ${near}?`}`;
}

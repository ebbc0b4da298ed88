import type { Denial } from '../../contract/grant.js';
import type { HandleRecord } from '../../contract/handle.js';
import { UNREDACTED_ROLE, type UnredactedPage, type UnredactedRequest } from '../../contract/in-clear.js';
import type { Row, Value } from '../../contract/row.js';
import { matchingRecords } from '../../firewall/nested/matching-records.js';
import { compileProjection } from '../../firewall/rows/projection.js';
import { createRowReader } from '../../firewall/rows/row-reader.js';
import { checkPaging, queryOf } from '../expansion.js';
import { fieldsOf, filterText } from '../filter-terms.js';
import { checkSignal } from '../given-rows.js';
import { checkFields, openHandle } from '../handle-access.js';
import { compileFilter } from '../handle-filter.js';
import { checkKnownFields, type FieldDoubt, type PageQuery } from '../page-query.js';
import { justificationDenial, MIN_JUSTIFICATION, rolesLine } from '../policy.js';
import { denialError } from '../policy-explain.js';
import type { KernelPorts } from '../ports.js';
import { rangesOf } from '../row-ranges.js';
import { beginClearAction, type ClearDraft } from './clear-action.js';

/**
 * One page of a kept result as it came: what its grant hides stays hidden, what the redactor would hide is shown. The trace
 * is left before the rows are handed out; it says which rows, and nothing of what is in them.
 */
export async function expandUnredacted(ports: KernelPorts, request: UnredactedRequest): Promise<UnredactedPage> {
  const action = beginClearAction(ports);
  let draft: ClearDraft = draftOf(request);
  let found: FoundRows;
  let record: HandleRecord;
  let doubt: FieldDoubt | undefined;
  try {
    refuseUnlessAllowed(request);
    checkPaging(request);
    const query = queryOf(request);
    draft = { ...draft, args: { ...draft.args, ...askedOf(query) } };
    record = await openHandle(ports, request.handleId, request.principal);
    draft = { ...draft, capability_id: record.capability_id };
    checkFields(record, query);
    doubt = await checkKnownFields(ports, record, query);
    found = await findRows(ports, record, query, request);
    doubt?.saw(found.rows.map((value) => ({ value })));
  } catch (error) {
    throw (await action.end(draft, error)) ?? error;
  }
  const { rows, indexes, next } = found;
  await action.end({ ...draft, args: { ...draft.args, rows: rows.length, row_numbers: rangesOf(indexes) } }, undefined);
  return {
    rows,
    total: record.total_rows,
    offset: request.offset ?? 0,
    ...(next === undefined ? {} : { next_offset: next }),
    warnings: doubt?.warnings() ?? [],
  };
}

function refuseUnlessAllowed({ principal, justification }: UnredactedRequest): void {
  const message = `showing what is stored as it is needs the role ${UNREDACTED_ROLE}`;
  const line = rolesLine(principal, [UNREDACTED_ROLE]);
  const remedy = `in your own config (a project's and AKERNEL_ variables do not count): ${line}`;
  const denials: readonly Denial[] = [
    ...(principal.roles.includes(UNREDACTED_ROLE) ? [] : [{ reason: 'missing_role' as const, message, remedy }]),
    ...justificationDenial(justification, MIN_JUSTIFICATION),
  ];
  const [first, ...more] = denials;
  if (first !== undefined) {
    throw denialError({ denials: [first, ...more] });
  }
}

function draftOf({ handleId, principal, justification, to, offset, limit }: UnredactedRequest): ClearDraft {
  return {
    event: 'expand',
    principal_id: principal.principal_id,
    handle_id: handleId,
    ...(justification === undefined ? {} : { justification }),
    args: {
      unredacted: true,
      to,
      ...(offset === undefined ? {} : { offset }),
      ...(limit === undefined ? {} : { limit }),
    },
  };
}

/** What a filter compares with may be what is hidden. */
function askedOf({ fields, filter }: PageQuery): Readonly<Record<string, unknown>> {
  const asked = filterText(filter, ({ field, operator }) => `${field} ${operator} …`);
  return {
    ...(fields === undefined ? {} : { fields }),
    ...(asked === '' ? {} : { filter: asked }),
  };
}

interface FoundRows {
  readonly rows: readonly Value[];
  readonly indexes: readonly number[];
  /** The offset of what comes next, if anything does. */
  readonly next: number | undefined;
}

async function findRows(
  ports: KernelPorts,
  record: HandleRecord,
  query: PageQuery,
  { offset = 0, limit = Number.POSITIVE_INFINITY, signal }: UnredactedRequest,
): Promise<FoundRows> {
  const hasFilter = query.filter.length > 0;
  const most = Math.min(limit, record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY);
  const rows: Value[] = [];
  const indexes: number[] = [];
  let skip = hasFilter ? offset : 0;
  for await (const { index, value } of matchingRows(ports, record, query, hasFilter ? 0 : offset)) {
    checkSignal(signal);
    if (skip > 0) {
      skip -= 1;
    } else if (rows.length >= most) {
      return { rows, indexes, next: hasFilter ? offset + rows.length : index };
    } else {
      rows.push(value);
      indexes.push(index);
    }
  }
  return { rows, indexes, next: undefined };
}

/** Allow → filter → project, as for a page that is redacted. */
async function* matchingRows(
  ports: KernelPorts,
  record: HandleRecord,
  { filter, fields }: PageQuery,
  from: number,
): AsyncGenerator<{ readonly index: number; readonly value: Value }> {
  const { allowed_fields: allowed } = record.constraints;
  const allow = allowed === undefined ? (row: Row) => row : compileProjection(allowed);
  const project = fields === undefined ? (row: Row) => row : compileProjection(fields);
  const test = filter.length === 0 ? undefined : { matches: compileFilter(filter), fields: fieldsOf(filter) };
  for await (const { index, row } of storedRows(ports, record.handle_id, from)) {
    const seen = allow(row);
    const found = seen === undefined ? [] : test === undefined ? [seen] : matchingRecords(seen, test);
    for (const each of found) {
      const value = project(each);
      if (value !== undefined) {
        yield { index, value };
      }
    }
  }
}

const ROWS_AT_ONCE = 64;

async function* storedRows(
  ports: KernelPorts,
  handleId: string,
  from: number,
): AsyncGenerator<{ readonly index: number; readonly row: Row }> {
  for await (const { first_row: first, lines } of ports.stores.handles.read(handleId, from)) {
    const take = createRowReader(lines);
    let index = first;
    for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
      for (const row of rows) {
        yield { index, row };
        index += 1;
      }
    }
  }
}

import type { HandleRecord } from '../contract/handle.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import { visibleRows } from '../firewall/frames/visible-rows.js';
import { fieldsOf } from './filter-terms.js';
import { compileFilter } from './handle-filter.js';
import type { PageQuery } from './page-query.js';
import type { KernelPorts } from './ports.js';
import { resultRedaction } from './result-redaction.js';

/** The rows of a handle from row `from` on as a reader may see them: allowed, redacted, filtered, projected. */
export async function* keptRows(
  ports: KernelPorts,
  record: HandleRecord,
  query: PageQuery,
  from: number,
): AsyncGenerator<readonly RedactedRow[]> {
  // A secret in text may have begun any number of rows earlier: what is shown depends on all that came before.
  const start = record.kind === 'text' ? 0 : from;
  const { allowed_fields: allowedFields } = record.constraints;
  const { filter, fields, looks } = query;
  const options = {
    redaction: resultRedaction(ports, record),
    state: () => record.state,
    ...(allowedFields === undefined ? {} : { allowedFields }),
    ...(filter.length === 0 ? {} : { matches: compileFilter(filter), matchedFields: fieldsOf(filter) }),
    ...(fields === undefined ? {} : { fields }),
    looks,
  };
  for await (const rows of visibleRows(ports.stores.handles.read(record.handle_id, start), options)) {
    yield start < from ? rows.filter((row) => row.index >= from) : rows;
  }
}

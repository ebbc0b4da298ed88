import { filterText } from './filter-terms.js';
import type { PageQuery } from './page-query.js';

/** The command line that shows what follows a page: the same question from a later row on. */
export function nextCommand(handleId: string, { fields, filter, words }: PageQuery): (offset: number) => string {
  const fieldsFlag = fields === undefined ? '' : ` --fields ${quoted(fields.join(','))}`;
  const asked = filterText(filter, ({ field, operator, value }) => `${field} ${operator} ${JSON.stringify(value)}`);
  const filterFlag = asked === '' ? '' : ` --filter ${quoted(asked)}`;
  const queryFlag = words === undefined ? '' : ` --query ${quoted(words)}`;
  return (offset) => `akernel expand ${handleId}${fieldsFlag}${filterFlag}${queryFlag} --offset ${offset}`;
}

function quoted(text: string): string {
  return /^[\w.,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

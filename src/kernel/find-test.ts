import { KernelError } from '../contract/errors.js';
import type { Filter } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { isTextRow } from '../firewall/find/text-row-redactor.js';
import { isList } from '../firewall/rows/field-paths.js';
import { compileFilter } from './handle-filter.js';
import { holdsInSmartCase } from './smart-case.js';

const LONGEST_TEXT = 1000;
const DEEPEST = 64;

/** Whether a redacted row fits the filter and holds the text. */
export function compileFind(filter: Filter, text: string | undefined): (row: Value) => boolean {
  const fits = filter.length === 0 ? undefined : compileFilter(filter);
  const holds = text === undefined ? undefined : compileText(text);
  return (row) => (fits?.(row) ?? true) && (holds?.(row) ?? true);
}

function compileText(text: string): (row: Value) => boolean {
  if (text === '' || text.length > LONGEST_TEXT) {
    throw usage(`the text to search for has 1 to ${LONGEST_TEXT} characters`);
  }
  const includes = holdsInSmartCase(text);
  return (row) => holdsText(isTextRow(row) ? row.text : row, includes, 0);
}

/** Names of fields are not searched: they would match in every row. */
function holdsText(value: Value, includes: (text: string) => boolean, depth: number): boolean {
  if (typeof value === 'string') {
    return includes(value);
  }
  if (value === null || typeof value !== 'object') {
    return includes(String(value));
  }
  if (depth > DEEPEST) {
    return false;
  }
  const members = isList(value) ? value : Object.values(value);
  return members.some((member) => holdsText(member, includes, depth + 1));
}

function usage(message: string): KernelError {
  return new KernelError('USAGE', message, { hint: 'give some text, or a filter such as amount >= 10' });
}

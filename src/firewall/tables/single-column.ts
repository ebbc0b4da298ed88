import { BARE_DATA, type FieldRule } from '../judge/field-rule.js';
import { isPackageVersion } from '../judge/package-version.js';
import { isLikelySecret, isSecretWord } from '../judge/secret-value.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { cellAt, contentOf, type TableRow } from '../lex/table-row.js';
import type { Table } from './table-header.js';

const LONGEST = 512;
const SSN = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/;
const DATE = /^\d{1,4}([-./])\d{1,2}\1\d{2,4}$/;
/** The numbers of people and of accounts, with what joins their digits. */
const NUMBER = /^[A-Z]{0,4}[ -]?(?=(?:[^\d]*\d){7})\+?[\dA-Z(][\dA-Z ()./-]{5,38}$/;
/** Files, and parts of addresses. */
const OF_FILE = /[/\\]|\.[a-z]{1,5}\d?$/i;
const LEAST_SECRET = 12;
const NUMBERS: ReadonlySet<string> = new Set(
  'phone card iban bank_account tax_id national_id passport driver_licence us_ein'.split(' '),
);

/** A row of one cell is one only if it looks like what stands below its name. */
export function isOwnValue(text: string, { proof, columns, shape }: Table, row: TableRow): boolean {
  const { start, end } = contentOf(text, cellAt(row, 0), shape);
  const [column] = columns;
  return proof !== 'value' || (column !== undefined && isSingleValue(column.rule, text.slice(start, end)));
}

/**
 * Whether a line below a line that is nothing but a name looks like a value of it. Lists of words, of files and of code
 * have such lines too.
 */
export function isSingleValue({ type }: FieldRule, value: string): boolean {
  if (holdsPlaceholder(value)) {
    return true;
  }
  if (value.length > LONGEST) {
    return false;
  }
  switch (type) {
    case 'ssn':
      return SSN.test(value);
    case 'birth_date':
      return DATE.test(value);
    case 'password':
      return isWord(value) && isSecretWord(value, BARE_DATA);
    case 'secret':
      return isWord(value) && value.length >= LEAST_SECRET && isLikelySecret(value, BARE_DATA);
    default:
      return NUMBERS.has(type) && NUMBER.test(value);
  }
}

function isWord(value: string): boolean {
  return (
    !/\s/.test(value) && !OF_FILE.test(value) && !isPackageVersion(value) && /\d/.test(value) && /[a-z]/i.test(value)
  );
}

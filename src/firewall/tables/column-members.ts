import { letterPattern } from '../pattern/letter-pattern.js';

/** Members that hold the names of columns, or what does. */
const NAMES =
  /^(?:columns?|cols|fields?|schema|headers?|heads?|names|keys|labels|meta|metadata|row_?type|(?:columns?|fields?|result_?set)_?(?:names?|meta_?data|info|labels?|headers?|list|defs?|definitions?))$/i;
/** Members of what says something about a column. */
const NAME = /^(?:name|column|column_?name|field|field_?name|label|title|key|id|header)$/i;
const SHORT_NAME = letterPattern(String.raw`^[\p{L}_#@][\p{L}\p{N}_ .$/#-]{0,39}$`);

/** The one of two columns that says whose the other is: lists of pairs look the same. */
const WHOSE = /^(?:id|users?|user_?names?|logins?|names?|e?-?mails?|accounts?|hosts?|services?|sites?|urls?)$/i;

/** Whether a column of this name says whose the value beside it is. */
export function saysWhose(name: unknown): boolean {
  return typeof name === 'string' && WHOSE.test(name);
}

/** Whether a member of this name can hold the names of columns. */
export function holdsColumnNames(member: string): boolean {
  return NAMES.test(member);
}

/** Whether a member of what says something about a column can hold its name. */
export function holdsColumnName(member: string): boolean {
  return NAME.test(member);
}

/** Whether a text can be the name of a column. */
export function isColumnName(text: string): boolean {
  return SHORT_NAME.test(text);
}

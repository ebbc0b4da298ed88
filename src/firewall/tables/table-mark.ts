import type { Detector, Window } from '../lex/detector.js';
import { pattern } from '../pattern/pattern.js';

const STATEMENTS = ['insert into', 'replace into', 'insert ignore', 'insert or replace', 'create table'];
const HEADINGS = ['<th>', '<th ', '<th\n'];
/** Members of JSON that hold names of columns. */
const MEMBERS = ['"column', "'column", '"field', "'field", '"header', "'header", '"cols', "'cols"];
/** A list of lists whose first item is a string, also printed with a line for each. */
const ROWS = ['[["', "[['", '[[\\"', '[("', "[('", '[\n  [', '[\n    [', '[\n      [', '[\n\t['];
/** What says that data are those of a Secret, and what stands before data that come before it. */
const SECRETS = [
  'kind: secret',
  'stringdata:',
  'apiversion: v1\n',
  'apiversion: v1\r',
  '"kind":"secret',
  '"kind": "secret',
  '"kind\\":\\"secret',
  '"kind\\": \\"secret',
  '"stringdata',
  '"apiversion":"v1","data"',
  '"apiversion": "v1",\n',
];
/** From the end of a literal to the bracket of the list. */
const LIST = pattern(/\w{0,20}\\{0,7}["']\s{0,4}:[\s\\nr]{0,12}\[/);

/**
 * Notes where a table may begin whose names and values stand between signs: a statement that inserts rows or defines what they are, or a heading
 * cell of markup, or a member or list of JSON. It finds nothing itself: what follows is read by `tables/tables.ts`.
 */
export const tableMark: Detector = {
  name: 'table-mark',
  group: 'control',
  validates: 'nothing: what follows is read as a table',
  source: 'SQL, HTML and JSON',
  literals: [...STATEMENTS, ...HEADINGS, ...MEMBERS, ...ROWS, ...SECRETS],
  match: (window, start, end) => {
    if (!isMember(window.text, start) || isListOfNames(window, end)) {
      window.mark(start);
    }
    return undefined;
  },
};

function isMember(text: string, start: number): boolean {
  return '\'"'.includes(text.charAt(start)) && !'ksaKSA'.includes(text.charAt(start + 1));
}

/** Whether a list is the value of a member. In a line of names a comma follows. */
function isListOfNames(window: Window, end: number): boolean {
  return LIST.fits(window, end);
}

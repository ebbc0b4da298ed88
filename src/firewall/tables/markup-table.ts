import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { pattern } from '../pattern/coming-text.js';
import { type Cursor, endWithin, hasMore, MAX_CELL, matched, pass, type Reading } from './cursor.js';

const MAX_NAME = 256;

const MOST_COLUMNS = 200;
const TAG = pattern(/<(\/?)(t[hdr]|thead|tbody|tfoot|table)(\s[^<>]{0,380})?>/i);
/** The longest of the ends of a cell has eight characters. */
const CELL_END = /<\/?(?:t[hdr]|tbody|thead|tfoot|table)[\s>]/gi;
const LONGEST_END = 8;
const SPAN = /\scolspan\s{0,4}=\s{0,4}["']?(\d{1,2})/i;
const ANY_TAG = /<[^<>]*>/g;
const BEFORE = /^(?:\s|<[^<>]{0,400}>)+/;

/** `<th>Password</th>` in a row of names, and `<td>…</td>` in the rows below it. */
export function* readMarkupTable(cursor: Cursor): Reading {
  const rules = yield* readNames(cursor);
  let column = 0;
  while (rules !== undefined) {
    const { kind, span, length } = yield* nextTag(cursor);
    if (kind === 'table') {
      return;
    }
    cursor.at += length;
    const rule = kind === 'td' ? rules[column] : undefined;
    column = kind === 'row' ? 0 : column + span;
    if (rule !== undefined) {
      yield* readCell(cursor, rule);
    }
  }
}

/** The rules for the columns of a table, up to the tag behind its row of names; a name beside a value is that of its row. */
function* readNames(cursor: Cursor): Reading<readonly (FieldRule | undefined)[] | undefined> {
  const rules: (FieldRule | undefined)[] = [];
  for (;;) {
    const { kind, span, length } = yield* nextTag(cursor);
    if (kind === 'row' && rules.some((rule) => rule !== undefined)) {
      return rules;
    }
    const isRow = kind === 'row' && rules.length === 0;
    if (!isRow && (kind !== 'th' || rules.length + span > MOST_COLUMNS)) {
      return undefined;
    }
    cursor.at += length;
    if (kind === 'th') {
      const end = yield* endWithin(cursor, MAX_NAME, untilCellEnd);
      if (end < 0) {
        return undefined;
      }
      rules.length += span;
      rules[rules.length - 1] = cursor.ruleFor(cursor.coming.text.slice(cursor.at, end).replace(ANY_TAG, ' ').trim());
      cursor.at = end;
    }
  }
}

/** A tag that begins a cell, or begins or ends a row or a table. */
interface Tag {
  readonly kind: 'th' | 'td' | 'row' | 'table';
  /** How many columns a cell has. */
  readonly span: number;
  readonly length: number;
}

/** Goes to the next tag that matters. */
function* nextTag(cursor: Cursor): Reading<Tag> {
  for (;;) {
    yield* hasMore(cursor);
    const { text } = cursor.coming;
    const open = text.indexOf('<', cursor.at);
    cursor.at = open < 0 ? text.length : open;
    const tag = open < 0 ? undefined : yield* matched(cursor, TAG);
    const kind = kindOf(tag);
    if (tag !== undefined && kind !== undefined) {
      return { kind, span: Number(SPAN.exec(tag[3] ?? '')?.[1] ?? 1), length: tag[0].length };
    }
    cursor.at += open < 0 ? 0 : (tag?.[0].length ?? 1);
  }
}

function kindOf([, end = '', written = '']: readonly string[] = []): Tag['kind'] | undefined {
  const name = written.toLowerCase();
  if (name === 'th' || name === 'td') {
    return end === '' ? name : undefined;
  }
  return name === 'table' ? name : name === '' ? undefined : 'row';
}

function* readCell(cursor: Cursor, rule: FieldRule): Reading {
  const end = yield* endWithin(cursor, MAX_CELL, untilCellEnd);
  const cell = contentOf(cursor.coming.text, cursor.at, end < 0 ? cursor.at + MAX_CELL : end);
  if (end < 0) {
    yield* pass(cursor, untilCellEnd, { rule, start: cell.start });
    return;
  }
  if (cell.start < cell.end) {
    cursor.hideCell(rule, cell);
  }
  cursor.at = end;
}

const untilCellEnd: Swallow = ({ text }, from) => {
  CELL_END.lastIndex = from;
  const end = CELL_END.exec(text)?.index ?? -1;
  return end < 0 ? { upTo: Math.max(from, text.length - LONGEST_END), isDone: false } : { upTo: end, isDone: true };
};

/** What a cell holds, without the tags and blanks around it. */
function contentOf(text: string, from: number, to: number): Cell {
  const content = text.slice(from, to);
  const start = from + (BEFORE.exec(content)?.[0].length ?? 0);
  return { start, end: start + withoutTags(text.slice(start, to)) };
}

/** How long a text is without the tags and blanks at its end. */
function withoutTags(content: string): number {
  let rest = content.trimEnd();
  while (rest.endsWith('>') && rest.includes('<')) {
    rest = rest.slice(0, rest.lastIndexOf('<')).trimEnd();
  }
  return rest.length;
}

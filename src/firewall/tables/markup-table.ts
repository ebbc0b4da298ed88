import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { type ComingText, isCut, pattern } from '../pattern/coming-text.js';
import { createLongValue } from './long-value.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';

const MAX_NAME = 256;

const MOST_COLUMNS = 200;
const TAG = pattern(/<(\/?)(t[hdr]|thead|tbody|tfoot|table)(\s[^<>]{0,380})?>/i);
/** The longest of the ends of a cell has eight characters. */
const CELL_END = /<\/?(?:t[hdr]|tbody|thead|tfoot|table)[\s>]/i;
const LONGEST_END = 8;
const SPAN = /\scolspan\s{0,4}=\s{0,4}["']?(\d{1,2})/i;
const ANY_TAG = /<[^<>]*>/g;
const BEFORE = /^(?:\s|<[^<>]{0,400}>)+/;

/** What is read next: tags, up to the end of a name, or of a cell that may be hidden. */
type State = 'tags' | 'name' | 'cell' | 'over';

/** `<th>Password</th>` in a row of names, and `<td>…</td>` in the rows below it. */
export function createMarkupTable(options: MarkedTableOptions): MarkedTable {
  const rules: (FieldRule | undefined)[] = [];
  const long = createLongValue(options);
  let isHead = true;
  let state: State = 'tags';
  let column = 0;
  let rule: FieldRule | undefined;

  const readTag = (coming: ComingText, at: number): number => {
    const open = coming.text.indexOf('<', at);
    if (open !== at) {
      return open < 0 ? coming.text.length : open;
    }
    if (TAG.isOpen(coming, at)) {
      return WAIT;
    }
    const tag = TAG.at(coming, at);
    if (tag === undefined) {
      return at + 1;
    }
    meet(tag);
    return state === 'over' ? at : at + tag[0].length;
  };

  const meet = ([, end, written = '', attributes = '']: RegExpExecArray): void => {
    const name = written.toLowerCase();
    if (name === 'table') {
      state = 'over';
    } else if (name !== 'th' && name !== 'td') {
      endRow();
    } else if (end === '') {
      beginCell(name === 'th', Number(SPAN.exec(attributes)?.[1] ?? 1));
    }
  };

  const beginCell = (isName: boolean, span: number): void => {
    if (isHead) {
      // A name beside a value is that of its row.
      state = isName && column + span <= MOST_COLUMNS ? 'name' : 'over';
      rules.length = column + span;
    } else {
      rule = isName ? undefined : rules[column];
      state = rule === undefined ? 'tags' : 'cell';
    }
    column += span;
  };

  const endRow = (): void => {
    if (isHead && column > 0) {
      isHead = false;
      state = rules.some((each) => each !== undefined) ? 'tags' : 'over';
    }
    column = 0;
  };

  const readName = (coming: ComingText, at: number): number => {
    const end = endOf(coming.text, at, at + MAX_NAME);
    if (end < 0 && isCut(coming, at, MAX_NAME + LONGEST_END + 1)) {
      return WAIT;
    }
    state = end < 0 ? 'over' : 'tags';
    rules[column - 1] = options.ruleFor(coming.text.slice(at, Math.max(at, end)).replace(ANY_TAG, ' ').trim());
    return Math.max(at, end);
  };

  const readCell = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const end = endOf(text, at, at + MAX_CELL);
    if (end < 0 && isCut(coming, at, MAX_CELL + LONGEST_END + 1)) {
      return WAIT;
    }
    state = 'tags';
    const isLong = end < 0 && text.length > at + MAX_CELL + LONGEST_END;
    const to = isLong ? at + MAX_CELL : end < 0 ? text.length : end;
    const cell = contentOf(text, at, to);
    if (isLong) {
      return long.begin(rule, { start: cell.start, reached: cell.start }, untilCellEnd);
    }
    if (rule !== undefined && cell.start < cell.end) {
      options.hideCell(rule, cell);
    }
    return to;
  };

  const readers = { tags: readTag, name: readName, cell: readCell, over: (_: ComingText, at: number) => at };
  return {
    step: (coming, at) => (long.isInside() ? long.goOn(coming, at) : readers[state](coming, at)),
    isOver: () => state === 'over',
  };
}

/** The end of a cell, not further than a limit; -1 when there is none, or none yet. */
function endOf(text: string, at: number, limit: number): number {
  const end = text.slice(at, limit + LONGEST_END).search(CELL_END);
  return end < 0 || at + end > limit ? -1 : at + end;
}

const untilCellEnd: Swallow = ({ text }, from) => {
  const end = endOf(text, from, text.length);
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

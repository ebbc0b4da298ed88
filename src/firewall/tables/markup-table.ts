import type { FieldRule } from '../judge/field-rule.js';
import type { Cell } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';
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

const BETWEEN = 0;
const IN_NAME = 1;
const IN_CELL = 2;
const WITHHELD = 3;
const OVER = 4;

/** `<th>Password</th>` in a row of names, and `<td>…</td>` in the rows below it. */
export function createMarkupTable({ ruleFor, hideCell, hideFrom, buffer }: MarkedTableOptions): MarkedTable {
  const rules: (FieldRule | undefined)[] = [];
  let isHead = true;
  let state = BETWEEN;
  let column = 0;
  let rule: FieldRule | undefined;

  const between = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const open = text.indexOf('<', at);
    if (open !== at) {
      return open < 0 ? text.length : open;
    }
    if (TAG.isOpen(coming, at)) {
      return WAIT;
    }
    const tag = TAG.at(coming, at);
    if (tag === undefined) {
      return at + 1;
    }
    meet(tag[1] === '/', (tag[2] ?? '').toLowerCase(), tag[3] ?? '');
    return state === OVER ? at : at + tag[0].length;
  };

  const meet = (isEnd: boolean, name: string, attributes: string): void => {
    if (name === 'table') {
      state = OVER;
    } else if (name === 'th' || name === 'td') {
      beginCell(isEnd, name === 'th', Number(SPAN.exec(attributes)?.[1] ?? 1));
    } else {
      endRow();
    }
  };

  const beginCell = (isEnd: boolean, isName: boolean, span: number): void => {
    if (isEnd) {
      return;
    }
    if (isHead) {
      // A name beside a value is that of its row.
      state = isName && column + span <= MOST_COLUMNS ? IN_NAME : OVER;
      rules.length = column + span;
    } else {
      rule = rules[column];
      state = rule === undefined || isName ? BETWEEN : IN_CELL;
    }
    column += span;
  };

  const endRow = (): void => {
    if (isHead && column > 0) {
      isHead = false;
      state = rules.some((each) => each !== undefined) ? BETWEEN : OVER;
    }
    column = 0;
  };

  /** The end of a cell, not further than a limit; -1 when there is none, or none yet. */
  const endOf = (text: string, at: number, limit: number): number => {
    const end = text.slice(at, limit + LONGEST_END).search(CELL_END);
    return end < 0 || at + end > limit ? -1 : at + end;
  };

  const inName = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const end = endOf(text, at, at + MAX_NAME);
    if (end >= 0) {
      rules[column - 1] = ruleFor(text.slice(at, end).replace(ANY_TAG, ' ').trim());
      state = BETWEEN;
      return end;
    }
    const isOpen = isCut(coming, at, MAX_NAME + LONGEST_END + 1);
    state = isOpen ? state : OVER;
    return isOpen ? WAIT : at;
  };

  const inCell = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const end = endOf(text, at, at + MAX_CELL);
    if (end < 0 && isCut(coming, at, MAX_CELL + LONGEST_END + 1)) {
      return WAIT;
    }
    const to = end < 0 && text.length <= at + MAX_CELL + LONGEST_END ? text.length : end;
    const cell = contentOf(text, at, to < 0 ? at + MAX_CELL : to);
    if (to >= 0 || rule === undefined) {
      if (rule !== undefined && cell.start < cell.end) {
        hideCell(rule, cell);
      }
      state = BETWEEN;
      return Math.max(to, at);
    }
    hideFrom(rule, cell.start);
    state = WITHHELD;
    return cell.start;
  };

  const dropOn = (coming: ComingText, at: number): number => {
    const { length } = coming.text;
    const end = endOf(coming.text, at, length);
    const to = end >= 0 ? end : isCut(coming, length) ? Math.max(at, length - LONGEST_END) : length;
    buffer.drop(to);
    state = end >= 0 ? BETWEEN : state;
    return end < 0 && to === at ? WAIT : to;
  };

  return {
    step: (coming, at) => {
      switch (state) {
        case IN_NAME:
          return inName(coming, at);
        case IN_CELL:
          return inCell(coming, at);
        case WITHHELD:
          return dropOn(coming, at);
        default:
          return between(coming, at);
      }
    },
    isOver: () => state === OVER,
  };
}

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

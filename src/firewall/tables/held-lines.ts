import type { FieldRule } from '../judge/field-rule.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import type { RuleOfHeld } from './held-secret.js';
import type { JsonWalk } from './json-walk.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';

const ENTRY =
  /^\s*(?:"([^"]{1,80})"|'([^']{1,80})'|([\w.@/+~$*-]{1,80}(?: [\w.@/+~$*-]{1,40}){0,2})|\[[\w:]{1,60}\])[ \t]{0,40}(?::|=>|=)(?:[ \t]+|(?=\S)|$)/;
const REMARK = /^\s*(?:[#;]|\/\/|$)/;
const BLOCK = /^[|>][-+\d]{0,2}(?:\s+#.*)?$/;
/** What stands behind the quote that ends a value. */
const BEHIND = /^\s{0,20}(?:$|[#;]|\/\/|[,}]\s{0,20}(?:$|[#;]|\/\/))/;
/** Of a line that began with the name of something personal only the placeholder is left. */
const PLACEHOLDER = /^\s*\[[\w:]{1,60}\]\s{0,8}(?:[:=])/;
const TAIL = /(?:,|\s+[#;].*)$/;
const MAX_BEHIND = 40;
const QUOTES = '"\'';

/**
 * Lines with a name and a value each: up to the next section of a file of settings, up to a bracket, or as far as they are
 * indented.
 */
export function createHeldLines(
  { hideCell, hideFrom, buffer }: MarkedTableOptions,
  ruleOf: RuleOfHeld,
  endsWith: '[' | '}' | '',
): MarkedTable & Pick<JsonWalk, 'isInside'> {
  let isOver = false;
  let least = -1;
  // The indentation of a name whose value is the lines below it, and the name.
  let block = -1;
  let blockName = '';
  // The rule under which a line of the block was hidden, and so are the others.
  let blockRule: FieldRule | undefined;
  // The rest of a line that is too long to be held, and whether it is hidden.
  let isLong = false;
  let isWithheld = false;

  const end = (at: number): number => {
    isOver = true;
    return at;
  };

  const isEnd = (line: string, indent: number): boolean => {
    if (endsWith !== '') {
      return line.startsWith(endsWith, indent) && !PLACEHOLDER.test(line);
    }
    least = least < 0 ? indent : least;
    return indent < least || line.charAt(indent) === '-';
  };

  const hide = (rule: FieldRule | undefined, line: string, at: number, { start, end: to }: Cell): void => {
    if (rule === undefined || start === to) {
      return;
    }
    if (isLong) {
      hideFrom(rule, at + start);
      buffer.drop(at + line.length);
      isWithheld = true;
    } else {
      hideCell(rule, { start: at + start, end: at + to });
    }
  };

  const takeBlock = (line: string, at: number, indent: number): void => {
    const cell = trimmed(line, indent, line.length);
    blockRule ??= ruleOf(blockName, line.slice(cell.start, cell.end), true);
    hide(blockRule, line, at, cell);
  };

  const takeText = (line: string, at: number): boolean => {
    const indent = line.length - line.trimStart().length;
    if (block >= 0 && indent > block) {
      takeBlock(line, at, indent);
      return true;
    }
    if (REMARK.test(line)) {
      return true;
    }
    block = -1;
    const entry = isEnd(line, indent) ? null : ENTRY.exec(line);
    if (entry === null) {
      return false;
    }
    const [whole, ...names] = entry;
    const name = names.find((each) => each !== undefined) ?? '';
    const value = valueAt(line, whole.length);
    if (BLOCK.test(line.slice(value.start, value.end))) {
      block = indent;
      blockName = name;
      blockRule = undefined;
    } else {
      hide(ruleOf(name, line.slice(value.start, value.end), true), line, at, value);
    }
    return true;
  };

  const takeLine = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const found = text.slice(at, at + MAX_CELL + 1).indexOf('\n');
    isLong = found < 0 && text.length > at + MAX_CELL;
    if (found < 0 && isCut(coming, at, MAX_CELL + 1)) {
      return WAIT;
    }
    const to = isLong ? at + MAX_CELL : found < 0 ? text.length : at + found;
    if (!takeText(text.slice(at, to), at)) {
      return end(at);
    }
    return isLong ? to : Math.min(to + 1, text.length);
  };

  const passLine = (text: string, at: number): number => {
    const lineEnd = text.indexOf('\n', at);
    const to = lineEnd < 0 ? text.length : lineEnd;
    if (isWithheld) {
      buffer.drop(to);
    }
    if (lineEnd < 0) {
      return to > at ? to : WAIT;
    }
    isLong = false;
    isWithheld = false;
    return to > at ? to : to + 1;
  };

  return {
    step: (coming, at) => (isLong ? passLine(coming.text, at) : takeLine(coming, at)),
    isOver: () => isOver,
    isInside: () => isWithheld,
  };
}

/** Without its quotes, or without what stands behind it; a file of settings is data, with or without quotes. */
function valueAt(line: string, from: number): Cell {
  const cell = trimmed(line, from, line.length);
  const quote = line.charAt(cell.start);
  if (cell.start < cell.end && QUOTES.includes(quote)) {
    return { start: cell.start + 1, end: closeOf(line, quote, cell) };
  }
  const content = line.slice(cell.start, cell.end);
  const tail = content.length - content.replace(TAIL, '').length;
  return { start: cell.start, end: cell.end - tail };
}

/** The quote that ends a value, behind which no more of it stands: not one that is written twice or escaped. */
function closeOf(line: string, quote: string, { start, end }: Cell): number {
  let last = end;
  for (let at = start + 1; at < end; at += 1) {
    const sign = line.charAt(at);
    if (sign === '\\' && quote === '"') {
      at += 1;
    } else if (sign === quote && line.charAt(at + 1) === quote) {
      at += 1;
      last = end;
    } else if (sign === quote) {
      last = at;
      if (BEHIND.test(line.slice(at + 1, at + MAX_BEHIND))) {
        return at;
      }
    }
  }
  return last;
}

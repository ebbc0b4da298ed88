import type { RuleOfHeld } from './held-secret.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { type Cell, trimmed } from './table-row.js';

const ENTRY = /^\s*(?:"([^"]{1,80})"|'([^']{1,80})'|([\w.-]{1,80}))[ \t]{0,40}(?::|=>|=)(?:[ \t]+|(?=\S)|$)/;
const REMARK = /^\s*(?:[#;]|\/\/|$)/;
const BLOCK = /^[|>][-+\d]{0,2}$/;
const TAIL = /(?:,|\s+[#;].*)$/;
const QUOTES = '"\'';

/**
 * Lines with a name and a value each: up to the next section of a file of settings, up to a bracket, or as far as they are
 * indented.
 */
export function createHeldLines(
  { hideCell }: MarkedTableOptions,
  ruleOf: RuleOfHeld,
  endsWith: '[' | '}' | '',
): MarkedTable {
  let isOver = false;
  let least = -1;
  // The indentation of a name whose value is the lines below it, and the name.
  let block = -1;
  let blockName = '';

  const end = (at: number): number => {
    isOver = true;
    return at;
  };

  const isEnd = (line: string, indent: number): boolean => {
    if (endsWith !== '') {
      return line.startsWith(endsWith, indent);
    }
    least = least < 0 ? indent : least;
    return indent < least || line.charAt(indent) === '-';
  };

  const hide = (name: string, line: string, at: number, { start, end: to, isQuoted }: Value): void => {
    const rule = ruleOf(name, line.slice(start, to), isQuoted);
    if (rule !== undefined) {
      hideCell(rule, { start: at + start, end: at + to });
    }
  };

  const takeText = (line: string, at: number): boolean => {
    const indent = line.length - line.trimStart().length;
    if (block >= 0 && indent > block) {
      hide(blockName, line, at, { ...trimmed(line, indent, line.length), isQuoted: true });
      return true;
    }
    block = -1;
    if (REMARK.test(line)) {
      return true;
    }
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
    } else {
      hide(name, line, at, value);
    }
    return true;
  };

  return {
    step: (text, at, isFinal) => {
      const found = text.slice(at, at + MAX_CELL + 1).indexOf('\n');
      if (found < 0 && text.length > at + MAX_CELL) {
        return end(at);
      }
      if (found < 0 && !isFinal) {
        return WAIT;
      }
      const to = found < 0 ? text.length : at + found;
      return takeText(text.slice(at, to), at) ? Math.min(to + 1, text.length) : end(at);
    },
    isOver: () => isOver,
  };
}

interface Value extends Cell {
  readonly isQuoted: boolean;
}

/** Without its quotes, or without what stands behind it; a file of settings is data, with or without quotes. */
function valueAt(line: string, from: number): Value {
  const cell = trimmed(line, from, line.length);
  const quote = line.charAt(cell.start);
  const close = cell.start < cell.end && QUOTES.includes(quote) ? line.indexOf(quote, cell.start + 1) : -1;
  if (close > 0) {
    return { start: cell.start + 1, end: close, isQuoted: true };
  }
  const content = line.slice(cell.start, cell.end);
  const tail = content.length - content.replace(TAIL, '').length;
  return { start: cell.start, end: cell.end - tail, isQuoted: true };
}

import type { FieldRule } from '../judge/field-rule.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import type { RuleOfHeld } from './held-secret.js';
import { createLineWalk, type Line, type LineWalk } from './line-walk.js';
import type { MarkedTableOptions } from './marked-table.js';

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
/** What is written twice, or escaped in double quotes, ends nothing. */
const QUOTE = { '"': /""|\\.|"/g, "'": /''|'/g };

/** The name whose value is the lines below it, with its indentation. */
interface Block {
  readonly name: string;
  readonly indent: number;
  /** The rule under which a line of it was hidden, and so are the others. */
  rule: FieldRule | undefined;
}

/**
 * Lines with a name and a value each: up to the next section of a file of settings, up to a bracket, or as far as they are
 * indented.
 */
export function createHeldLines(options: MarkedTableOptions, ruleOf: RuleOfHeld, endsWith: '[' | '}' | ''): LineWalk {
  let least = -1;
  let block: Block | undefined;

  const isEnd = ({ text, indent }: Line): boolean => {
    if (endsWith !== '') {
      return text.startsWith(endsWith, indent) && !PLACEHOLDER.test(text);
    }
    least = least < 0 ? indent : least;
    return indent < least || text.charAt(indent) === '-';
  };

  const takeBlock = (of: Block, { text, indent, hide }: Line): void => {
    const cell = trimmed(text, indent, text.length);
    of.rule ??= ruleOf(of.name, text.slice(cell.start, cell.end), true);
    hide(of.rule, cell);
  };

  const takeEntry = ([whole, ...names]: RegExpExecArray, { text, indent, hide }: Line): void => {
    const name = names.find((each) => each !== undefined) ?? '';
    const value = valueAt(text, whole.length);
    const content = text.slice(value.start, value.end);
    if (BLOCK.test(content)) {
      block = { name, indent, rule: undefined };
    } else {
      hide(ruleOf(name, content, true), value);
    }
  };

  return createLineWalk(options, (line) => {
    if (block !== undefined && line.indent > block.indent) {
      takeBlock(block, line);
      return true;
    }
    if (REMARK.test(line.text)) {
      return true;
    }
    block = undefined;
    const entry = isEnd(line) ? null : ENTRY.exec(line.text);
    if (entry !== null) {
      takeEntry(entry, line);
    }
    return entry !== null;
  });
}

/** Without its quotes, or without what stands behind it; a file of settings is data, with or without quotes. */
function valueAt(line: string, from: number): Cell {
  const { start, end } = trimmed(line, from, line.length);
  const quote = line.charAt(start);
  if (start < end && (quote === '"' || quote === "'")) {
    return { start: start + 1, end: start + 1 + closeOf(line.slice(start + 1, end), quote, line.slice(end)) };
  }
  return { start, end: start + line.slice(start, end).replace(TAIL, '').length };
}

/** The quote that ends a value, behind which no more of it stands; the last one, or the end, when there is none such. */
function closeOf(value: string, quote: '"' | "'", behind: string): number {
  let last = value.length;
  for (const { 0: met, index } of value.matchAll(QUOTE[quote])) {
    last = met === quote ? index : met.startsWith(quote) ? value.length : last;
    if (met === quote && BEHIND.test((value + behind).slice(index + 1, index + MAX_BEHIND))) {
      return index;
    }
  }
  return last;
}

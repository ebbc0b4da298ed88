import { KernelError } from '../contract/errors.js';

/** One word or sign of a filter, with the place where it begins. */
export interface FilterPart {
  readonly kind: 'word' | 'quoted' | 'sign';
  /** Of a quoted text, without quotes and escapes. */
  readonly text: string;
  readonly at: number;
}

const SPACE = /\s/;
const BRACKETS = '[],';
const OPERATOR_SIGNS = '=!<>~';
/** Facts write `items[].price`. */
const LIST_HINT = 'records inside rows are found by their own fields: price > 100, not items[].price > 100';
const WORD_END = /[\s=!<>~,[\]"']/;

/** Cuts a filter into words, quoted texts and signs. Throws USAGE for a quote that is not closed. */
export function scanFilter(text: string): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SPACE.test(char)) {
      at += 1;
    } else {
      const { part, end } = scanPart(text, at, char);
      parts.push(part);
      at = end;
    }
  }
  return parts;
}

interface Scanned {
  readonly part: FilterPart;
  readonly end: number;
}

function scanPart(text: string, at: number, char: string): Scanned {
  if (char === '"' || char === "'") {
    return scanQuoted(text, at, char);
  }
  if (BRACKETS.includes(char)) {
    return { part: { kind: 'sign', text: char, at }, end: at + 1 };
  }
  const isOperator = OPERATOR_SIGNS.includes(char);
  let end = at + 1;
  while (
    end < text.length &&
    (isOperator ? OPERATOR_SIGNS.includes(text.charAt(end)) : !WORD_END.test(text.charAt(end)))
  ) {
    end += 1;
  }
  const isList = !isOperator && text.startsWith('[]', end) && text.slice(at, end).toLowerCase() !== 'in';
  if (isList) {
    throw filterError('has a path through a list', end, LIST_HINT);
  }
  return { part: { kind: isOperator ? 'sign' : 'word', text: text.slice(at, end), at }, end };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};
const CODE_UNIT = /^[0-9a-fA-F]{4}$/;

function scanQuoted(text: string, at: number, quote: string): Scanned {
  let content = '';
  let next = at + 1;
  while (next < text.length) {
    const char = text.charAt(next);
    if (char === quote) {
      return { part: { kind: 'quoted', text: content, at }, end: next + 1 };
    }
    const escaped = char === '\\' ? readEscape(text, next + 1) : { char, end: next + 1 };
    content += escaped.char;
    next = escaped.end;
  }
  throw filterError('has a quoted text that is not closed', at, `close it with ${quote}`);
}

function readEscape(text: string, at: number): { readonly char: string; readonly end: number } {
  const letter = text.charAt(at);
  const code = text.slice(at + 1, at + 5);
  if (letter === 'u' && CODE_UNIT.test(code)) {
    return { char: String.fromCharCode(Number.parseInt(code, 16)), end: at + 5 };
  }
  const char = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (char === undefined) {
    throw filterError('has an unknown escape', at, 'write \\\\ for a backslash');
  }
  return { char, end: at + 1 };
}

/** Says where a filter is wrong without repeating what stands there. */
export function filterError(problem: string, at: number, hint: string): KernelError {
  return new KernelError('USAGE', `the filter ${problem} (at character ${at + 1})`, { hint });
}

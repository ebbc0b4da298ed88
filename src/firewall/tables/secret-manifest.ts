import type { FieldRule } from '../judge/field-rule.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';

/** So much is held back to learn of what kind the data above are. */
const MAX_ABOVE = 4000;
const HEAD = pattern(/(?:kind: (secret|secretlist)|(stringdata):|apiversion: v1\r?\n( {0,40})data:)[ \t]{0,40}\r?\n/i);
const MAX_HEAD = 80;
const KIND_BELOW = /^kind: (\w{1,40})/;
const ENCODED = /^ {1,40}[\w.-]{1,120}: [A-Za-z0-9+/]{40}/;
const DATA = /^( *(?:- )?)(?:data|stringData):[ \t]*\r?$/;
/** A line of YAML: an item, a remark, a template, or a key. */
const LINE = /^\s*(?:$|#|-|\{\{|["']?[\w./-]+["']?:)/;
const ENTRY = /^(\s*(?:"[^"]{1,253}"|'[^']{1,253}'|[\w.-]{1,253}):[ \t]*)/;
const BLOCK = /^[|>][-+\d]{0,2}$/;
const QUOTES = '"\'';
const SECRET: FieldRule = { type: 'secret', value: 'any' };

/** A Secret of Kubernetes in YAML: each value of its `data` and `stringData`, whatever its name is. */
export function createSecretManifest({ hideCell, hideFrom, buffer }: MarkedTableOptions): MarkedTable {
  let isBegun = false;
  let isList = false;
  let isOver = false;
  // The indentation of the keys beside `data`, of `data` itself when its lines are read, and of their keys.
  let base = -1;
  let inData = false;
  let entry = -1;
  let isWithheld = false;

  const end = (at: number): number => {
    isOver = true;
    return at;
  };

  const readHead = (coming: ComingText, at: number): number => {
    if (HEAD.isOpen(coming, at)) {
      return WAIT;
    }
    const [whole = '', kind, strings, indent] = HEAD.at(coming, at) ?? [];
    if (whole === '') {
      return end(at);
    }
    const from = at + whole.length;
    const isSecret = isSecretAbove(coming, from, indent);
    if (isSecret !== true) {
      return isSecret === undefined ? WAIT : end(at);
    }
    base = indent?.length ?? base;
    isBegun = true;
    isList = kind !== undefined && kind.length > 'secret'.length;
    inData = strings !== undefined || indent !== undefined;
    return from;
  };

  const takeLine = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const { to, isLong } = lineAt(text, at);
    if (!isLong && isCut(coming, to)) {
      return WAIT;
    }
    const line = text.slice(at, to);
    const next = isLong ? to : Math.min(to + 1, text.length);
    return line.trim() === '' ? next : takeText(line, at, next, isLong);
  };

  const takeText = (line: string, at: number, next: number, isLong: boolean): number => {
    if (inData && isInside(line)) {
      takeEntry(line, at, isLong);
      return next;
    }
    inData = false;
    const goesOn = !isLong && LINE.test(line) && (isList ? isInList(line) : isSibling(line));
    return goesOn ? next : end(at);
  };

  /** Whether a line belongs to the data. */
  const isInside = (line: string): boolean => {
    const indent = indentOf(line);
    if (entry < 0 && indent > base && indent > 0 && line.charAt(indent) !== '-') {
      entry = indent;
    }
    return entry >= 0 && indent >= entry;
  };

  /** Whether a line belongs to the manifest; it may begin data. */
  const isSibling = (line: string): boolean => {
    const indent = indentOf(line);
    base = base < 0 ? indent : base;
    entry = -1;
    inData = indent === base && DATA.test(line);
    return indent >= base && (indent > base || line.charAt(indent) !== '-');
  };

  /** The same of a list of manifests, which do not say what they are. */
  const isInList = (line: string): boolean => {
    const [, before = ''] = DATA.exec(line) ?? [];
    inData = DATA.test(line);
    base = before.length;
    entry = -1;
    return !line.startsWith('---');
  };

  const takeEntry = (line: string, at: number, isLong: boolean): void => {
    const key = indentOf(line) === entry ? (ENTRY.exec(line)?.[0].length ?? 0) : 0;
    const cell = unquoted(line, trimmed(line, key, line.length));
    if (line.charAt(cell.start) === '#' || BLOCK.test(line.slice(cell.start, cell.end)) || cell.start === cell.end) {
      return;
    }
    if (isLong) {
      hideFrom(SECRET, at + cell.start);
      buffer.drop(at + line.length);
      isWithheld = true;
    } else {
      hideCell(SECRET, { start: at + cell.start, end: at + cell.end });
    }
  };

  const dropLine = (text: string, at: number): number => {
    const lineEnd = text.indexOf('\n', at);
    const to = lineEnd < 0 ? text.length : lineEnd;
    buffer.drop(to);
    isWithheld = lineEnd < 0;
    return to > at ? to : isWithheld ? WAIT : to + 1;
  };

  return {
    step: (coming, at) =>
      isBegun ? (isWithheld ? dropLine(coming.text, at) : takeLine(coming, at)) : readHead(coming, at),
    isOver: () => isOver,
  };
}

/** Whether data are those of a Secret, as the kind below them says; of very long data, whether they look like it. */
function isSecretAbove(coming: ComingText, from: number, indent: string | undefined): boolean | undefined {
  if (indent === undefined) {
    return true;
  }
  const { text } = coming;
  const seen = text.slice(from - 1, from + MAX_ABOVE);
  const below = seen.indexOf(`\n${indent}kind: `);
  const isOpen = isCut(coming, from, MAX_ABOVE);
  if (below >= 0) {
    const kind = seen.slice(below + 1 + indent.length, below + MAX_HEAD);
    const isWhole = /^kind: \w{1,40}\W/.test(kind);
    return isWhole || !isOpen ? KIND_BELOW.exec(kind)?.[1] === 'Secret' : undefined;
  }
  return isOpen ? undefined : from + MAX_ABOVE <= text.length && ENCODED.test(seen.slice(1));
}

/** A line, or as much of a long one as is read at once. */
function lineAt(text: string, at: number): { readonly to: number; readonly isLong: boolean } {
  const found = text.slice(at, at + MAX_CELL + 1).indexOf('\n');
  const isLong = found < 0 && text.length > at + MAX_CELL;
  return { to: isLong ? at + MAX_CELL : found < 0 ? text.length : at + found, isLong };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Quotes are shown, also one without the other. */
function unquoted(line: string, { start, end }: Cell): Cell {
  const from = start < end && QUOTES.includes(line.charAt(start)) ? start + 1 : start;
  return { start: from, end: from < end && QUOTES.includes(line.charAt(end - 1)) ? end - 1 : end };
}

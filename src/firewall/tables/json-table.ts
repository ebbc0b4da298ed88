import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import type { JsonSign } from '../lex/json-scanner.js';
import { pattern } from '../pattern/coming-text.js';
import { type Cursor, matched, type Reading } from './cursor.js';
import { type JsonReader, readJson } from './json-walk.js';
import { holdsColumnName, holdsColumnNames, isColumnName, saysWhose } from './table-columns.js';

const MOST_COLUMNS = 512;
const LONGEST_NAME = 80;
/** The name of a member, in quotes that end as they began; what stands before the first quote has been shown. */
const KEY = pattern(/"\w{3,24}\\{0,7}"|'\w{3,24}\\{0,7}'/);
/** Names by which a table is found, so that another one begins there. */
const MARKED = /^(?:column|field|header|cols$)/i;

/** Before the names, among them, before the rows, among them. */
const NAME_KEY = 0;
const NAMES = 1;
const SEEKING = 2;
const ROWS = 3;

/** `[["user", "password"], ["ada", "v"]]` */
export function readJsonRows(cursor: Cursor): Reading {
  return readJson(cursor, readRowsBelowNames(cursor.ruleFor), { brackets: [] });
}

/** `{"columns": ["user", "password"], "rows": [["ada", "v"]]}` */
export function* readJsonMembers(cursor: Cursor): Reading {
  const key = (yield* matched(cursor, KEY))?.[0] ?? '';
  const name = key.slice(1).replace(/\\*["']$/, '');
  if (holdsColumnNames(name)) {
    const quotes = { quote: key.charAt(0), escapes: key.length - name.length - 2 };
    cursor.at += key.length;
    yield* readJson(cursor, readNamesAndRows(cursor.ruleFor), { brackets: ['object'], quotes });
  }
}

/** Rows in a list beside the names, or one level further out. */
function readNamesAndRows(ruleFor: RuleFor): JsonReader {
  const rules: (FieldRule | undefined)[] = [];
  let phase = NAME_KEY;
  let isNamed = false;
  let isItemName = false;
  let isBehindName = false;
  // At what depth a list was opened just now.
  let lastList: number | undefined;
  let rows = -1;
  let column = 0;

  const add = (name: string): void => {
    rules.push(name.length > LONGEST_NAME ? undefined : ruleFor(name));
  };

  const takeColumn = (sign: JsonSign, content: string): void => {
    if (sign === 'value') {
      add(content);
    } else if (sign === 'object' || sign === 'list') {
      isNamed = false;
    } else if (sign === 'close' && !isNamed) {
      rules.push(undefined);
    }
  };

  /** A column is a string, or an object one of whose members is its name. */
  const takeName = (sign: JsonSign, depth: number, content: string): void => {
    if (depth === 2) {
      takeColumn(sign, content);
    } else if (depth === 3 && sign === 'name') {
      isItemName = !isNamed && holdsColumnName(content);
    } else if (depth === 3 && sign === 'value' && isItemName) {
      add(content);
      isNamed = true;
      isItemName = false;
    }
  };

  const inNames = (sign: JsonSign, depth: number, content: string): boolean => {
    takeName(sign, depth, content);
    if (depth === 1) {
      phase = SEEKING;
      return rules.some((rule) => rule !== undefined);
    }
    return rules.length <= MOST_COLUMNS;
  };

  const seeking = (sign: JsonSign, depth: number, content: string): boolean => {
    if (sign === 'list' && lastList !== undefined && lastList === depth - 1) {
      phase = ROWS;
      rows = depth;
      column = 0;
      return true;
    }
    // One level further out there may be another member, and nothing else.
    const isApart = depth === 0 && !isBehindName && (sign === 'object' || sign === 'list' || sign === 'value');
    lastList = sign === 'list' && isBehindName ? depth : undefined;
    isBehindName = sign === 'name';
    return !isApart && !(sign === 'name' && MARKED.test(content));
  };

  const inRows = (sign: JsonSign, depth: number): boolean => {
    if (sign === 'comma') {
      column += depth === rows + 1 ? 1 : 0;
    } else if (depth === rows) {
      column = 0;
    } else if (sign === 'close' && depth < rows) {
      phase = SEEKING;
      lastList = undefined;
    }
    return true;
  };

  return {
    ruleHere: () => (phase === ROWS ? rules[column] : undefined),
    meet: (sign: JsonSign, depth: number, content: string): boolean => {
      switch (phase) {
        case NAME_KEY:
          phase = NAMES;
          return sign === 'list';
        case NAMES:
          return inNames(sign, depth, content);
        case SEEKING:
          return seeking(sign, depth, content);
        default:
          return inRows(sign, depth);
      }
    },
  };
}

/** Lists of which the first has the names of columns. */
function readRowsBelowNames(ruleFor: RuleFor): JsonReader {
  const names: string[] = [];
  let rules: readonly (FieldRule | undefined)[] = [];
  let isBegun = false;
  let phase = NAMES;
  let column = 0;

  const inName = (sign: JsonSign, content: string): boolean => {
    if (sign === 'value') {
      names.push(content);
    }
    return sign === 'comma' || (sign === 'value' && isColumnName(content));
  };

  const inNames = (sign: JsonSign, depth: number, content: string): boolean => {
    if (depth === 2) {
      return inName(sign, content);
    }
    if (sign !== 'close') {
      const isFirst = !isBegun || (depth === 1 && names.length === 0);
      isBegun = true;
      return sign === 'list' && isFirst;
    }
    phase = ROWS;
    rules = names.length <= MOST_COLUMNS ? names.map(ruleFor) : [];
    return rules.some((rule) => rule !== undefined) && (names.length > 2 || isPair());
  };

  const isPair = (): boolean =>
    names.length === 2 && [0, 1].some((index) => rules[index] !== undefined && saysWhose(names[1 - index]));

  return {
    ruleHere: () => (phase === ROWS ? rules[column] : undefined),
    meet: (sign: JsonSign, depth: number, content: string): boolean => {
      if (phase === NAMES) {
        return inNames(sign, depth, content);
      }
      if (depth === 1) {
        column = 0;
      } else if (depth === 2 && sign === 'comma') {
        column += 1;
      }
      return depth > 0;
    },
  };
}

import type { Enclosure, Statement, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND } from '../pattern/characters.js';
import { type Pattern, pattern } from '../pattern/coming-text.js';

/** A name, and where its closing quote and the space behind it end. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly closed: number;
  readonly spaced: number;
}

/** One way in which a value is linked to its name without a sign. */
interface Link {
  /** What it can begin with, behind the name and its quote: a cheap question. */
  readonly first: string;
  /** No space stands before that. */
  readonly isTouching?: true;
  readonly name?: RegExp;
  /** What stands before the name, its quote included; a pattern that ends in `$`. */
  readonly before?: RegExp;
  /** From behind the name, its quote and spaces, to the value. */
  readonly behind: Pattern;
  readonly open: (window: Window, start: number, statement: Statement | undefined) => Opened;
  readonly statement?: Statement;
}

/** White space within a line. */
export const SPACES = '[ \\t\\u00a0\\u3000\\u2000-\\u200a]';
const OPTION = /^--/;
const COMMA = pattern(new RegExp(`,${SPACES}{0,23}`));
const MAX_BEFORE = 32;

/**
 * - --password
 * - hunter2
 */
const NEXT_ITEM: Link = {
  first: '\r\n',
  isTouching: true,
  name: OPTION,
  before: /-\s["']?$/,
  behind: pattern(/\r?\n[ \t]{0,40}- (?!-)/),
  open: openItem,
};

/** Behind a name in quotes. */
const CLOSED: readonly Link[] = [
  NEXT_ITEM,
  {
    // variable "db_password" { default = "hunter2" }
    first: '{',
    before: /(?:^|[^\w.-])(?:variable|output)\s{1,2}"$/,
    behind: pattern(/[^}]{0,300}?[\s{](?:default|value)\s{0,16}=\s{0,4}(?=\S)/),
    open: openString,
  },
  {
    // | `password` | hunter2 |
    first: '|',
    behind: pattern(new RegExp(`\\|${SPACES}{0,23}`)),
    open: openCell,
    statement: 'verb',
  },
  {
    // define('DB_PASSWORD', 'hunter2')
    first: ',',
    before: /(?:^|[^\w.>])(?:define|setenv|SetEnvironmentVariable) ?\(\s{0,3}["']$/,
    behind: COMMA,
    open: openString,
  },
  {
    // ["--password", "hunter2"]
    first: ',',
    name: OPTION,
    behind: pattern(/,\s{0,23}/),
    open: openString,
    statement: 'call',
  },
  {
    // set("password", "hunter2")
    first: ',',
    before: new RegExp(`\\(${SPACES}{0,3}[^]$`),
    behind: COMMA,
    open: openString,
    statement: 'call',
  },
  {
    // ["x-api-key", "hunter2", "accept", "*/*"]
    first: ',',
    name: /-/,
    before: new RegExp(`[[,]${SPACES}{0,3}[^]$`),
    behind: COMMA,
    open: openPlainString,
    statement: 'apart',
  },
  {
    // ["password", "hunter2"]
    first: ',',
    before: new RegExp(`\\[${SPACES}{0,3}[^]$`),
    behind: COMMA,
    open: openLastString,
    statement: 'apart',
  },
];

/** Behind a bare name. */
const BARE: readonly Link[] = [
  NEXT_ITEM,
  {
    // setPassword("hunter2"), but not getPassword("name")
    first: '(',
    isTouching: true,
    name: /^(?!(?:.*\.)?(?:get|is|has|check|validate|verify|generate|fetch|find|read|load|hash|encode|encrypt|decrypt|decode|test|ask|prompt|show|require|assert|expect|reset|forgot|lookup|delete|remove|resolve|label))/i,
    behind: pattern(/\((?=.?["'`])/),
    open: openString,
    statement: 'call',
  },
  {
    // Invalid API key provided: …
    first: 'pgrsuePGRSUE',
    behind: pattern(/(?:provided|given|supplied|received|used|submitted|entered): /i),
    open: openWord,
    statement: 'verb',
  },
];

/** The value that a link of the tables leads to. */
export function openLinked(window: Window, { nameStart, nameEnd, closed, spaced }: Name): Opened {
  const { text } = window;
  const first = text.charAt(spaced);
  for (const { isTouching, name, before, behind, open, statement, ...link } of closed === nameEnd ? BARE : CLOSED) {
    const isOne =
      link.first.includes(first) &&
      (isTouching !== true || spaced === closed) &&
      name?.test(text.slice(nameStart, nameEnd)) !== false &&
      before?.test(window.before(nameStart, MAX_BEFORE)) !== false;
    const length = isOne ? behind.at(window, spaced)?.[0].length : undefined;
    const opened = length === undefined ? NONE : open(window, spaced + length, statement);
    if (opened !== NONE) {
      return opened;
    }
  }
  return NONE;
}

function openString(window: Window, start: number, statement?: Statement): Opened {
  return openQuoted(window, start, statement) ?? NONE;
}

/** A string, or a word without quotes. */
export function openWord(window: Window, start: number, statement?: Statement): Enclosure {
  return openQuoted(window, start, statement) ?? { start, close: '', escapes: 0, stop: KIND.stop, statement };
}

function openItem(window: Window, start: number): Opened {
  const quoted = openQuoted(window, start);
  const isMore = start < window.text.length;
  return quoted ?? (isMore ? { start, close: '', escapes: 0, stop: KIND.pause, isLine: true } : NONE);
}

/** Strings with a bar between them are a type. */
function openCell(window: Window, start: number, statement?: Statement): Opened {
  const quoted = openQuoted(window, start, statement);
  return quoted === undefined || quoted.close === '`' ? openWord(window, start, statement) : NONE;
}

function openPlainString(window: Window, start: number, statement?: Statement): Opened {
  const item = openQuoted(window, start, statement);
  return item === undefined || item.close.length !== 1 || item.escapes > 0 ? NONE : item;
}

/** The second of two items. */
function openLastString(window: Window, start: number, statement?: Statement): Opened {
  const item = openPlainString(window, start, statement);
  return item === NONE ? NONE : { endTag: `${item.close}]`, ...item };
}

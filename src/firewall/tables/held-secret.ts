import { fieldRule } from '../judge/field-names.js';
import { isListedSecret } from '../judge/field-pairs.js';
import { CREDENTIALS, type FieldRule, PASSWORD, SECRET } from '../judge/field-rule.js';
import { LOOK_BACK, type Window } from '../lex/detector.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import { pattern } from '../pattern/coming-text.js';
import { type Cursor, hasCome, type Reading } from './cursor.js';
import { type JsonReader, readJson } from './json-walk.js';
import { type Line, readLines } from './line-walk.js';

/** Names below which each value is a secret of its own name. */
const HOLDER = /^(?:(secrets|api[-_]?keys)|(passwords)|credentials)/i;
const ABOUT =
  /(?:name|id|type|kind|ref|path|file|url|uri|version|policy|pattern|format|encoding|algorithm|description|message|title|label|example|hint|placeholder|provider|method|engine|backend|manager|store|scope|namespace|environment|mode|template|enabled|create|external|required|driver|host|region|status|role|property|key|min|max|error|text|help|button|new|add|edit|delete|reset|sent|confirm|show|hide)s?$/i;
/** Reading from elsewhere: `existingSecret`, `fromEnv`, `valueFrom`. */
const REFERENCE = /^(?:existing|from|use|mount)|from$/i;
const WORD = /^[^\s{}()<>]{6,}$/;
/** How secrets are kept, and what is said of it. */
const KEPT =
  /(?:rounds|rotation|rotate|length|interval|ttl|cost|iterations|expir\w{1,6}|(?:^|[_-])age|timeout|period|retention|lifetime|duration|hash\w{0,4})$/i;
const MEASURE = /^(?:\d{0,6} ?[a-z]{1,10}|bcrypt|scrypt|argon2\w{0,2}|pbkdf2\w{0,12}|sha-?\d{1,3}|md5)$/i;
/** A word as texts begin with, or none but the name of something. */
const TEXT = /^(?:[A-Z][a-z]+|[a-z]+(?:[./:][a-z]+)+)$/;
const JOINED = /[-_]/;
const NAME = /^[\w-]+$/;

/** Says of a value below the name of a holder under which rule it is hidden. */
export type RuleOfHeld = (name: string, value: string, isQuoted: boolean) => FieldRule | undefined;

/** The same for one holder, whose name begins a text. */
function ruleOfHeld(text: string): RuleOfHeld | undefined {
  const [whole, secrets, passwords] = HOLDER.exec(text) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const rule = passwords === undefined ? SECRET : PASSWORD;
  const asked = secrets === undefined && passwords === undefined ? CREDENTIALS : rule;
  return (name, value, isQuoted) => {
    if (KEPT.test(name) && MEASURE.test(value)) {
      return undefined;
    }
    if (isListedSecret(asked, name, value)) {
      return rule;
    }
    // Without quotes a word may be a name in code.
    return asked !== CREDENTIALS && isQuoted && isWord(name, value) ? rule : undefined;
  };
}

function isWord(name: string, value: string): boolean {
  return (
    WORD.test(value) &&
    !TEXT.test(value) &&
    !(JOINED.test(value) && NAME.test(value)) &&
    !ABOUT.test(name) &&
    !REFERENCE.test(name) &&
    fieldRule(value) === undefined
  );
}

/** What begins the values: a bracket; the end of the line of a section; that of a key, with a line below that is indented further. */
const OBJECT = pattern(/\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}\{/);
const SECTION_OR_KEY = pattern(/(?:\]|["']?[ \t]{0,4}:)[ \t\r]{0,8}\n/);
/** Before the name of a section, and of a key. */
const SECTION = /(?:^|\n)[ \t]{0,20}\[{1,2}["']?(?:[\w-]{1,20}[.:/ ]["']?){0,3}[\w-]{0,20}$/;
const INDENT = /(?:^|\n)([ \t]{0,40})(?:- )?["']?[\w.-]{0,40}$/;
const NEXT_LINE = pattern(/[^\n]{0,12}\n(?:[ \t]{0,60}\r?\n){0,2}([ \t]{0,60})["'\w#]/);
const SIGNS = '"\'\\]:= ';

/** Whether values follow a name by which they are held. */
export function isHolding(window: Window, start: number, end: number): boolean {
  if (!mayHold(window.text, end)) {
    return false;
  }
  if (OBJECT.fits(window, end)) {
    return true;
  }
  const lines = SECTION_OR_KEY.at(window, end)?.[0];
  if (lines === undefined) {
    return false;
  }
  const before = window.before(start, LOOK_BACK);
  if (lines.startsWith(']')) {
    return SECTION.test(before);
  }
  const [, indent] = INDENT.exec(before) ?? [];
  return indent !== undefined && (NEXT_LINE.at(window, end)?.[1]?.length ?? 0) > indent.length;
}

/** A cheap question: whether a sign follows, or the end of what there is. */
function mayHold(text: string, end: number): boolean {
  const next = text.charAt(end) === ' ' ? text.charAt(end + 1) : text.charAt(end);
  return SIGNS.includes(next);
}

const MAX_HEAD = 64;
/** From behind the name to where the values begin. */
const BRACES = /^\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}(?=\{)/;
const LINES = /^(?:\]|["']?[ \t]{0,4}[:={ ]{1,4})[ \t\r]{0,8}(?=\n)/;
/** A map of HCL has no commas, and a line for each value. */
const BRACE_LINES = /^ {0,4}= {0,4}\{[ \t\r]{0,8}(?=\n)/;
const TYPE = /^(?:type|\$ref|\$schema)$/;
/** What stands in it beside its type. */
const VALUE = /^(?:plain_?)?(?:value|text)$/i;
const TYPES = /^(?:object|string|array|number|boolean)$/;

/** The values below `secrets`, `passwords`, `credentials` and `api_keys`, whatever their names are. */
export function* readHeldSecrets(cursor: Cursor): Reading {
  yield* hasCome(cursor, MAX_HEAD);
  const head = cursor.coming.text.slice(cursor.at, cursor.at + MAX_HEAD);
  const rule = ruleOfHeld(head);
  const { length, lines } = openingOf(head);
  if (rule === undefined || length < 0) {
    return;
  }
  cursor.at += length;
  // From here on it is given a line at a time.
  yield;
  yield* lines === undefined
    ? readJson(cursor, readHeld(rule), { brackets: [], hasEquals: true })
    : readLines(cursor, readHeldLines(rule, lines));
}

/** Where the values begin, and with what they end if there is a line for each. */
function openingOf(head: string): { readonly length: number; readonly lines?: '[' | '}' | '' } {
  const name = HOLDER.exec(head)?.[0].length ?? 0;
  const behind = head.slice(name);
  const lines = (BRACE_LINES.exec(behind) ?? LINES.exec(behind))?.[0];
  if (lines !== undefined) {
    return { length: name + lines.length + 1, lines: lines.includes(']') ? '[' : lines.includes('{') ? '}' : '' };
  }
  const braces = BRACES.exec(behind)?.[0];
  return { length: braces === undefined ? -1 : name + braces.length };
}

function readHeld(ruleOf: RuleOfHeld): JsonReader {
  let name = '';
  // The depth of members that are about a type, and hold nothing but a value.
  let typed = -1;
  return {
    ruleHere: (content, isQuoted) => (typed < 0 || VALUE.test(name) ? ruleOf(name, content, isQuoted) : undefined),
    meet: (sign, depth, content) => {
      if (sign === 'name') {
        name = content;
      }
      const isType = sign === 'value' && TYPE.test(name) && (name.startsWith('$') || TYPES.test(content));
      if (isType && typed < 0) {
        typed = depth;
      } else if (sign === 'close' && depth < typed) {
        typed = -1;
      }
      return depth > 0 || sign === 'object';
    },
  };
}

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
function readHeldLines(ruleOf: RuleOfHeld, endsWith: '[' | '}' | ''): (line: Line) => boolean {
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

  return (line) => {
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
  };
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

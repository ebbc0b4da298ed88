import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found, type Window } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { inNearestString, inOwnString } from './connection-string.js';

const MEMBERS =
  '(?:server|data source|host|hostname|address|addr|database|databasename|initial catalog|dbname|user id|uid|user|username|encrypt|port|driver|dsn|pooling|timeout|connect timeout|ssl ?mode|integrated security|persist security info|trusted_connection|trustservercertificate|multipleactiveresultsets|accountname|endpoint)';
const MEMBER_BEFORE = new RegExp(`(?:^|[;"'\\s=>])${MEMBERS} ?=[^;=\\n]{0,64}; ?$`, 'i');
const MEMBER_AFTER = new RegExp(`^\\s?${MEMBERS} ?=`, 'i');
/** The same with spaces between the members, as libpq takes them. */
const WORDS = '(?:host|hostaddr|port|user|dbname|sslmode|connect_timeout|application_name)';
const WORD = new RegExp(`^["'=:(]?${WORDS}=[^\\s,;&]`);
const WORD_AFTER = new RegExp(`^ ${WORDS}=[^\\s,;&]`);
/** The parameters of a driver, which nobody has to escape. */
const PARAMETER_BEFORE = /[?&](?:user|username)=[^&\s]{0,64}&$|jdbc:\S{0,80}[?&]$/;
const MAX_BEFORE = 96;
const MAX_MEMBERS = 128;
const MAX_LINE = 150;
const LEAST_PLAIN = 6;
/** An argument that another follows, a bound variable. */
const NO_WORD = /,$|^:\w+$/;
const BRACKETED = /^(?:[\w.]+\(|[(<[{:$%])/;
const ODD = /[^\w.:@%+/=-]/;
/** Ends a value in any case: tags that stand in lines, the end of an element, an escaped end of a line or string. */
const OTHER = /<\/|\/>(?:[\s<]|$)|<(?:br|p|td|tr|th|li|div|span|b|i|em|strong|code|pre|h\d)\b|\\[nrt"']|\s$/;
/** The same of what stands in quotes that are known, or behind none. */
const OTHER_IN_OWN = /<\/|\/>(?:[\s<]|$)|<(?:br|p|td|tr|th|li|div|span|b|i|em|strong|code|pre|h\d)\b|\\[nrt]|\s$/;
const QUOTE = /"|[`'](?:[\s,.;:)\]}]|$)/;
const CLOSES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '{': '}' };
const PARAMETER_AFTER = /^&[\w.-]{1,40}=/;
const ENTITY = /&(?:lt|gt|amp|quot|apos|#\d{1,5}|#x[0-9a-f]{1,4})$/i;

/** The password among the members of a connection string, whatever its signs: `Server=a;Password=b(c&d;Encrypt=yes`. */
export const connectionPassword: Detector = {
  name: 'connection-password',
  group: 'secret',
  validates: 'another member of a connection string before or behind it',
  source: 'learn.microsoft.com/dotnet/framework/data/adonet/connection-string-syntax; postgresql.org libpq-connect',
  literals: ['password=', 'pwd='],
  match: (window, start, end) => {
    const { text } = window;
    const before = window.before(start, MAX_BEFORE);
    const form = formOf(before);
    const limit = end + MAX_MEMBERS;
    const stop = searched(window, window.next(KIND.lineEnd, end, limit), limit);
    const rest = text.slice(end, stop);
    const own = inNearestString(window, start, rest);
    const line = own ?? inOwnString(window, start, rest);
    const known = upToOther(line, own !== undefined || isBare(window, start));
    const isCut = known.length === MAX_MEMBERS && stop === limit;
    const value = passwordIn(form, known, isCut);
    return value !== undefined && !holdsPlaceholder(value) && isOpen(value, known) && isValue(value, BARE_DATA)
      ? found(end, end + value.length, 'password')
      : undefined;
  },
};

type Form = 'member' | 'parameter' | 'word' | undefined;

/** What stands directly before the name. */
function formOf(before: string): Form {
  if (/; ?$/.test(before)) {
    return MEMBER_BEFORE.test(before) ? 'member' : undefined;
  }
  if (/[?&]$/.test(before)) {
    return PARAMETER_BEFORE.test(before) ? 'parameter' : undefined;
  }
  return isBehindWord(before) ? 'word' : undefined;
}

/** Whether no quote stands before it in its line. */
function isBare({ text, floor, origin }: Window, start: number): boolean {
  const lowest = Math.max(floor, start - MAX_LINE);
  const before = text.slice(lowest, start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.length < before.length || lowest === origin) && !/["'`]/.test(line);
}

/** No quote ends what stands in a string of its own, or behind none. */
function upToOther(line: string, isOwn: boolean): string {
  const other = line.search(isOwn ? OTHER_IN_OWN : OTHER);
  const known = other < 0 ? line : line.slice(0, other);
  const quote = isOwn ? -1 : known.search(QUOTE);
  return quote < 0 ? known : known.slice(0, quote);
}

/** Not in blanks, quotes or brackets of its own: one that is never closed is a part of it if another member follows, or nothing. */
function isOpen(value: string, known: string): boolean {
  const close = CLOSES[value.charAt(0)];
  const isAll = value === known && value.length >= LEAST_PLAIN && close !== '}';
  const isFollowed = isAll || isBeforeOther(known.slice(value.length));
  return !/^\s|\s$/.test(value) && (close === undefined || (isFollowed && !value.includes(close, 1)));
}

/** Whether another member or parameter follows. */
function isBeforeOther(rest: string): boolean {
  return PARAMETER_AFTER.test(rest) || (rest.startsWith(';') && MEMBER_AFTER.test(rest.slice(1)));
}

/** What the form makes the value, or the members behind it; without an end it is not known. */
function passwordIn(form: Form, line: string, isCut: boolean): string | undefined {
  const semicolon = endOfMember(line);
  if (form === 'member') {
    return semicolon < 0 ? whole(line, isCut) : line.slice(0, semicolon);
  }
  if (form === 'parameter') {
    const end = line.search(/[&\s]/);
    return end >= 0 && PARAMETER_AFTER.test(line.slice(end)) ? line.slice(0, end) : upTo(line, end, isCut);
  }
  const blank = line.search(/\s/);
  const isBeforeWord = blank > 0 && WORD_AFTER.test(line.slice(blank));
  if (form === 'word' || isBeforeWord) {
    return oddWord(isBeforeWord ? line.slice(0, blank) : upTo(line, blank, isCut));
  }
  return semicolon > 0 && MEMBER_AFTER.test(line.slice(semicolon + 1)) ? line.slice(0, semicolon) : undefined;
}

/** With signs that any assignment would end at, and neither an argument in code nor what a template puts there. */
function oddWord(value: string | undefined): string | undefined {
  const isOdd = value !== undefined && (ODD.test(value) || (value.includes('.') && /\d/.test(value)));
  const isCode = isOdd && BRACKETED.test(value) && /[)>\]}]$/.test(value);
  return isOdd && !isCode && !NO_WORD.test(value) ? value : undefined;
}

/** Directly before it another word. */
function isBehindWord(before: string): boolean {
  const word = before.endsWith(' ') ? before.slice(before.lastIndexOf(' ', before.length - 2) + 1, -1) : '';
  return WORD.test(word) && !/[,;&]/.test(word);
}

function whole(line: string, isCut: boolean): string | undefined {
  return isCut ? undefined : line;
}

function upTo(line: string, end: number, isCut: boolean): string | undefined {
  return end < 0 ? withoutClose(line, isCut) : withoutClose(line.slice(0, end), false);
}

/** Without a bracket or point behind it that belongs to the sentence. */
function withoutClose(value: string, isCut: boolean): string | undefined {
  return isCut ? undefined : value.replace(/[),.;\]}]$/, '');
}

/** The first semicolon that is not the end of an entity. */
function endOfMember(line: string): number {
  for (let at = line.indexOf(';'); at >= 0; at = line.indexOf(';', at + 1)) {
    if (!ENTITY.test(line.slice(Math.max(0, at - 8), at))) {
      return at;
    }
  }
  return -1;
}

import { type Detector, found, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { firstOf, KIND, LINE_FEED } from '../pattern/characters.js';
import { partOf, pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const MAX_LINE = 240;
const CALENDAR = /(?:ORGANIZER|ATTENDEE)[^\r\n]{0,140}$/;
/** What a secret can stand behind, in a property before the name, or a name before it. */
const OTHER_VALUE = /\/\/|[a-z]=|:\s|\nN[:;]/;
/** Of a name in a parameter. */
const ENDS = /[:;]/;
/** A line end and a blank in the middle of a property. */
const FOLD = /\r?\n[ \t]/g;
const FOLDED = pattern(/\r?\n[ \t]/);
const NAME_LINE = letterPattern(
  String.raw`(\nN(?:;[A-Z]{2,12}=[\w-]{1,24})?:)([\p{L}'’. -]{1,40};[\p{L}'’. ,;-]{0,80})(?=[\r\n])`,
);
/** Behind the name of a property its parameters, and a colon. */
const PARAMETERS = /^(?:;[A-Z]{2,12}=[^:;\r\n"]{1,40}){0,4}:/i;
/** By the property: what its value looks like, and its type. */
const PROPERTIES = whenNeeded(
  (): ReadonlyMap<string, readonly [value: RegExp, type: string]> =>
    new Map([
      ['FN', [/^\p{Lu}[\p{L}'’.-]{0,40}(?: [\p{L}'’.-]{1,40}){1,5}$/u, 'person_name']],
      ['ADR', [/^(?:[^;\r\n]{0,80};){4,6}[^;\r\n]{0,80}$/, 'address']],
      ['BDAY', [/^(?:\d{4}|-)-?(?:\d\d|-)-?\d\d(?:T[\d:]{4,8}Z?)?$/, 'birth_date']],
      ['CN', [/^"?\p{Lu}[\p{L}'’. -]{2,100}"?/u, 'person_name']],
    ]),
);

/** People in vCards and calendars: `FN:Ada Lovelace`, `ADR;TYPE=home:;;12 Main St;…`, `ORGANIZER;CN=Ada Lovelace:mailto:…`. */
export const contactCard: Detector = {
  name: 'contact-card',
  group: 'personal',
  validates: 'a property in capitals at the beginning of a line, and the form of its value',
  source: 'RFC 6350 and RFC 5545',
  literals: ['fn:', 'fn;', 'adr:', 'adr;', 'bday:', 'bday;', ';cn=', 'begin:vcard'],
  match: (window, start, end) => {
    const { text } = window;
    if (text.charAt(end - 1).toLowerCase() === 'd') {
      return matchName(window, end);
    }
    if (text.charAt(start) === ';') {
      return isOfCalendar(window, start) ? matchProperty(window, end, 'CN') : undefined;
    }
    const isBegun = text.charCodeAt(start - 1) === LINE_FEED;
    return isBegun ? matchProperty(window, end - 1, text.slice(start, end - 1)) : undefined;
  },
};

function matchProperty(window: Window, from: number, name: string): Verdict | undefined {
  const [value, type = ''] = PROPERTIES().get(name) ?? [];
  if (value === undefined) {
    return undefined;
  }
  const stop = name === 'CN' ? endOfLine(window, from, from + MAX_LINE) : endOfFolded(window, from);
  const written = window.text.slice(from, stop);
  const line = written.replace(FOLD, '');
  const before = name === 'CN' ? 0 : behindParameters(line, stop - from);
  const sample = before < 0 ? '' : (value.exec(line.slice(before))?.[0] ?? '');
  if (!isHidden(sample) || (name === 'CN' && !isCommonName(sample, line))) {
    return undefined;
  }
  // Of a line that is folded the value is all that is left.
  const first = line === written ? from + before : from + written.indexOf(':') + 1;
  return found(first, line === written ? first + sample.length : stop, type);
}

/** Where the value of a property begins that is all of its line. */
function behindParameters(line: string, length: number): number {
  return length < MAX_LINE ? (PARAMETERS.exec(line)?.[0].length ?? -1) : -1;
}

function isCommonName(sample: string, line: string): boolean {
  return sample.includes(' ') && ENDS.test(line.charAt(sample.length));
}

/** The end of a line that may go on behind a line end and a blank. */
function endOfFolded(window: Window, from: number): number {
  const limit = from + MAX_LINE;
  let at = endOfLine(window, from, limit);
  while (at < limit && FOLDED.fits(window, at)) {
    at = endOfLine(window, at + 2, limit);
  }
  return at;
}

function endOfLine(window: Window, from: number, limit: number): number {
  return searched(window, firstOf(window.text, KIND.lineEnd, from, limit), limit);
}

/** Certificates and directories have common names too. */
function isOfCalendar({ text, floor }: Window, start: number): boolean {
  return CALENDAR.test(text.slice(Math.max(floor, start - LOOK_BACK), start));
}

function isHidden(sample: string): boolean {
  return sample !== '' && !holdsPlaceholder(sample) && /[\p{L}\d]/u.test(sample);
}

/** The parts of the name, in a line of their own near the beginning of a card. */
function matchName(window: Window, end: number): Verdict | undefined {
  const behind = partOf(window, end, MAX_LINE, NAME_LINE);
  const [whole = '', before = '', sample = ''] = NAME_LINE.exec(behind) ?? [];
  const at = behind.indexOf(whole);
  if (!isHidden(sample) || OTHER_VALUE.test(behind.slice(0, at))) {
    return undefined;
  }
  const from = end + at + before.length;
  return found(from, endOfFolded(window, from + sample.length), 'person_name');
}

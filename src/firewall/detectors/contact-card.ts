import { KIND } from '../redactor/characters.js';
import { type Detector, found, LOOK_BACK, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { holdsPlaceholder } from '../redactor/placeholder.js';

const MAX_LINE = 240;
const CALENDAR = /(?:ORGANIZER|ATTENDEE)[^\r\n]{0,140}$/;
/** What a secret can stand behind, in a property before the name. */
const OTHER_VALUE = /\/\/|[a-z]=|:\s/;
/** Of a name in a parameter. */
const ENDS = /[:;]/;
const LINE_FEED = 0x0a;
const NAME_LINE = /(\nN(?:;[A-Z]{2,12}=[\w-]{1,24})?:)([\p{L}'’. -]{1,40};[\p{L}'’. ,;-]{0,80})(?=[\r\n])/u;
/** Behind the name of a property its parameters, and a colon. */
const PARAMETERS = /^(?:;[A-Z]{2,12}=[^:;\r\n"]{1,40}){0,4}:/i;
/** By the property: what its value looks like, and its type. */
const PROPERTIES: ReadonlyMap<string, readonly [value: RegExp, type: string]> = new Map([
  ['FN', [/^\p{Lu}[\p{L}'’.-]{0,40}(?: [\p{L}'’.-]{1,40}){1,5}$/u, 'person_name']],
  ['ADR', [/^(?:[^;\r\n]{0,80};){4,6}[^;\r\n]{0,80}$/, 'address']],
  ['BDAY', [/^(?:\d{4}|-)-?(?:\d\d|-)-?\d\d(?:T[\d:]{4,8}Z?)?$/, 'birth_date']],
  ['CN', [/^"?\p{Lu}[\p{L}'’. -]{2,100}"?/u, 'person_name']],
]);

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
      return isOfCalendar(window, start) ? matchProperty(window, start, end, 'CN') : undefined;
    }
    const isBegun = text.charCodeAt(start - 1) === LINE_FEED;
    return isBegun ? matchProperty(window, start, end - 1, text.slice(start, end - 1)) : undefined;
  },
};

function matchProperty(
  { text, isFinal, next }: Window,
  start: number,
  from: number,
  name: string,
): Verdict | undefined {
  const [value, type = ''] = PROPERTIES.get(name) ?? [];
  if (value === undefined) {
    return undefined;
  }
  const stop = next(KIND.lineEnd, from, from + MAX_LINE);
  if (stop === text.length && stop < from + MAX_LINE && !isFinal) {
    return undecided(start);
  }
  const line = text.slice(from, stop);
  const before = name === 'CN' ? 0 : (PARAMETERS.exec(line)?.[0].length ?? -1);
  const sample = before < 0 || stop === from + MAX_LINE ? '' : (value.exec(line.slice(before))?.[0] ?? '');
  const isName = name !== 'CN' || (sample.includes(' ') && ENDS.test(line.charAt(sample.length)));
  return isName && isHidden(sample) ? found(from + before, from + before + sample.length, type) : undefined;
}

/** Certificates and directories have common names too. */
function isOfCalendar({ text, floor }: Window, start: number): boolean {
  return CALENDAR.test(text.slice(Math.max(floor, start - LOOK_BACK), start));
}

function isHidden(sample: string): boolean {
  return sample !== '' && !holdsPlaceholder(sample) && /[\p{L}\d]/u.test(sample);
}

/** The parts of the name, in a line of their own near the beginning of a card. */
function matchName({ text, isFinal }: Window, end: number): Verdict | undefined {
  const behind = text.slice(end, end + MAX_LINE);
  const [whole = '', before = '', sample = ''] = NAME_LINE.exec(behind) ?? [];
  if (whole === '') {
    return behind.length < MAX_LINE && !isFinal ? undecided(end) : undefined;
  }
  const at = behind.indexOf(whole);
  const from = end + at + before.length;
  return isHidden(sample) && !OTHER_VALUE.test(behind.slice(0, at))
    ? found(from, from + sample.length, 'person_name')
    : undefined;
}

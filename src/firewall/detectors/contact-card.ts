import { KIND } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { holdsPlaceholder } from '../redactor/placeholder.js';

const MAX_LINE = 240;
/** Behind the name of a property its parameters, and a colon. */
const PARAMETERS = /^(?:;[A-Z]{2,12}=[^:;\r\n"]{1,40}){0,4}:/i;
/** By the property: what its value looks like, and its type. */
const PROPERTIES: ReadonlyMap<string, readonly [value: RegExp, type: string]> = new Map([
  ['FN', [/^\p{Lu}[\p{L}'’.-]{0,40}(?: [\p{L}'’.-]{1,40}){1,5}$/u, 'person_name']],
  ['N', [/^[\p{L}'’. -]{1,40};[\p{L}'’. ,-]{0,40}(?:;[\p{L}'’., -]{0,40}){0,3}$/u, 'person_name']],
  ['ADR', [/^(?:[^;\r\n]{0,80};){4,6}[^;\r\n]{0,80}$/, 'address']],
  ['BDAY', [/^(?:\d{4}|-)-?(?:\d\d|-)-?\d\d(?:T[\d:]{4,8}Z?)?$/, 'birth_date']],
  ['CN', [/^(?:"[^"\r\n]{2,60}"|\p{Lu}[^:;",\r\n]{1,60})(?=[:;])/u, 'person_name']],
]);

/** People in vCards and calendars: `FN:Ada Lovelace`, `ADR;TYPE=home:;;12 Main St;…`, `ORGANIZER;CN=Ada Lovelace:mailto:…`. */
export const contactCard: Detector = {
  name: 'contact-card',
  group: 'personal',
  validates: 'a property in capitals at the beginning of a line, and the form of its value',
  source: 'RFC 6350 and RFC 5545',
  literals: ['\nfn:', '\nfn;', '\nn:', '\nn;', '\nadr:', '\nadr;', '\nbday:', '\nbday;', ';cn='],
  match: (window, start, end) => {
    const { text, isFinal } = window;
    const name = text.slice(start + 1, end - 1);
    const [value, type = ''] = PROPERTIES.get(name) ?? [];
    if (value === undefined) {
      return undefined;
    }
    const from = end - 1;
    const stop = window.next(KIND.lineEnd, from, from + MAX_LINE);
    if (stop === text.length && stop < from + MAX_LINE && !isFinal) {
      return undecided(start);
    }
    const line = text.slice(from, stop);
    const before = name === 'CN' ? 1 : (PARAMETERS.exec(line)?.[0].length ?? 0);
    const content = before === 0 || stop === from + MAX_LINE ? null : value.exec(line.slice(before));
    const sample = content?.[0] ?? '';
    return sample === '' || holdsPlaceholder(sample) || !/[\p{L}\d]/u.test(sample)
      ? undefined
      : found(from + before, from + before + sample.length, type);
  },
};

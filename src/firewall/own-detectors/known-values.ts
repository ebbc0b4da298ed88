import { type Detector, found, type Window } from '../lex/detector.js';
import { isInPlaceholder, learnTypes } from '../lex/placeholder.js';
import { isCut, needs } from '../pattern/coming-text.js';

const TYPE = 'config_secret';
/** Longer values are looked for part by part: no more than this is held back for them. */
const LONGEST = 1024;
const SHORTEST = 8;
/** Of a value of several lines: shorter lines are met anywhere. */
const SHORTEST_LINE = 16;
/** So long a form may stand on several lines: this is between these. In JSON their ends are written as letters. */
const SHORTEST_WRAPPED = 40;
const WRAP = /(?:\r?\n|(?:\\r)?\\n)[ \t]{0,16}/y;
/** What may still become that. */
const WRAP_BEGUN = /(?:\r?|\r?\n[ \t]{0,16}|\\|\\r\\?|(?:\\r)?\\n[ \t]{0,16})$/y;
/** The first characters of a value call the detector. */
const ANCHOR = /[\x21-\x7e]{4,12}/;
const LONGEST_ANCHOR = 12;

/**
 * Hides these very values wherever they stand, also within a longer word, and as JSON, addresses, markup, base64 and hexadecimal digits write them,
 * long ones also where they are wrapped.
 * Undefined when there is nothing to hide.
 */
export function createKnownValues(values: readonly string[]): Detector | undefined {
  const forms = [...new Set(values.flatMap(partsOf).flatMap(spellingsOf).flatMap(endsOf).flatMap(fromAnchor))].sort(
    (a, b) => b.length - a.length,
  );
  if (forms.length === 0) {
    return undefined;
  }
  learnTypes(() => [TYPE]);
  return {
    name: 'config-secret',
    group: 'secret',
    validates: 'that it is the value',
    source: 'references in the config',
    literals: [...new Set(forms.flatMap((form) => ANCHOR.exec(form)?.[0].toLowerCase() ?? []))],
    match: (window, start) => {
      const end = firstEnd(window, start, forms);
      if (end === undefined) {
        return undefined;
      }
      return isInPlaceholder(window, start) ? undefined : found(start, end, TYPE);
    },
  };
}

/** Where the longest form ends that begins here, or has begun; also of these that wait for more the longest comes first. */
function firstEnd(window: Window, start: number, forms: readonly string[]): number | undefined {
  for (const form of forms) {
    const end = form.length < SHORTEST_WRAPPED ? plainEnd(window, start, form) : wrappedEnd(window, start, form);
    if (end !== undefined) {
      return end;
    }
  }
  return undefined;
}

function plainEnd(window: Window, start: number, form: string): number | undefined {
  const { text } = window;
  if (text.startsWith(form, start)) {
    return start + form.length;
  }
  const isBegun = isCut(window, start, form.length) && form.startsWith(text.slice(start));
  return isBegun && needs(window, start, form.length) ? text.length : undefined;
}

function wrappedEnd(window: Window, start: number, form: string): number | undefined {
  const { text } = window;
  let at = start;
  for (let of = 0; of < form.length; of += 1) {
    if (at < text.length && text.charCodeAt(at) === form.charCodeAt(of)) {
      at += 1;
      continue;
    }
    const behind = of === 0 ? at : endOfMatch(WRAP, text, at);
    const isNext = behind > at && behind < text.length && text.charCodeAt(behind) === form.charCodeAt(of);
    if (!isNext) {
      return endOfMatch(WRAP_BEGUN, text, at) === text.length && needs(window, text.length) ? text.length : undefined;
    }
    at = behind + 1;
  }
  return at;
}

/** The place itself where nothing matches; both patterns are sticky. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function partsOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n/);
  const whole =
    lines.length === 1 ? lines : lines.map((line) => line.trim()).filter(({ length }) => length >= SHORTEST_LINE);
  return whole.flatMap((line) => line.match(/[\s\S]{1,1024}/g) ?? []).filter(({ length }) => length >= SHORTEST);
}

function spellingsOf(value: string): readonly string[] {
  const json = withinJson(value);
  const ascii = escapedBeyondAscii(json);
  return [
    value,
    json,
    json.replaceAll('/', '\\/'),
    ascii,
    withinJson(json),
    withinJson(ascii),
    inAddress(value),
    inMarkup(value),
    ...[0, 1, 2].flatMap((before) => inBase64(value, before)),
    Buffer.from(value).toString('hex'),
  ].filter(({ length }) => length <= LONGEST * 2);
}

function withinJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapedBeyondAscii(text: string): string {
  return text.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function inAddress(text: string): string {
  return /\p{Cs}/u.test(text) ? text : encodeURIComponent(text);
}

function inMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The part that is the same whatever stands around the value, behind so many bytes beyond a multiple of three. */
function inBase64(value: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  const spelled = bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
  return [spelled, spelled.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Of one that may be wrapped also all but its beginning: a line may end where the anchor stands. */
function endsOf(form: string): readonly string[] {
  const end = form.slice(LONGEST_ANCHOR);
  return end.length < SHORTEST_WRAPPED ? [form] : [form, end];
}

/** What comes before the first plain characters would have left before these are seen. */
function fromAnchor(form: string): readonly string[] {
  const at = form.search(ANCHOR);
  const rest = at === -1 ? '' : form.slice(at);
  return rest.length < SHORTEST ? [] : [rest];
}

import { createHmac } from 'node:crypto';
import { type ComingText, needs } from '../pattern/coming-text.js';
import type { Window } from './detector.js';
import { digitsOf } from './digit-value.js';

/** Makes the placeholder that stands for a value of a type; the value is a part of a text. */
export type Labeller = (type: string, text: string, from: number, to: number) => string;

/** With a key, equal values of a type get equal placeholders, so that redacted rows can still be joined. */
export function createLabeller(pseudonymKey: Uint8Array | undefined): Labeller {
  if (pseudonymKey === undefined) {
    const made = new Map<string, string>();
    const make = (type: string): string => {
      // Unlike a sum, this is one flat string: it is put into the output again and again.
      const placeholder = ['[REDACTED:', type, ']'].join('');
      made.set(type, placeholder);
      return placeholder;
    };
    return (type) => made.get(type) ?? make(type);
  }
  return (type, text, from, to) => {
    const value = `${type}\0${normalise(type, text.slice(from, to))}`;
    const digest = createHmac('sha256', pseudonymKey).update(value).digest('hex');
    return `[REDACTED:${type}:${digest.slice(0, 4)}]`;
  };
}

export const PLACEHOLDER_START = '[REDACTED:';
const OPENING = 0x5b;

export const LONGEST_PLACEHOLDER = 48;
const FORM = /^\[REDACTED:([a-z][a-z0-9_]{0,29})(?::[0-9a-f]{4})?\]/;
/** What the end of a text can be the beginning of. */
const BEGUN = /^\[REDACTED:(?:[a-z][a-z0-9_]{0,29}(?::[0-9a-f]{0,4})?)?$/;
const ANYWHERE = /\[REDACTED:([a-z][a-z0-9_]{0,29})(?:(?::[0-9a-f]{4})?\]|:?[0-9a-f]{0,4}$)/g;

/**
 * The index behind a placeholder that begins at an index; -1 when there is none that is whole. What looks like one but
 * for its type is none. For text of which more may come see `placeholder-at.ts`.
 */
export function placeholderEnd(text: string, start: number): number {
  const end = formEnd(text, start);
  return end < 0 || isKnownType(typeOf(text, start, end)) ? end : -1;
}

/** The same of anything that has the form of a placeholder, whatever its type. */
export function formEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== OPENING || !text.startsWith(PLACEHOLDER_START, start)) {
    return -1;
  }
  const whole = FORM.exec(text.slice(start, start + LONGEST_PLACEHOLDER))?.[0].length;
  return whole === undefined ? -1 : start + whole;
}

/** Whether a text ends where a placeholder begins at an index, or in what has the form of the beginning of one. */
export function isBegun(text: string, start: number): boolean {
  if (start >= text.length) {
    return true;
  }
  if (start + LONGEST_PLACEHOLDER <= text.length || text.charCodeAt(start) !== OPENING) {
    return false;
  }
  const available = text.slice(start);
  return PLACEHOLDER_START.startsWith(available) || BEGUN.test(available);
}

/** Where the placeholder begins that ends at an index; when something else does, that index. */
export function placeholderBefore(text: string, end: number): number {
  const start = text.lastIndexOf(PLACEHOLDER_START, end - 1);
  return start >= 0 && end - start <= LONGEST_PLACEHOLDER ? start : end;
}

/** Whether a part of a text has a placeholder in it, or ends in one. */
export function holdsPlaceholder(part: string): boolean {
  if (!part.includes(PLACEHOLDER_START)) {
    return false;
  }
  return [...part.matchAll(ANYWHERE)].some(([, type = '']) => isKnownType(type)) || part.endsWith(PLACEHOLDER_START);
}

/** The same text with letters in place of a placeholder that it begins with: a name that was hidden is still a name. */
export function withHiddenName(part: string): string {
  const end = placeholderEnd(part, 0);
  return end < 0 ? part : 'x'.repeat(end) + part.slice(end);
}

/** Of what has the form of a placeholder: up to the second colon or the bracket. */
function typeOf(text: string, start: number, end: number): string {
  const inner = text.slice(start + PLACEHOLDER_START.length, end - 1);
  const colon = inner.indexOf(':');
  return colon < 0 ? inner : inner.slice(0, colon);
}

const ENCODED_AT = /%(?:25)?40|&#0*64;|&#x0*40;|&commat;|\\+u0040|\\x40|"@|\s?[([{]at[)\]}]\s?/;
const SPELT_DOT = /\s?[([{]dot[)\]}]\s?/g;

function normalise(type: string, value: string): string {
  switch (type) {
    case 'email':
      return plainForm(value).toLowerCase().replace(ENCODED_AT, '@').replace(SPELT_DOT, '.');
    case 'phone':
    case 'card':
    case 'ssn':
      return digitsOf(value);
    case 'iban':
      return value.replace(/[^0-9a-z]/gi, '').toUpperCase();
    default:
      return value;
  }
}

/** The index behind a placeholder that begins at an index; -1 when there is none. `since` is as for patterns. */
export function endOfPlaceholder(coming: ComingText, start: number, since = start): number {
  return isPlaceholderOpen(coming, start, since) ? -1 : placeholderEnd(coming.text, start);
}

/** Whether a placeholder follows: what touches a finding does not end there, and not before the placeholder of one either. */
export function isPlaceholderAt(coming: ComingText, index: number, since = index): boolean {
  return endOfPlaceholder(coming, index, since) > index;
}

/** Whether more text is needed to say if a placeholder begins at an index; the text is told to wait for it. */
export function isPlaceholderOpen(coming: ComingText, start: number, since = start): boolean {
  return isBegun(coming.text, start) && needs(coming, coming.text.length, 1, since);
}

/** Whether an index lies in a placeholder, whose first word is met before the placeholder as a whole. */
export function isInPlaceholder(window: Window, index: number): boolean {
  const lowest = Math.max(window.floor, index - PLACEHOLDER_START.length);
  const opening = window.text.slice(lowest, index + 1).lastIndexOf('[');
  return opening >= 0 && endOfPlaceholder(window, lowest + opening, index) > index;
}

/** Of types that no detector is named after. */
const OTHERS =
  'password secret pin cvv token address tax_id national_id medical_record sensitive depth control_characters ipv4 ipv6 mac mac_address ' +
  'aws_key slack_token atlassian_token github_token gitlab_token google_key npm_token onepassword_key pypi_token ' +
  'jenkins_key ngrok_key okta_key vault_token yandex_key anthropic_key openai_key huggingface_key notion_key sourcegraph_key stripe_key ' +
  'at_svnr be_nrn be_national birth_number cn_id cz_rc de_kvnr de_rvnr es_nif eu_vat fr_cni gr_afm hu_tax_id it_vat no_fnr ' +
  'number_plate personal_code routing_number tr_tckn uk_nhs us_dea za_id';
type Source = () => readonly string[];
/** Those that were not asked yet. */
const sources: Source[] = [() => OTHERS.split(' ')];
const known = new Set<string>();

/** Detectors tell here what types they find; they are asked when a text first has a placeholder. */
export function learnTypes(source: Source): void {
  sources.push(source);
}

/** Whether the redactor makes placeholders of this type: others are text like any. */
function isKnownType(type: string): boolean {
  for (const source of sources.splice(0)) {
    for (const each of source()) {
      known.add(each);
    }
  }
  return known.has(type);
}

const HIDDEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const PLAIN = /^[\x20-\x7e]*$/;

/** A short text as it looks: without characters that have no width, and in ordinary instead of full width. */
export function plainForm(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, '').normalize('NFKC');
}

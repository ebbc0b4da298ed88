import { findEnclosure } from '../assignments/enclosure.js';
import { matchValue } from '../bind/enclosed-value.js';
import { matchContainer, openContainer } from '../credentials/container.js';
import { wordsOf } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, undecided, type Verdict, type Window } from '../lex/detector.js';
import { isInPlaceholder } from '../lex/placeholder.js';
import { NONE } from '../lex/take-while.js';
import { KIND, runEnd, runStart } from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';

const MAX_NAME = 48;
const MAX_PHRASE = 100;
/** Of a name, also in other alphabets. */
const NAME = KIND.name | KIND.domain;
/** What programs write without quotes: hidden here, whatever it says. */
const PLAIN = /^(?:-?\d[\d.]*(?:e[-+]?\d+)?|true|false)$/i;
const RULE: FieldRule = { type: 'sensitive', value: 'any' };

/** Fields that a config calls sensitive: in rows by their names, in text by the assignments to them. */
export interface SensitiveFields {
  readonly rule: (name: string) => FieldRule | undefined;
  readonly detector: Detector;
}

export function createSensitiveFields(names: readonly string[]): SensitiveFields | undefined {
  if (names.length === 0) {
    return undefined;
  }
  const phrases = names.map((name) => wordsOf(name).join(' '));
  const compact = new Set(phrases.map((phrase) => phrase.replaceAll(' ', '')));
  const rule = (name: string): FieldRule | undefined => {
    const phrase = wordsOf(name).join(' ');
    const isEnd = phrases.some((known) => phrase === known || phrase.endsWith(` ${known}`));
    return isEnd || compact.has(phrase.replaceAll(' ', '')) ? RULE : undefined;
  };
  const detector: Detector = {
    name: 'sensitive-fields',
    group: 'secret',
    validates: 'the name; then that the value is no reference, type or blank',
    source: 'config',
    literals: [...new Set(names.map(anchorOf))],
    match: (window, start, end) => {
      window.note(start);
      return matchField(window, { start, end }, rule);
    },
  };
  return { rule, detector };
}

/** The longest run of plain letters in the last word; of other alphabets the word itself. */
function anchorOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [name];
  const last = words.at(-1) ?? name;
  const plain = (last.match(/[a-z]{2,}/g) ?? []).reduce((best, run) => (run.length > best.length ? run : best), '');
  return plain === '' ? last : plain;
}

function matchField(
  window: Window,
  anchor: { readonly start: number; readonly end: number },
  rule: (name: string) => FieldRule | undefined,
): Verdict | undefined {
  const { text, floor } = window;
  if (isInPlaceholder(window, anchor.start)) {
    return undefined;
  }
  const nameEnd = runEnd(text, NAME, anchor.end, anchor.end + MAX_NAME + 1);
  if (nameEnd - anchor.end > MAX_NAME) {
    return undefined;
  }
  if (isCut(window, nameEnd)) {
    return undecided(nameEnd);
  }
  const nameStart = runStart(text, NAME, anchor.start, Math.max(floor, anchor.start - MAX_NAME));
  if (rule(text.slice(nameStart, nameEnd)) === undefined && !isPhrase(window, nameStart, nameEnd, rule)) {
    return undefined;
  }
  const container = openContainer(window, nameEnd);
  if (container !== NONE) {
    return matchContainer(window, container, RULE.type);
  }
  const enclosure = findEnclosure(window, nameStart, nameEnd);
  if (enclosure === NONE) {
    return undefined;
  }
  return matchValue(
    window,
    enclosure,
    RULE.type,
    (sample, context) =>
      (context.statement === undefined || context.statement === 'below') &&
      (PLAIN.test(sample) || isValue(sample, context)),
  );
}

/** `employee number: 5`: the words before, as far as they stand on the same line. */
function isPhrase(
  { text, floor }: Window,
  nameStart: number,
  nameEnd: number,
  rule: (name: string) => FieldRule | undefined,
): boolean {
  const kind = NAME | KIND.space;
  const start = runStart(text, kind, nameStart, Math.max(floor, nameStart - MAX_PHRASE));
  return start < nameStart && rule(text.slice(start, nameEnd)) !== undefined;
}

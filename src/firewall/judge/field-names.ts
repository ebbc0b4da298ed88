import { withoutUnprinted } from '../../contract/unprinted.js';
import { mayBeKept, ownCopy } from '../lex/own-copy.js';
import { whenNeeded } from '../lex/when-needed.js';
import {
  COMPACT_ENDINGS,
  compactRule,
  FIELD_PHRASES,
  FOUND_BY_KEYS,
  HARMLESS_QUALIFIERS,
  KEY_OF_ONE,
  NEUTRAL_WORDS,
  PARTIAL,
  PARTIAL_WORDS,
} from './field-phrases.js';
import type { FieldRule } from './field-rule.js';

/** How many field names are remembered; a hostile source can invent names without end. */
const MAX_REMEMBERED = 4096;
const MAX_NAME = 80;
const MAX_PHRASE = 4;
/** Where a package is, in a lock file. */
const PACKAGE = /(?:^|\/)node_modules\//;
/** A name that begins so has yes or no as its value, or a text for people: `has_password`, `InvalidPassword`, `NOPASSWD`, `label_password`. */
const QUESTION =
  /^(?:has|is|are|can|requires?|needs?|uses?|allows?|enabled?|disabled?|show|hide|[Ii]nvalid|[Mm]issing|[Ii]ncorrect|[Ee]mpty|[Bb]ad|[Ww]rong|[Ll]abel|[Bb]utton|[Nn]otice|[Tt]ooltip|[Pp]laceholder|mail_(?:subject|body))(?:[_-]|(?=[A-Z]))|^[Nn][Oo][_-]?(?:pass|PASS|Pass)/;

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Accents that were taken off. */
const NO_LETTERS = whenNeeded(() => /\p{M}/gu);

const LENIENT_OF: Readonly<Record<'secret' | 'password', FieldRule>> = {
  secret: { type: 'secret', value: 'lenient' },
  password: { type: 'password', value: 'lenient' },
};

const remembered = new Map<string, FieldRule | undefined>();

/** What is known about fields of this name, in any spelling: `userEmail`, `USER-EMAIL`, `user email 2`. */
export function fieldRule(name: string): FieldRule | undefined {
  const known = remembered.get(name);
  if (known !== undefined || remembered.has(name)) {
    return known;
  }
  const rule = name.length > MAX_NAME || isQuestion(name) || isPackage(name) ? undefined : ruleOf(name);
  if (remembered.size >= MAX_REMEMBERED) {
    remembered.clear();
  }
  if (mayBeKept(name)) {
    remembered.set(ownCopy(name), rule);
  }
  return rule;
}

function ruleOf(name: string): FieldRule | undefined {
  const words = wordsOf(name);
  return ofSomebody(name, words, findRule(words));
}

/** Whether the value of a name is yes or no, or a message. */
export function isQuestion(name: string): boolean {
  return QUESTION.test(name) || (name.includes('.') && QUESTION.test(name.slice(name.lastIndexOf('.') + 1)));
}

function isPackage(name: string): boolean {
  return name.includes('/') && PACKAGE.test(name);
}

export function wordsOf(written: string): readonly string[] {
  const name = withoutUnprinted(written);
  return (BEYOND_ASCII.test(name) ? plainLetters(name) : name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

/** `contraseña` and `Straße` as they are spelt where no key has such letters; the syllables of Korean are put together again. */
function plainLetters(name: string): string {
  return name.normalize('NFKD').replace(NO_LETTERS(), '').normalize('NFC').replace(/ß/g, 'ss').replace(/[łŁ]/g, 'l');
}

/** What can stand behind the name of a secret that is one of several: `api_key_v2`, `password_old`. */
const EDITIONS = new Set('v old new prev previous current backup primary secondary prod staging dev live'.split(' '));

function findRule(words: readonly string[]): FieldRule | undefined {
  const rule = findEnding(words);
  const isEdition = rule === undefined || rule === PARTIAL;
  const known = isEdition && EDITIONS.has(words.at(-1) ?? '') ? findEnding(words.slice(0, -1)) : undefined;
  return known?.type === 'secret' || known?.type === 'password' ? LENIENT_OF[known.type] : rule;
}

/** The longest known phrase at the end of the name decides: `email_verified` is not an e-mail, `user_email` is. */
function findEnding(words: readonly string[]): FieldRule | undefined {
  for (let count = Math.min(MAX_PHRASE, words.length); count > 0; count -= 1) {
    const rule = FIELD_PHRASES.get(words.slice(-count).join(' '));
    if (rule !== undefined) {
      const qualifier = words.at(-count - 1);
      const isHarmless = qualifier !== undefined && HARMLESS_QUALIFIERS.has(qualifier);
      return isHarmless && rule.value !== 'any' ? undefined : rule;
    }
  }
  const last = words.at(-1) ?? '';
  const compact = words.join('');
  const isOne = words.length === 1;
  const ending =
    COMPACT_ENDINGS.find(([text]) => last.endsWith(text)) ??
    (isOne ? undefined : COMPACT_ENDINGS.find(([text]) => compact === text));
  return ending?.[1] ?? compactRule(last) ?? (isPartial(words) ? PARTIAL : undefined);
}

const SHORTEST_OWNER = 2;

/** `openweather_key`, `const sentryKey`: of somebody; in `Root Key` the word before it is one of a text. */
function ofSomebody(name: string, words: readonly string[], rule: FieldRule | undefined): FieldRule | undefined {
  const owner = words.at(-2) ?? '';
  if (rule?.value !== 'strict' || owner.length < SHORTEST_OWNER || words.at(-1) !== 'key') {
    return rule;
  }
  const isOneWord = wordsOf(name.slice(name.lastIndexOf(' ') + 1)).length > 1;
  return isOneWord && !FOUND_BY_KEYS.has(owner) && !isNeutral(owner) ? KEY_OF_ONE : rule;
}

/** A sensitive word that does not end the name, and none that says it is something about a secret. */
function isPartial(words: readonly string[]): boolean {
  return words.some((word) => PARTIAL_WORDS.has(word)) && !words.some((word) => isNeutral(word));
}

function isNeutral(word: string): boolean {
  return NEUTRAL_WORDS.has(word) || HARMLESS_QUALIFIERS.has(word);
}

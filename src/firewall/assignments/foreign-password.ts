import { matchValue } from '../bind/enclosed-value.js';
import type { ValueContext } from '../judge/field-rule.js';
import { isStatedSecret } from '../judge/secret-value.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf, searched } from '../pattern/coming-text.js';
import { type LetterPattern, letterPattern } from '../pattern/letter-pattern.js';
import { assignment } from './assignment.js';
import { openWord } from './links.js';

const TYPE = 'password';
const MAX_GAP = 96;
const LINE_FEED = /\n/;
const WORDS = ['passwort', 'kennwort', 'mot de passe', 'contrase\u00f1a', 'contrasena', 'senha', 'wachtwoord'];
/**
 * In languages whose word has none of the literals of the other assignments: those of Europe, Russian and Chinese; Japanese,
 * Korean, Turkish, Arabic, Hebrew; Hindi, Vietnamese, Greek, Thai, Indonesian, Romanian, Italian; and a French short form.
 */
const FOREIGN_WORDS: readonly string[] = (
  'has\u0142o|haslo|l\u00f6senord|losenord|salasana|adgangskode|heslo|jelsz\u00f3|jelszo|' +
  '\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc|' +
  '\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638|\ube44\ubc88|\uc554\ud638|\ud328\uc2a4\uc6cc\ub4dc|\u015fifre|' +
  '\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631|\u0643\u0644\u0645\u0629 \u0627\u0644\u0633\u0631|' +
  '\u05e1\u05d9\u05e1\u05de\u05d4|' +
  '\u092a\u093e\u0938\u0935\u0930\u094d\u0921|m\u1eadt kh\u1ea9u|' +
  '\u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|' +
  'kata sandi|parol\u0103|parola|mdp'
).split('|');
/** Short forms, and what is spelt without marks: names in files more than words in sentences. */
const NAMES = ['clave', 'psw', 'sifre'];
/** The rest of the word, and other words: whose password it is, or of what. */
const BETWEEN = String.raw`[\p{L}\p{M}]{0,8}(?: [\p{L}\p{M}\d'\u2019_.@+-]{1,24}){0,4}`;
const VERB =
  '(?:ist|lautet|lauten|war|est|es|era|\\u00e9|\\u00e8|e|is|\\u00e4r|er|jest|to|je|on|l\\u00e0|adalah|\\u03b5\\u03af\\u03bd\\u03b1\\u03b9|\\u0939\\u0948|\\u0647\\u064a|\\u05d4\\u05d9\\u05d0)';
const SIGN = String.raw`[ \u00a0]?(?:[:=\uff1a\uff1d]|->|\u2192|[-\u2013\u2014] )[ \u00a0\u3000]{0,3}`;
/** In scripts without spaces, what marks the subject, or says "is". */
const PARTICLE = String.raw`\s?(?:\u662f|\u4e3a|\u70ba|\u306f|\u304c|\ub294|\uc740|\uac00)[:\uff1a]?[ \u3000]{0,2}`;
const OPENING = '(?:\\*{1,2}|[\\u201e\\u201c\\u00ab\\u300c\\u300e] ?)?';

const LONGEST_GAP = gapOf(BETWEEN);
const SHORTEST_GAP = gapOf(`${BETWEEN}?`);

/** Passwords in sentences of other languages: behind the word for one, other words, and a verb or a sign. */
export const spokenPassword: Detector = {
  name: 'spoken-password',
  group: 'secret',
  validates: 'a word for a password and a verb or sign before; letters mixed with digits, as in passwords',
  source: 'SPEC 4',
  literals: [...WORDS, ...FOREIGN_WORDS],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (start > floor && isKind(text, start, KIND.alphanumeric) && isKind(text, start - 1, KIND.alphanumeric)) {
      return undefined;
    }
    const limit = end + MAX_GAP;
    // A cheap question before the pattern: few sentences about passwords have a digit in them.
    const digit = searched(window, window.next(KIND.digitOrEnd, end, limit), limit);
    if (!isKind(text, digit, KIND.digit) || digit >= limit) {
      return undefined;
    }
    const behind = partOf(window, end, MAX_GAP, LINE_FEED);
    const gap = LONGEST_GAP.exec(behind)?.[0].length ?? 0;
    return gap === 0 ? undefined : withFirst(window, end, gap);
  },
};

/** Passwords behind those words for one that the other assignments do not know. */
export const foreignPassword: Detector = {
  ...assignment,
  name: 'foreign-password',
  literals: [...FOREIGN_WORDS, ...NAMES],
};

function gapOf(between: string): LetterPattern {
  return letterPattern(`^(?:${between}(?:${SIGN}| ${VERB}:? )|${PARTICLE})${OPENING}`);
}

/** Behind the last verb or sign, and behind the first. */
function withFirst(window: Window, end: number, gap: number): Verdict | undefined {
  const least = SHORTEST_GAP.exec(window.text.slice(end, end + gap))?.[0].length ?? gap;
  const last = matchStated(window, end + gap);
  const first = least < gap && last?.kind !== 'undecided' ? matchStated(window, end + least) : undefined;
  if (first === undefined || last === undefined || first.kind === 'undecided') {
    return first ?? last;
  }
  const isBoth = first.kind === 'found' && 'start' in last && first.end <= last.start;
  return isBoth ? { ...first, others: [last] } : last;
}

function matchStated(window: Window, from: number): Verdict | undefined {
  return matchValue(window, openWord(window, from, 'verb'), TYPE, isSpoken);
}

/** The digit that was asked for is one of its own: what stands behind it can be replaced. */
function isSpoken(sample: string, context: ValueContext): boolean {
  return /\d/.test(sample) && isStatedSecret(sample, context);
}

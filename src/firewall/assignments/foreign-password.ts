import type { Detector } from '../lex/detector.js';
import { assignment } from './assignment.js';

/** In languages of Europe, Russian and Chinese; then Japanese, Korean, Turkish, Arabic, Hebrew. */
const WORDS =
  'has\u0142o|haslo|l\u00f6senord|losenord|salasana|adgangskode|heslo|jelsz\u00f3|jelszo|' +
  '\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc|' +
  '\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638|\u015fifre|' +
  '\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631|\u0643\u0644\u0645\u0629 \u0627\u0644\u0633\u0631|' +
  '\u05e1\u05d9\u05e1\u05de\u05d4';
/** Hindi, Vietnamese, Greek, Thai, Indonesian, Romanian and Italian; short forms in French, Spanish and Italian. */
const MORE_WORDS =
  '\u092a\u093e\u0938\u0935\u0930\u094d\u0921|m\u1eadt kh\u1ea9u|' +
  '\u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|' +
  'kata sandi|parol\u0103|parola|mdp';
/** Short forms, and what is spelt without marks: names in files more than words in sentences. */
const NAMES = ['clave', 'psw', 'sifre'];

/** Words for a password in languages whose word has none of the literals of the other assignments. */
export const FOREIGN_WORDS: readonly string[] = `${WORDS}|${MORE_WORDS}`.split('|');

/** Passwords behind the word for one in languages whose word has none of the literals of the other assignments. */
export const foreignPassword: Detector = {
  ...assignment,
  name: 'foreign-password',
  literals: [...FOREIGN_WORDS, ...NAMES],
};

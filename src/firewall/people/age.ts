import type { Detector } from '../lex/detector.js';
import { createFormBehindWord } from '../numbers/form-behind-word.js';

/** How old a person is, behind a word for it. */
export const age: Detector = createFormBehindWord({
  name: 'age',
  isOptIn: true,
  validates: 'up to 129 years, word before it',
  source: 'own',
  words: ['aged ', 'age:', 'age=', 'age is ', 'age ', 'age of ', '"age"', 'alter:', '"alter"', 'edad', '"\u00e2ge"'],
  rest: '',
  value: '(?:1[0-2]\\d|[1-9]\\d?)(?![\\w%]|[-.,:]\\d)',
  isApart: true,
});

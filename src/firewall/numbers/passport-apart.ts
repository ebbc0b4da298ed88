import type { Detector } from '../lex/detector.js';
import { createFormBehindWord } from './form-behind-word.js';

/** Numbers of passports with a blank before their six digits, too few to be looked for in other places than behind the word. */
export const passportApart: Detector = createFormBehindWord({
  name: 'passport-apart',
  type: 'passport',
  validates: 'one or two capitals, a blank, six digits, word before them',
  source: 'ICAO 9303',
  words: ['passport'],
  rest: '(?:[-_ ]?(?:number|num|no|nr|id)\\.?)?',
  value: '(?!NO |NR |ID )[A-Z]{1,2} \\d{6}(?![\\w.:/-])',
});

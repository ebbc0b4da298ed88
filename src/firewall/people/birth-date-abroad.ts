import { type Detector, found } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { partOf } from '../pattern/coming-text.js';
import { birthDate } from './birth-date.js';

/** Words for birth in the north and the east of Europe, in Turkish, Russian, Chinese, Japanese and Korean. */
const WORDS =
  'urodzenia|urodzony |urodzona |f\u00f6delsedat|fodelsedat|f\u00f8dselsdat|fodselsdat|syntym\u00e4aika|syntymaaika|' +
  'do\u011fum tarihi|dogum_tarihi|dogum tarihi|narozen\u00ed|narozeni|\u0440\u043e\u0436\u0434\u0435\u043d\u0438\u044f|' +
  '\u751f\u5e74\u6708\u65e5|\u51fa\u751f\u65e5\u671f|\u51fa\u751f\u5e74\u6708|\uc0dd\ub144\uc6d4\uc77c';
const MAX_BEHIND = 48;
const LINE_FEED = /\n/;
const GAP = /^["'\])]{0,2}[ \t]{0,4}[:\uff1a=]?[ \t]{0,4}["']?/;
/** Year, month and day with their signs, also in the years of an emperor; with full stops and blanks in either order. */
const DATES = [
  /^(?:(?:19|20)\d\d|(?:\u662d\u548c|\u5e73\u6210|\u4ee4\u548c|\u5927\u6b63)\d{1,2})[\u5e74\ub144] ?\d{1,2}[\u6708\uc6d4] ?\d{1,2}[\u65e5\uc77c]/,
  /^(?:19|20)\d\d\. ?\d{1,2}\. ?\d{1,2}(?!\d)\.?/,
  /^\d{1,2}\. ?\d{1,2}\. ?(?:19|20)\d\d(?!\d)/,
];

/** Dates behind a word for birth, in more languages. */
export const birthDateAbroad: Detector = {
  ...birthDate,
  name: 'birth-date-abroad',
  literals: WORDS.split('|'),
  match: (window, start, end) => {
    const verdict = birthDate.match(window, start, end);
    if (verdict !== undefined) {
      return verdict;
    }
    const seen = partOf(window, end, MAX_BEHIND, LINE_FEED);
    const from = end + (GAP.exec(seen)?.[0].length ?? 0);
    const behind = window.text.slice(from, end + MAX_BEHIND);
    const length = Math.max(...DATES.map((date) => date.exec(behind)?.[0].length ?? 0));
    const isDate = length > 0 && !isPlaceholderAt(window, from + length);
    return isDate ? found(from, from + length, 'birth_date') : undefined;
  },
};

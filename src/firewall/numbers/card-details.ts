import type { Detector, Window } from '../lex/detector.js';
import { createFormBehindWord } from './form-behind-word.js';

const OF_CARD: ReadonlySet<string> = new Set(['card', 'cvv', 'card_expiry']);
/** Between what is known of a card, or was found behind that, and the word. */
const MOST_BETWEEN = 80;
const MONTH = '(?:0[1-9]|1[0-2])';

/** The date until which a card is valid, behind a word for it and not far behind the number of the card or its code. */
export const cardExpiry: Detector = createFormBehindWord({
  name: 'card-expiry',
  group: 'financial',
  validates: 'month and year, word before it, a card before that',
  source: 'ISO/IEC 7813',
  words: [
    ...['expir', '"exp', "'exp", 'exp ', 'exp:', 'exp.', 'exp=', 'exp_', 'exp-', 'expmonth', 'expyear', 'expdate'],
    ...['valid thru', 'valid through', 'valid until', 'good thru', 'g\u00fcltig bis', 'mm/yy'],
  ],
  rest: '(?:y|es|ation)?(?:[-_ ]?(?:date|on|month|year))?',
  value: `(?:${MONTH} ?[\\/.-] ?(?:20)?\\d\\d(?!\\d|[\\/.-]\\d)|20\\d\\d[-\\/]${MONTH}(?!\\d|[\\/-])|${MONTH}\\d\\d(?!\\d))`,
  signedValue: '(?:\\d{1,2}|20\\d\\d)(?![\\w\\/.:-])',
  mayStand: isNearCard,
});

function isNearCard({ recent, floor }: Window, start: number): boolean {
  return start - floor <= MOST_BETWEEN && recent.some((type) => OF_CARD.has(type));
}

/** The code of a card under a name that other codes have too: not far behind the number of the card or what belongs to it. */
export const cardCode: Detector = createFormBehindWord({
  name: 'card-code',
  type: 'cvv',
  group: 'financial',
  validates: 'three or four digits, word before them, a card before that',
  source: 'developer.paypal.com',
  words: ['security_code', 'securitycode', 'cid'],
  rest: '',
  value: '\\d{3,4}(?![\\w.:/-])',
  mayStand: isNearCard,
});

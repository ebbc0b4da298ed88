import type { Detector } from '../lex/detector.js';
import { isNearCard } from './card-expiry.js';
import { createFormBehindWord } from './form-behind-word.js';

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

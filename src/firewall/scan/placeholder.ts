import { type Detector, found } from '../lex/detector.js';
import { endOfPlaceholder, PLACEHOLDER_START } from '../lex/placeholder.js';
import { wordBefore } from './touching-words.js';

/** Leaves placeholders alone, so that redacting twice is redacting once. */
export const placeholder: Detector = {
  name: 'placeholder',
  group: 'control',
  validates: 'the exact form that the redactor writes',
  source: 'SPEC 4',
  literals: [PLACEHOLDER_START.toLowerCase()],
  match: (window, start) => {
    const end = endOfPlaceholder(window, start);
    if (end < 0) {
      return undefined;
    }
    const word = wordBefore(window.text, start, window.floor);
    return word < start ? found(word, start, 'secret') : { kind: 'skip', end };
  },
};

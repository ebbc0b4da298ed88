import { type Detector, undecided } from '../redactor/detector.js';
import { PLACEHOLDER_START, placeholderEnd } from '../redactor/placeholder.js';

/** Leaves placeholders alone, so that redacting twice is redacting once. */
export const placeholder: Detector = {
  name: 'placeholder',
  group: 'control',
  validates: 'the exact form that the redactor writes',
  source: 'SPEC 4',
  literals: [PLACEHOLDER_START.toLowerCase()],
  match: (window, start) => {
    const end = placeholderEnd(window.text, start, window.isFinal);
    if (end === undefined) {
      return undecided(start);
    }
    return end < 0 ? undefined : { kind: 'skip', end };
  },
};

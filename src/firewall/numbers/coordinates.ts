import { type Detector, found, undecided } from '../lex/detector.js';
import { isEndOpen, isNumberEnd, isNumberStart } from '../lex/digits.js';
import { pattern } from '../pattern/coming-text.js';
import { createFormBehindWord } from './form-behind-word.js';

const PAIR = pattern(
  /(\d{1,2}\.\d{4,15})°?(?: ?[NS])?(?:, ?|; ?| |\/)([-+]?\d{1,3}\.\d{4,15})(?:°?(?: ?[EW])?(?![A-Za-z0-9.]))?/,
);

/** A place on earth: latitude and longitude with four decimals and more. */
export const coordinates: Detector = {
  name: 'coordinates',
  group: 'location',
  isOptIn: true,
  validates: 'pair, ranges of latitude and longitude, four decimals and more',
  source: 'ISO 6709',
  digitRuns: { lengths: [1, 2], followedBy: '.' },
  match: (window, first) => {
    const { text, floor } = window;
    const hasSign = first > floor && '-+'.includes(text.charAt(first - 1));
    const start = hasSign && text.charAt(first - 1) === '-' ? first - 1 : first;
    if (!isNumberStart(text, hasSign ? first - 1 : first, floor, '.-/')) {
      return undefined;
    }
    const pair = PAIR.at(window, first, start);
    if (pair === undefined || Number(pair[1]) > 90 || Math.abs(Number(pair[2])) > 180) {
      return undefined;
    }
    const end = first + pair[0].length;
    if (isEndOpen(window, end)) {
      return undecided(start);
    }
    return isNumberEnd(text, end, '.') ? found(start, end, 'coordinates') : undefined;
  },
};

/** Latitude or longitude alone, behind its name. */
export const coordinate: Detector = createFormBehindWord({
  name: 'coordinate',
  type: 'coordinates',
  group: 'location',
  isOptIn: true,
  validates: 'three decimals and more, name before it',
  source: 'ISO 6709',
  words: ['latitude', 'longitude', ...['lat', 'lng', 'lon'].flatMap((name) => [`"${name}"`, `${name}=`, `${name}:`])],
  rest: '',
  value: '[-+]?1?\\d{1,2}\\.\\d{3,15}(?![\\w.]\\w|\\w)',
});

import { hasLuhn, weightedSum } from '../judge/checksums.js';
import { type Detector, found } from '../lex/detector.js';
import { endsNumber, isNumberStart } from '../lex/digits.js';
import { pattern } from '../pattern/coming-text.js';
import { createFormBehindWord } from './form-behind-word.js';
import { createIdNumbers } from './id-number.js';

const VIN_LENGTH = 17;
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** What the letters from A to Z count; I, O and Q are none. */
const VIN_LETTERS = '12345678_12345_7_923456789';
const MOST_LETTERS = 6;
/** Also a part of other words. */
const IFA = ['ifa:', 'ifa=', 'ifa ', '"ifa"'];

/** A beginning of some letters and some digits, and then anything: the forms of a number that has no other order. */
const VIN_FORMS = Array.from({ length: MOST_LETTERS + 1 }, (_, letters) => letters).flatMap((letters) =>
  [1, 2, 3, 4].map((digits) => {
    const beginning = `${'A'.repeat(letters)}${'9'.repeat(digits)}A`;
    return beginning.padEnd(VIN_LENGTH, '#');
  }),
);

/** Numbers of devices and vehicles. */
// biome-ignore format: one number, a few lines
export const devices: readonly Detector[] = [
  ...createIdNumbers({ group: 'device', isOptIn: true }, [
    { name: 'imei', validates: 'Luhn, word before it', source: '3GPP TS 23.003',
      named: '99-999999-999999-9 | 999999999999999', words: 'imei imeinumber imeino imeisv deviceid',
      checks: [hasLuhn, /^(?!000)/] },
    { name: 'imsi', validates: 'country code, word before it', source: 'ITU-T E.212',
      named: '999999999999999 | 99999999999999', words: 'imsi imsinumber subscriberid', checks: [/^[2-7]/] },
    { name: 'iccid', validates: 'begins with 89, Luhn, word before it', source: 'ITU-T E.118',
      named: '99999999999999999999 | 9999999999999999999', words: 'iccid sim simcard simnumber simid simserial',
      checks: [/^89/, (id) => hasLuhn(id) || (id.length === 20 && hasLuhn(id.slice(0, 19)))] },
    { name: 'vin', validates: 'alphabet, check digit modulo 11', source: 'ISO 3779, 49 CFR 565',
      alone: VIN_FORMS.join(' | '),
      words: 'vin vinnumber chassis vehicleid vehicleidentificationnumber fahrgestellnummer fin',
      checks: [/^[^IOQ]*$/, hasVinDigit] },
  ]),
  createFormBehindWord({
    name: 'advertising-id',
    group: 'device',
    isOptIn: true,
    validates: 'form of a UUID, not all zeros, word before it',
    source: 'developer.apple.com ASIdentifierManager, support.google.com/googleplay/android-developer/answer/6048248',
    words: ['idfa', 'idfv', 'gaid', 'aaid', 'oaid', 'adid', 'rdid', 'advertis', 'ad id', 'ad_id', ...IFA],
    rest: '(?:ing|er)?(?:[-_ ]?identifier)?(?:[-_ ]?id)?',
    value: '(?!0{8})(?:[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|[0-9a-f]{32}|[0-9A-F]{32})(?![\\w-])',
  }),
];

function hasVinDigit(id: string): boolean {
  const digits = id.replace(/[A-Z]/g, (letter) => VIN_LETTERS.charAt(letter.charCodeAt(0) - 0x41));
  return '0123456789X'.charAt(weightedSum(digits, VIN_WEIGHTS) % 11) === id.charAt(8);
}

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
    return endsNumber(window, end, '.', start) ? found(start, end, 'coordinates') : undefined;
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

import { isBankCountry } from '../judge/checksums.js';
import { type Detector, found, type Window } from '../lex/detector.js';
import { placeholderEnd } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';
import { createFormBehindWord } from './form-behind-word.js';
import { createIdNumber } from './id-number.js';
import { crossed, TO_10 } from './number-checks.js';

const LONGEST = 17;
const SHORTEST = 7;

/** Numbers of bank accounts, behind a word that says so. */
export const bankAccount: Detector = createIdNumber({
  name: 'bank-account',
  group: 'financial',
  validates: '7 to 17 digits, word before them',
  source: 'nacha.org',
  named: Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => '9'.repeat(LONGEST - index)).join(' | '),
  words:
    'bankaccount bankacct acct kto konto accountnumber acctnumber accountno acctno acctnum accountnum checkingaccount savingsaccount ' +
    'checkingacct savingsacct bankaccountnumber bankaccountno beneficiaryaccount payeeaccount kontonummer kontonr ktonr ' +
    'bankkonto bankverbindung numerodecompte nodecompte comptebancaire numerodecuenta cuentabancaria contocorrente ' +
    'numerodiconto bankrekening rekeningnummer bankrekeningnummer numerkonta nrkonta contabancaria bankgiro plusgiro',
});

const LENGTHS = [8, 7, 6, 5, 4, 3, 2, 1];
const FIRST_LETTER = LENGTHS.slice(1).map((run) => `A${'9'.repeat(run)}${'#'.repeat(7 - run)}9`);

/** Numbers of securities, behind their name. */
export const cusip: Detector = createIdNumber({
  name: 'cusip',
  group: 'financial',
  pack: 'us',
  validates: 'check digit modulo 10 double-add-double, word before it',
  source: 'cusip.com, ANSI X9.6',
  named: [...LENGTHS.map((run) => `${'9'.repeat(run)}${'#'.repeat(8 - run)}9`), ...FIRST_LETTER].join(' | '),
  words: 'cusip cusipnumber cusipno cins',
  checks: [crossed([1, 2, 1, 2, 1, 2, 1, 2], TO_10)],
});

/** Between the word and the code: `SWIFT/BIC code: `, `"bic": "`, `BIC is `, `BIC (SWIFT) `, or a blank. */
const GAP =
  /^(?: ?[/(-] ?(?:bic|swift)\)?)?(?:[ _-]?(?:code|number|no|nr|id)\.?)?(?:["']? {0,3}[:=]{1,2} {0,3}["']?| is |(?<=code|number) | ?\(|[ \t]{1,3})/i;
/** The same in elements, and behind what ISO 20022 calls the code of a financial institution. */
const FIELD_GAP = /^(?:fi)?(?:> {0,3}|["']? {0,3}[:=]{1,2} {0,3}["']?)/i;
const CODE = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9_])/;
/** Behind `SWIFT` and a blank stand words in capitals too: a code has a digit, an X or a double consonant at its end. */
const IS_NO_WORD = /\d|X|([BDFGHKMNPRTZ])\1$/;
const MAX_LENGTH = 48;
const LINE_FEED = /\n/;

/** Codes of banks, behind a word that says so. */
export const bic: Detector = {
  name: 'bic',
  group: 'financial',
  validates: 'country, 8 or 11 characters, word and sign before it',
  source: 'ISO 9362',
  literals: ['bic', 'swift'],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (isInWord(text, start, floor) || (isKind(text, end, KIND.lower | KIND.digit) && !isBicfi(text, start, end))) {
      return undefined;
    }
    const sample = partOf(window, end, MAX_LENGTH, LINE_FEED);
    const gap = (FIELD_GAP.exec(sample) ?? GAP.exec(sample))?.[0];
    const from = end + (gap?.length ?? MAX_LENGTH);
    const code = CODE.exec(text.slice(from, end + MAX_LENGTH));
    const isCode =
      code !== null &&
      isBankCountry(code[1] ?? ' ') &&
      (gap?.trim() !== '' || isBic(text, start) || IS_NO_WORD.test(code[0])) &&
      placeholderEnd(text, from + code[0].length) < 0;
    return isCode ? found(from, from + code[0].length, 'bic') : undefined;
  },
};

/** `arabic`, but not `debtorBic`. */
function isInWord(text: string, start: number, floor: number): boolean {
  const isHump = isKind(text, start, KIND.upper) && isKind(text, start - 1, KIND.lower);
  return start > floor && isKind(text, start - 1, KIND.alphanumeric) && !isHump;
}

/** What ISO 20022 calls the code of a financial institution, in small letters, or as much of it as has come. */
function isBicfi(text: string, start: number, end: number): boolean {
  return isBic(text, start) && 'fi'.startsWith(text.slice(end, end + 2));
}

/** No other word than the name of a code. */
function isBic(text: string, start: number): boolean {
  return text.charAt(start).toLowerCase() === 'b';
}

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

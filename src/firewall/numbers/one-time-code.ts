import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, KIND, runStart } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const MAX_BEFORE = 40;
const FEWEST = 4;
const MOST = 8;
const TYPE = 'pin';
const GOOGLE = 'G-';
/** Whose or for what it is, just before the word for a code. */
const QUALIFIER = letterPattern(
  String.raw`(?:^|[^\w-])(?:(?:your|dein|ihr|votre|tu|su|il tuo)(?: [\p{L}\d-]{2,16}){0,2} |(?:verification|log-?in|sign-?in|sign in|security|access|auth|authentication|confirmation|2fa|mfa|otp|two-factor|one-time|sms|pairing)[ -]?|best\u00e4tigungs-?|sicherheits-?|anmelde-?|verifizierungs-?)$`,
  'i',
);
/** Codes of other kinds. */
const STRANGER =
  /(?:error|exit|zip|post|postal|country|area|promo|discount|coupon|voucher|referral|gift|product|status|source|return|qr|bar|http|order|booking|tracking|reference|invite|tax|sort|bank|dial|dialling|color|colour|style|course|class|discount)[ -]?$/i;
const VALUE = pattern(/(?:G-)?(\d{4,8}|\d{3}[- ]\d{3})(?![\w-]|[.,:/]?(?:\d|\[REDACTED:))/);
const TO_USE = /^(?:use|enter) /;
/** What one does with a code that lets in; those for a discount are used at the till. */
const PURPOSE = pattern(
  / (?:to|for|when) (?:(?:sign|log)(?:ging|ing)?[ -]?in|verif|confirm|authenticat|access|complete your (?:login|sign))/i,
);
/** Words that are the end of others too. */
const SHORT = /^(?:2fa|tan)/;
/** Behind a number that one is told to enter. */
const PURPOSES = [' to sign in', ' to log in', ' to login', ' to verify'];
const TOLD = /\b(?:enter|use|type)(?: (?:the )?code)? $/i;
/** Somebody's code of a bank, not its number. */
const OF_BANK = letterPattern(String.raw`your (?:[\p{L}-]{2,16} )?bank $`, 'i');
/** `482913 is your Google verification code` */
const BEHIND = pattern(
  /(?:(?!(?:error|exit|zip|postal|country|area|promo|discount|order|product|status|booking|tracking|invite)(?!\w))[\w-]{2,16} ){0,4}(?:code|otp|passcode|pin)(?!\w)/i,
);

/** Codes that let somebody in once: `Your code is 482913`, `482913 is your Google verification code`. */
export const oneTimeCode: Detector = {
  name: 'one-time-code',
  group: 'secret',
  validates: 'whose code it is, or what for; then four to eight digits',
  source: 'SPEC 4',
  literals: [
    'code is ',
    'code is: ',
    'code: ',
    'code:',
    'code lautet ',
    'code ist ',
    'passcode ',
    ' is your ',
    'mfa code ',
    '2fa code ',
    'use code ',
    'enter code ',
    '2fa: ',
    '2fa:',
    'tan: ',
    'tan:',
    ...PURPOSES,
  ],
  match: (window, start, end) =>
    window.text.charAt(start) === ' ' ? matchBefore(window, start, end) : matchBehind(window, start, end),
};

function matchBehind(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const [whole = '', value = ''] = VALUE.at(window, end, start) ?? [];
  if (value === '') {
    return undefined;
  }
  const word = text.slice(start, end).toLowerCase();
  const before = text.slice(Math.max(floor, start - MAX_BEFORE), start);
  if (SHORT.test(word) && isKind(before, before.length - 1, KIND.word)) {
    return undefined;
  }
  const isOwn = !word.startsWith('code');
  const isTold = TO_USE.test(word)
    ? PURPOSE.at(window, end + whole.length, start) !== undefined
    : isOwn || (QUALIFIER.test(before) && (!STRANGER.test(before) || OF_BANK.test(before)));
  return isTold ? found(end + whole.length - value.length, end + whole.length, TYPE) : undefined;
}

function matchBefore(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const from = runStart(text, KIND.digit, start, Math.max(floor, start - MOST - 1));
  const first = text.startsWith(GOOGLE, from - 2) && from - 2 >= floor ? from - 2 : from;
  const isNumber = start - from >= FEWEST && start - from <= MOST && !isPart(text, first, floor);
  if (!isNumber) {
    return undefined;
  }
  const isTold = PURPOSES.includes(text.slice(start, end).toLowerCase())
    ? TOLD.test(text.slice(Math.max(floor, first - MAX_BEFORE), first))
    : BEHIND.at(window, end, from) !== undefined;
  return isTold ? found(from, start, TYPE) : undefined;
}

/** Whether something stands right before it to which it belongs. */
function isPart(text: string, first: number, floor: number): boolean {
  return first > floor && (isKind(text, first - 1, KIND.word) || '-.,/:#'.includes(text.charAt(first - 1)));
}

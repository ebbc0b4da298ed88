import type { Statement } from '../lex/detector.js';
import type { PlaceInCode } from './names-of-things.js';
/**
 * What a field name says about its value. `value` is what a value must look like to be hidden: `any`; `lenient`, when
 * it could be a credential; `strict`, when it can hardly be anything else; `random`, when it is long and without words;
 * `mixed`, when letters of either case stand between digits;
 * `jwk`, when it is as long and random as a private member of a JSON web key; `postal`, when it could be the address of
 * a house; `postcode`, when it is one; `number`, when it has as many digits as the numbers of people;
 * `full_name`, when it is a person's name of two words, `likely_name`, when no shop or place is called so either; `icd`, when it is a code of a disease, `written_date`, when it is a day, a month and a year, `bank_code`, when it is one of a bank. In text, where a name can also be an ordinary
 * word, `digits` and `date` ask for that form, `pattern`, `postal`, `postcode`, `number`, `mixed`, `icd`, `bank_code` and `jwk` leave the value to the detectors
 * of its kind, and `header` to those of HTTP headers.
 */
export interface FieldRule {
  readonly type: string;
  /** An object under it holds secrets under names of their own. */
  readonly isHolder?: true;
  /** A key that says whose it is: also hexadecimal digits are one. */
  readonly isOfOne?: true;
  /** It is also the word for the names of instructions: its value has several words, or looks like a credential. */
  readonly isPhrase?: true;
  readonly value:
    | 'any'
    | 'lenient'
    | 'strict'
    | 'random'
    | 'mixed'
    | 'jwk'
    | 'postal'
    | 'postcode'
    | 'number'
    | 'digits'
    | 'date'
    | 'written_date'
    | 'pattern'
    | 'full_name'
    | 'likely_name'
    | 'icd'
    | 'bank_code'
    | 'header';
}

/** Tells what is known of the values under a name. */
export type RuleFor = (name: string) => FieldRule | undefined;

/** Rules that several tables share. Values of the first two may have any form; below `CREDENTIALS` an object may hold them. */
export const SECRET: FieldRule = { type: 'secret', value: 'any' };
export const PASSWORD: FieldRule = { type: 'password', value: 'any' };
export const CREDENTIALS: FieldRule = { type: 'secret', value: 'lenient', isHolder: true };
export const EXPIRY: FieldRule = { type: 'card_expiry', value: 'any' };

/** How a value stands in its text. */
export interface ValueContext extends PlaceInCode {
  readonly isQuoted: boolean;
  /** An unquoted value that is a line's own, as in an environment file: it is data, not code. */
  readonly isData: boolean;
  /** An unquoted value that has the rest of its line. */
  readonly isLine?: boolean;
  /** It follows a colon or an option, and a space: it may be a word of a sentence. */
  readonly isSpoken: boolean;
  /** It follows `=` and a space, as in code. */
  readonly isSpaced: boolean;
  /** What stands between name and value when there is no separator. */
  readonly statement: Statement | undefined;
  /** Up to three characters behind the value. */
  readonly after: string;
  /** The name before an unquoted value. */
  readonly name: string;
}

/** Whether a value is to be hidden, by its first characters. */
export type ValueJudge = (sample: string, context: ValueContext) => boolean;

/** A value between marks of its own, such as a row's, of which nothing around it tells more. */
export const BARE_DATA: ValueContext = {
  isQuoted: true,
  isData: true,
  isSpoken: false,
  isSpaced: false,
  statement: undefined,
  after: '',
  name: '',
};

import type { Statement } from '../lex/value-enclosure.js';
import type { PlaceInCode } from './names-of-things.js';

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

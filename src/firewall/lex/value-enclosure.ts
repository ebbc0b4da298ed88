import type { CharacterKind } from '../pattern/characters.js';
import type { Block } from './block-end.js';

/**
 * What stands between a name and its value when it is less than a separator, so that the value must look like one: the
 * word "is" or a dash; a space; a bracket around it alone, or the quotes of code in prose; the comma or bracket of a call;
 * the bracket of a list; the end of the line; the comma between the two items of a list, or the end of the line where the
 * next one is not indented.
 */
export type Statement = 'verb' | 'space' | 'bracket' | 'call' | 'list' | 'below' | 'apart';

/** How a value is enclosed. */
export interface Enclosure {
  readonly start: number;
  /** The character that closes it, or three of them, or nothing. */
  readonly close: string;
  /** How many backslashes stand before that character: one in JSON inside a JSON string. */
  readonly escapes: number;
  /** Characters that end the value in any case. */
  readonly stop: CharacterKind;
  /** What has to stand behind the value: the end tag of an element. */
  readonly endTag?: string;
  /** An environment variable: data, not code. */
  readonly isData?: boolean;
  /** The value goes on to the end of its line or word; punctuation at its end belongs to what is around it. */
  readonly isLine?: boolean;
  /** The value follows a colon or an option, and a space: it may be a word of a sentence. */
  readonly isSpoken?: boolean;
  /** The value follows `=` and a space. */
  readonly isSpaced?: boolean;
  readonly statement?: Statement | undefined;
  /** The value is the lines below its key. */
  readonly block?: Block;
  /** The name before a value without quotes. */
  readonly nameStart?: number;
  readonly nameEnd?: number;
  /** Which signs can be a part of a value without quotes that end others: see `inner-sign.ts`. */
  readonly inner?: 'line' | 'word' | 'query' | 'form' | 'none';
  /** What closes the string or bracket around a parameter. */
  readonly outer?: string;
  /** The value stands on the line below its name, where another name may stand as well. */
  readonly isBelow?: boolean;
  /** The value is one of two, the old one and the new one: see `new-member.ts`. */
  readonly isOfChange?: boolean;
  /** Where the value ends, if that is known already. */
  readonly end?: number;
  /** What follows the value in its line may be a part of it, and is hidden with it. */
  readonly isOpenEnded?: boolean;
  /** Where the name begins, if the quote behind it could close a string that it stands in. */
  readonly couldBeInString?: number | undefined;
}

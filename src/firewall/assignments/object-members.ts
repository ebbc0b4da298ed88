import type { Enclosure } from '../lex/detector.js';
import { createJsonScanner, type JsonSign } from '../lex/json-scanner.js';
import { BLANK, CLOSING_BRACE, OPENING, runStart } from '../pattern/characters.js';
import { type ComingText, comingUpTo, needs } from '../pattern/coming-text.js';

/** More of an object is not read, a longer string counted as a placeholder: so redacted again no more of it is read. */
export const MAX_OBJECT = 512;
const MAX_READ = 2048;
const SHORTEST_PLACEHOLDER = 14;
/** So much has to be seen to know what begins at a place. */
const LONGEST_SIGN = 9;
const MOST_BLANKS = 24;

/** A member of an object in JSON that is a string, and where its content stands. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** It ends there. */
  readonly isWhole: boolean;
  readonly enclosure: Enclosure;
  /** Just before its end, when that is not the end of the string. */
  readonly backslashes: number;
}

/** What may follow, by what was read last. */
type Behind = 'begin' | 'name' | 'colon' | 'value';
const NEXT: Readonly<Record<Behind, Partial<Record<JsonSign, Behind>>>> = {
  begin: { name: 'name', object: 'begin' },
  name: { colon: 'colon' },
  colon: { value: 'value', object: 'begin' },
  value: { comma: 'begin', close: 'value' },
};

/**
 * The strings among the members of an object whose bracket stands at an index, and of the objects in it, up to a list or
 * an object of another kind.
 */
export function readMembers(coming: ComingText, from: number, isOther: (name: string) => boolean): readonly Member[] {
  const { text } = coming;
  const { read, met } = createJsonScanner({
    brackets: isFirstInList(text, from) ? ['list', 'object'] : ['object'],
    isLoose: true,
  });
  let most = from + MAX_OBJECT;
  let seen = comingUpTo(coming, most);
  const members: Member[] = [];
  let name = '';
  let at = from + 1;

  const seeMore = (length: number): void => {
    most = Math.min(most + Math.max(0, length - SHORTEST_PLACEHOLDER), from + MAX_READ);
    seen = comingUpTo(coming, most);
  };

  /** Whether more of the object follows. */
  const takeString = (sign: JsonSign, enclosure: Enclosure): boolean => {
    const { start, end, isWhole, backslashes } = met;
    if (sign === 'name') {
      name = text.slice(start, end);
    } else {
      members.push({ name, start, end, isWhole, enclosure, backslashes });
    }
    at = isWhole ? met.next : seen.text.length;
    seeMore(isWhole ? end - start : 0);
    return isWhole;
  };

  const take = (sign: JsonSign): boolean => {
    if (met.enclosure !== undefined && (sign === 'name' || sign === 'value')) {
      return takeString(sign, met.enclosure);
    }
    if (sign === 'name' || (sign === 'close' && (met.depth === 0 || text.charCodeAt(met.from) !== CLOSING_BRACE))) {
      return false;
    }
    at = met.next;
    return sign !== 'object' || behind === 'begin' || !isOther(name);
  };

  let behind: Behind | undefined = 'begin';
  for (let isMore = true; isMore; ) {
    const sign = read(seen, at);
    at = met.from;
    const next: Behind | undefined = NEXT[behind][sign];
    isMore = next !== undefined && take(sign);
    behind = next ?? behind;
  }
  if (text.length < most && at + LONGEST_SIGN > text.length && text.charCodeAt(at) !== CLOSING_BRACE) {
    needs(coming, text.length, 1, from);
  }
  return members;
}

function isFirstInList(text: string, from: number): boolean {
  return text.charCodeAt(runStart(text, BLANK, from, Math.max(0, from - MOST_BLANKS)) - 1) === OPENING;
}

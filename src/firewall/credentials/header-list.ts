import type { Verdict, Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE } from '../lex/take-while.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';
import { matchContainer, openContainer } from './container.js';

/** So much of a list has to be seen to tell that it holds credentials. */
const MAX_SAMPLE = 240;
/** Where a string begins. */
const CLOSING = /\]/;
const OPENING = /[\s,[]\\{0,7}["']/;

/** What a list of strings has to hold; both are asked about texts that go on behind it. */
export interface HeaderList {
  readonly type: string;
  /** A string begins with a credential. */
  readonly isCredential: (item: string) => boolean;
  /** The same of a list without quotes. */
  readonly isBareCredential: (item: string) => boolean;
}

/** All of the list of strings that is the value of a header whose name ends at `end`, when one of them is a credential. */
export function matchHeaderList(window: Window, end: number, list: HeaderList): Verdict | undefined {
  const { text } = window;
  const container = isKind(text, end, KIND.name) ? NONE : openContainer(window, end);
  if (container === NONE || text.charAt(container.start) !== '[') {
    return undefined;
  }
  const seen = partOf(window, container.start, MAX_SAMPLE, CLOSING);
  const closing = seen.indexOf(']');
  const sample = closing < 0 ? seen : seen.slice(0, closing);
  // A list with a placeholder in it was judged before something in it was replaced.
  if (sample.includes(PLACEHOLDER_START)) {
    return undefined;
  }
  if (sample.split(OPENING).slice(1).some(list.isCredential)) {
    return matchContainer(window, { ...container, isQuoted: true, isOfStrings: true }, list.type);
  }
  return list.isBareCredential(sample.slice(1)) ? matchContainer(window, container, list.type) : undefined;
}

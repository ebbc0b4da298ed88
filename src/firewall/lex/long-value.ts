import { type CharacterKind, firstOf } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { found, type Swallow, type Verdict, type Window } from './detector.js';
import { holdsPlaceholder, withHiddenName } from './placeholder.js';
import { untilEnd } from './take-while.js';

interface ValuePlace {
  readonly start: number;
  readonly most: number;
  readonly type: string;
  /** It begins with a name, which may be hidden already. */
  readonly isLogin?: boolean;
}

/**
 * A value that goes on to the next character of a kind. It is judged by its first characters, as many as `most`; a longer
 * one is withheld to its end, so that no part of it is ever shown.
 */
export function matchUpTo(
  window: Window,
  stop: CharacterKind,
  { start, most, type, isLogin = false }: ValuePlace,
  /** Where in the value begins what is to be hidden; less than nothing when nothing is. */
  secretStart: (sample: string) => number,
): Verdict | undefined {
  const { text } = window;
  const limit = start + most;
  const end = window.next(stop, start, limit);
  if (end < limit && needs(window, end, 1, start)) {
    return undefined;
  }
  const sample = isLogin ? withHiddenName(text.slice(start, end)) : text.slice(start, end);
  const from = holdsPlaceholder(sample) ? -1 : secretStart(sample);
  if (from < 0) {
    return undefined;
  }
  return end < limit
    ? found(start + from, end, type)
    : {
        kind: 'open',
        start: start + from,
        type,
        sampleEnd: end,
        swallow: untilEnd({ start, close: '', escapes: 0, stop }, 0),
      };
}

/** Takes characters up to one of a kind, or up to one of some marks, which are in small letters. */
export function untilMark(marks: readonly string[], stop: CharacterKind): Swallow {
  return ({ text }, from) => {
    const end = firstOf(text, stop, from, text.length);
    const rest = text.slice(from, end).toLowerCase();
    const places = marks.map((mark) => rest.indexOf(mark)).filter((place) => place >= 0);
    if (places.length > 0) {
      return { upTo: from + Math.min(...places), isDone: true };
    }
    return end < text.length ? { upTo: end, isDone: true } : { upTo: from + beginningOf(rest, marks), isDone: false };
  };
}

/** How many characters certainly belong to no mark: one that has begun is read again. */
export function beginningOf(text: string, marks: readonly string[]): number {
  const longest = Math.max(0, ...marks.map(({ length }) => length - 1));
  for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
    if (marks.some((mark) => mark.startsWith(text.slice(at)))) {
      return at;
    }
  }
  return text.length;
}

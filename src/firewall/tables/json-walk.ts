import type { FieldRule } from '../judge/field-rule.js';
import type { Enclosure } from '../lex/detector.js';
import { isPlaceholderOpen, placeholderEnd } from '../lex/placeholder.js';
import { findEnd, untilEnd } from '../lex/take-while.js';
import { BLANK, isKind, KIND, skipBackslashes } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { createLongValue } from './long-value.js';
import { MAX_CELL, type MarkedTableOptions, WAIT } from './marked-table.js';

/** What is met in JSON: the name of a member, a string or a number, a bracket, the comma between two of them. */
export type JsonSign = 'name' | 'value' | 'list' | 'object' | 'close' | 'comma';

export interface JsonReader {
  /** The rule under which a value that stands here is hidden, by its first characters if it is long. */
  readonly ruleHere: (content: string, isQuoted: boolean) => FieldRule | undefined;
  /** Whether values also stand behind an equals sign. */
  readonly hasEquals?: boolean;
  /** Takes what was met at a depth, which a bracket is not part of; no ends the walk. */
  readonly meet: (sign: JsonSign, depth: number, content: string) => boolean;
}

export interface JsonWalk {
  readonly step: (coming: ComingText, at: number) => number;
  readonly isOver: () => boolean;
  /** Whether it is within a long string. */
  readonly isInside: () => boolean;
}

/** How strings are written: in JSON within a string their quotes have backslashes before them. */
export interface JsonQuotes {
  readonly quote: string;
  readonly escapes: number;
}

const MOST_LEVELS = 64;
const MAX_SLASHES = 7;
const MAX_PLAIN = 64;
const PLAIN = /[-+.\w]{1,64}/y;
const NOTHING = /^(?:null|none|nil|true|false|nan)$/i;
const LIST = '[(';
const CLOSING = ')]}';

/**
 * Walks through JSON, through what Python prints of the same, and through JSON within a string, however it comes in
 * pieces, and hides the values of which a reader says so. It begins with the brackets given, and ends where the text is
 * no JSON any more.
 */
export function createJsonWalk(
  options: MarkedTableOptions,
  reader: JsonReader,
  begun: { readonly brackets: readonly ('list' | 'object')[]; readonly quotes?: JsonQuotes },
): JsonWalk {
  const brackets = [...begun.brackets];
  const signs = reader.hasEquals === true ? ',:={(' : ',:{(';
  let { quotes } = begun;
  let isName = brackets.at(-1) === 'object';
  // The rest of a string that is too long to be held.
  const long = createLongValue(options);
  let isOver = false;

  const end = (at: number): number => {
    isOver = true;
    return at;
  };

  const meet = (sign: JsonSign, content: string, at: number, next: number): number => {
    if (!reader.meet(sign, brackets.length, content)) {
      return end(at);
    }
    return next;
  };

  const meetContent = (content: string, at: number, next: number): number =>
    meet(isName ? 'name' : 'value', content, at, next);

  const ruleHere = (content: string, isQuoted = true): FieldRule | undefined =>
    isName ? undefined : reader.ruleHere(content, isQuoted);

  const hide = (rule: FieldRule | undefined, start: number, to: number): void => {
    if (rule !== undefined && to > start) {
      options.hideCell(rule, { start, end: to });
    }
  };

  const open = (bracket: 'list' | 'object', at: number): number => {
    if (brackets.length >= MOST_LEVELS) {
      return end(at);
    }
    const next = meet(bracket, '', at, at + 1);
    brackets.push(bracket);
    isName = bracket === 'object';
    return next;
  };

  const close = (at: number): number => {
    if (brackets.pop() === undefined) {
      return end(at);
    }
    isName = false;
    return meet('close', '', at, at + 1);
  };

  const takeSign = (text: string, at: number): number => {
    const sign = text.charAt(at);
    if (sign === ',') {
      isName = brackets.at(-1) !== 'list';
      return meet('comma', '', at, at + 1);
    }
    if (sign === ':' || sign === '=') {
      isName = false;
      return at + 1;
    }
    if (sign === '{') {
      return open('object', at);
    }
    return LIST.includes(sign) ? open('list', at) : close(at);
  };

  const takePlain = (coming: ComingText, at: number): number => {
    const { text } = coming;
    PLAIN.lastIndex = at;
    const content = PLAIN.exec(text)?.[0] ?? '';
    const to = at + content.length;
    if (content.length < MAX_PLAIN && isCut(coming, to)) {
      return WAIT;
    }
    // A letter before a quote says of what kind the string is.
    const isPrefix = content.length === 1 && `'"`.includes(text.charAt(to) || ' ');
    if (content === '' || isPrefix) {
      return isPrefix ? to : end(at);
    }
    hide(NOTHING.test(content) ? undefined : ruleHere(content, false), at, to);
    return meetContent(content, at, to);
  };

  const takeString = (coming: ComingText, at: number, start: number): number => {
    const { text } = coming;
    const quote = text.charAt(start - 1);
    const escapes = start - 1 - at;
    quotes = { quote, escapes };
    const enclosure: Enclosure = { start, close: quote, escapes, stop: KIND.lineEnd };
    const search = { at: start, backslashes: 0 };
    const isWhole = findEnd(search, enclosure, coming, start + MAX_CELL);
    if (!isWhole && text.length >= start + MAX_CELL + MAX_SLASHES + 1) {
      return long.begin(
        ruleHere(text.slice(start, search.at)),
        { start, reached: search.at },
        untilEnd(enclosure, search.backslashes),
      );
    }
    if (!isWhole && isCut(coming, text.length)) {
      return WAIT;
    }
    const to = isWhole ? search.at : text.length;
    hide(ruleHere(text.slice(start, to)), start, to);
    const isEnd = isWhole && text.startsWith(quote, to + escapes);
    return isEnd ? meetContent(text.slice(start, to), at, to + escapes + 1) : end(to);
  };

  const goOn = (coming: ComingText, at: number): number => {
    const to = long.goOn(coming, at);
    if (long.isInside()) {
      return to;
    }
    const { quote = '"', escapes = 0 } = quotes ?? {};
    return coming.text.startsWith(quote, to + escapes) ? meet('value', '', to, to + escapes + 1) : end(to);
  };

  const step = (coming: ComingText, at: number): number => {
    const { text } = coming;
    if (long.isInside()) {
      return goOn(coming, at);
    }
    if (isKind(text, at, BLANK)) {
      return at + 1;
    }
    const sign = text.charAt(at);
    if (sign === '[') {
      if (isPlaceholderOpen(coming, at)) {
        return WAIT;
      }
      const behind = placeholderEnd(text, at);
      return behind > at ? meet('value', '', at, behind) : takeSign(text, at);
    }
    if (signs.includes(sign) || CLOSING.includes(sign)) {
      return takeSign(text, at);
    }
    return behindSlashes(coming, at);
  };

  /** A string, or what has no quotes; in JSON within a string also the end of a line. */
  const behindSlashes = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const from = skipBackslashes(text, at);
    if (isCut(coming, from)) {
      return WAIT;
    }
    const sign = text.charAt(from);
    if (isOpening(sign, from - at)) {
      return takeString(coming, at, from + 1);
    }
    if (from === at) {
      return takePlain(coming, at);
    }
    return 'nrt'.includes(sign || ' ') ? from + 1 : end(at);
  };

  /** Python takes either quote, whichever is not in the string. */
  const isOpening = (sign: string, slashes: number): boolean =>
    quotes === undefined || (quotes.escapes === 0 && slashes === 0)
      ? sign === '"' || sign === "'"
      : sign === quotes.quote && slashes === quotes.escapes;

  /** As far as it goes: what is passed sign by sign takes longer. */
  const steps = (coming: ComingText, from: number): number => {
    let at = from;
    let next = step(coming, at);
    while (next > at && next < coming.text.length && !isOver) {
      at = next;
      next = step(coming, at);
    }
    return next === WAIT && at > from ? at : next;
  };

  return { step: steps, isOver: () => isOver, isInside: long.isInside };
}

import type { FieldRule } from '../judge/field-rule.js';
import { createJsonScanner, type JsonPlace, type JsonSign, LONGEST_STRING } from '../lex/json-scanner.js';
import { untilEnd } from '../lex/take-while.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { createLongValue } from './long-value.js';
import { type MarkedTableOptions, type MarkedWalk, WAIT } from './marked-table.js';

export interface JsonReader {
  /** The rule under which a value that stands here is hidden, by its first characters if it is long. */
  readonly ruleHere: (content: string, isQuoted: boolean) => FieldRule | undefined;
  /** Takes what was met at a depth, a placeholder as a value without content; no ends the walk. */
  readonly meet: (sign: JsonSign, depth: number, content: string) => boolean;
}

const MAX_SLASHES = 7;
const NOTHING = /^(?:null|none|nil|true|false|nan)$/i;

/**
 * Walks through JSON, however it comes in pieces, and hides the values of which a reader says so. It ends where the text is
 * no JSON any more.
 */
export function createJsonWalk(options: MarkedTableOptions, reader: JsonReader, place: JsonPlace): MarkedWalk {
  const { read, met } = createJsonScanner(place);
  // The rest of a string that is too long to be held.
  const long = createLongValue(options);
  let isOver = false;

  const end = (at: number): number => {
    isOver = true;
    return at;
  };

  const meet = (sign: JsonSign, content = ''): number =>
    reader.meet(sign, met.depth, content) ? met.next : end(met.from);

  const hide = (rule: FieldRule | undefined, start: number, to: number): void => {
    if (rule !== undefined && to > start) {
      options.hideCell(rule, { start, end: to });
    }
  };

  const takePlain = (sign: JsonSign, content: string): number => {
    const isShown = sign === 'name' || NOTHING.test(content);
    hide(isShown ? undefined : reader.ruleHere(content, false), met.start, met.end);
    return meet(sign, content);
  };

  const takeContent = (sign: JsonSign, coming: ComingText, at: number): number => {
    const { start, isWhole, enclosure, backslashes } = met;
    const { length } = coming.text;
    const isLong = !isWhole && length >= start + LONGEST_STRING + MAX_SLASHES + 1;
    if (!isWhole && !isLong && isCut(coming, length)) {
      return wait(at);
    }
    const to = isWhole || isLong ? met.end : length;
    const content = coming.text.slice(start, to);
    if (enclosure === undefined) {
      return takePlain(sign, content);
    }
    const rule = sign === 'name' ? undefined : reader.ruleHere(content, true);
    if (isLong) {
      return long.begin(rule, { start, reached: to }, untilEnd(enclosure, backslashes));
    }
    hide(rule, start, to);
    return isClosed(coming.text, to) ? meet(sign, content) : end(to);
  };

  const goOn = (coming: ComingText, at: number): number => {
    const to = long.goOn(coming, at);
    if (long.isInside()) {
      return to;
    }
    const { close = '', escapes = 0 } = met.enclosure ?? {};
    const isMore = isClosed(coming.text, to) && reader.meet('value', met.depth, '');
    return isMore ? to + escapes + close.length : end(to);
  };

  const isClosed = (text: string, at: number): boolean => {
    const { close = '', escapes = 0 } = met.enclosure ?? {};
    return text.startsWith(close, at + escapes);
  };

  /** More text is needed behind white space. */
  const wait = (at: number): number => (met.from > at ? met.from : WAIT);

  const step = (coming: ComingText, at: number): number => {
    if (long.isInside()) {
      return goOn(coming, at);
    }
    const sign = read(coming, at);
    switch (sign) {
      case 'cut':
        return wait(at);
      case 'other':
        return end(met.from);
      case 'colon':
        return met.next;
      case 'name':
      case 'value':
        return takeContent(sign, coming, at);
      default:
        return meet(sign === 'placeholder' ? 'value' : sign);
    }
  };

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

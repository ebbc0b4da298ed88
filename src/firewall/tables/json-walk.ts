import type { FieldRule } from '../judge/field-rule.js';
import { createJsonScanner, type JsonPlace, type JsonSign, LONGEST_STRING } from '../lex/json-scanner.js';
import { untilEnd } from '../lex/take-while.js';
import { isCut } from '../pattern/coming-text.js';
import { type Cursor, pass, type Reading } from './cursor.js';

export interface JsonReader {
  /** The rule under which a value that stands here is hidden, by its first characters if it is long. */
  readonly ruleHere: (content: string, isQuoted: boolean) => FieldRule | undefined;
  /** Takes what was met at a depth, a placeholder as a value without content; no ends the walk. */
  readonly meet: (sign: JsonSign, depth: number, content: string) => boolean;
}

const MAX_SLASHES = 7;
const NOTHING = /^(?:null|none|nil|true|false|nan)$/i;

/** Walks through JSON, and hides the values of which a reader says so. It ends where the text is no JSON any more. */
export function* readJson(cursor: Cursor, reader: JsonReader, place: JsonPlace): Reading {
  const { read, met } = createJsonScanner(place);
  let sign: JsonSign = 'cut';

  const goOn = (isMore: boolean): boolean => {
    cursor.at = isMore ? met.next : met.from;
    return isMore;
  };

  const isClosedAt = (at: number): boolean => {
    const { close = '', escapes = 0 } = met.enclosure ?? {};
    return cursor.coming.text.startsWith(close, at + escapes);
  };

  const ruleOf = (content: string): FieldRule | undefined => {
    const isQuoted = met.enclosure !== undefined;
    return sign === 'name' || (!isQuoted && NOTHING.test(content)) ? undefined : reader.ruleHere(content, isQuoted);
  };

  const takeContent = (): boolean => {
    const { text } = cursor.coming;
    const { start, isWhole } = met;
    const end = isWhole ? met.end : text.length;
    const content = text.slice(start, end);
    const rule = ruleOf(content);
    if (rule !== undefined && end > start) {
      cursor.hideCell(rule, { start, end });
    }
    if (isClosedAt(end)) {
      return goOn(reader.meet(sign, met.depth, content));
    }
    cursor.at = end;
    return false;
  };

  const take = (): boolean => {
    switch (sign) {
      case 'colon':
        return goOn(true);
      case 'other':
        return goOn(false);
      case 'name':
      case 'value':
        return takeContent();
      default:
        return goOn(reader.meet(sign === 'placeholder' ? 'value' : sign, met.depth, ''));
    }
  };

  function* passString(): Reading<boolean> {
    const { start, end, enclosure } = met;
    if (enclosure === undefined) {
      return false;
    }
    const rule = ruleOf(cursor.coming.text.slice(start, end));
    cursor.isInside = true;
    cursor.at = start;
    yield* pass(cursor, untilEnd(enclosure, 0), rule && { rule, start });
    cursor.isInside = false;
    const isMore = isClosedAt(cursor.at) && reader.meet('value', met.depth, '');
    cursor.at += isMore ? enclosure.escapes + enclosure.close.length : 0;
    return isMore;
  }

  const takeNext = (): 'taken' | 'waiting' | 'long' | 'over' => {
    const { coming, at } = cursor;
    sign = read(coming, at);
    const isOpen = (sign === 'name' || sign === 'value') && !met.isWhole;
    if (isOpen && coming.text.length >= met.start + LONGEST_STRING + MAX_SLASHES + 1) {
      return 'long';
    }
    if (sign === 'cut' || (isOpen && isCut(coming, coming.text.length))) {
      // White space before it is done with.
      cursor.at = Math.max(at, met.from);
      return 'waiting';
    }
    return take() ? 'taken' : 'over';
  };

  /** As far as it goes: what a generator passes sign by sign takes longer. */
  const readOn = (): ReturnType<typeof takeNext> => {
    let state = takeNext();
    while (state === 'taken') {
      state = takeNext();
    }
    return state;
  };

  for (;;) {
    const reached = readOn();
    if (reached === 'waiting') {
      yield;
    } else if (reached === 'over' || !(yield* passString())) {
      return;
    }
  }
}

import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { trimmed } from '../lex/table-row.js';
import { APOSTROPHE, BACKSLASH, COMMA, QUOTE, ROUND_CLOSING, ROUND_OPENING, SEMICOLON } from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';
import { type Cursor, endWithin, MAX_CELL, pass, type Reading } from './cursor.js';

const STOPS = [APOSTROPHE, QUOTE, SEMICOLON];
/** The same outside of brackets. */
const ENDS = [COMMA, ROUND_CLOSING];
/** In place of a value. */
const NO_VALUE = /^(?:null|default|true|false|\w+\(\))$/i;

/**
 * Goes to the comma or bracket that ends a value. Under a rule its strings are hidden, or all of it when it has none:
 * `'…'`, `crypt('…', gen_salt('…'))`, `0x…`.
 */
export function* readValue(cursor: Cursor, rule: FieldRule | undefined): Reading {
  const bare = createBareWalk();
  if (rule === undefined) {
    yield* pass(cursor, bare.untilSign);
  } else {
    yield* readBare(cursor, rule, bare);
  }
  while (isQuote(cursor.coming.text, cursor.at)) {
    yield* readString(cursor, rule);
    yield* pass(cursor, bare.untilSign);
  }
}

/** Where a value ends that begins at an index. */
export const untilValueEnd: Swallow = (coming, from) => {
  const { untilSign } = createBareWalk();
  let end = untilSign(coming, from);
  while (isQuote(coming.text, end.upTo)) {
    const string = untilStringEnd(coming.text.charCodeAt(end.upTo))(coming, end.upTo + 1);
    if (!string.isDone) {
      return string;
    }
    end = untilSign(coming, string.upTo + 1);
  }
  return end;
};

/** Walks through what stands outside of strings, to the next quote or to the end of the value. */
interface BareWalk {
  readonly untilSign: Swallow;
  readonly restart: () => void;
}

function createBareWalk(): BareWalk {
  let depth = 0;
  return {
    untilSign: ({ text }, from) => {
      for (let at = from; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (STOPS.includes(code) || (depth === 0 && ENDS.includes(code))) {
          return { upTo: at, isDone: true };
        }
        depth += code === ROUND_OPENING ? 1 : code === ROUND_CLOSING ? -1 : 0;
      }
      return { upTo: text.length, isDone: false };
    },
    restart: () => {
      depth = 0;
    },
  };
}

function isQuote(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === APOSTROPHE || code === QUOTE;
}

/** Goes to the first string of a value; without one the value is hidden. */
function* readBare(cursor: Cursor, rule: FieldRule, bare: BareWalk): Reading {
  const end = yield* endWithin(cursor, MAX_CELL, (coming, from) => {
    bare.restart();
    return bare.untilSign(coming, from);
  });
  const { text } = cursor.coming;
  if (end < 0) {
    bare.restart();
    const { start } = trimmed(text, cursor.at, cursor.at + MAX_CELL);
    yield* pass(cursor, bare.untilSign, { rule, start });
    return;
  }
  const value = trimmed(text, cursor.at, end);
  if (!isQuote(text, end) && !NO_VALUE.test(text.slice(value.start, value.end))) {
    cursor.hideCell(rule, value);
  }
  cursor.at = end;
}

/** Goes behind a string. */
function* readString(cursor: Cursor, rule: FieldRule | undefined): Reading {
  const untilEnd = untilStringEnd(cursor.coming.text.charCodeAt(cursor.at));
  cursor.at += 1;
  const end = rule === undefined ? -1 : yield* endWithin(cursor, MAX_CELL, untilEnd);
  const { at: start, coming } = cursor;
  if (rule === undefined || end < 0) {
    yield* pass(cursor, untilEnd, rule && { rule, start });
  } else {
    const isClosed = end < coming.text.length;
    cursor.hideCell(rule, isClosed ? { start, end } : trimmed(coming.text, start, end));
    cursor.at = end;
  }
  cursor.at = Math.min(cursor.at + 1, cursor.coming.text.length);
}

/** To the quote that ends a string, and is neither doubled nor escaped. */
function untilStringEnd(quote: number): Swallow {
  return (coming, from) => {
    const { text } = coming;
    let at = from;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const isSign = code === quote || code === BACKSLASH;
      if (isSign && isCut(coming, at, 3)) {
        break;
      }
      const isEscaped = isSign && isPair(text, at, quote);
      if (code === quote && !isEscaped) {
        return { upTo: at, isDone: true };
      }
      at += isEscaped ? 2 : 1;
    }
    return { upTo: at, isDone: false };
  };
}

/** A doubled quote, a doubled backslash, or a quote behind one where the value goes on. */
function isPair(text: string, at: number, quote: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (next === quote && text.charCodeAt(at) === BACKSLASH) {
    const behind = at + 2 < text.length ? text.charCodeAt(at + 2) : COMMA;
    return behind !== COMMA && behind !== ROUND_CLOSING;
  }
  return next === text.charCodeAt(at);
}

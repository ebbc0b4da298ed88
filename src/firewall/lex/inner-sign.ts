import { BACKSLASH, backslashesBefore, firstOf, isKind, KIND, QUOTE, runEnd } from '../pattern/characters.js';
import { type ComingText, isCut, needs } from '../pattern/coming-text.js';
import type { Enclosure } from './detector.js';
import { PLACEHOLDER_START } from './placeholder.js';

/** The value goes on behind the sign. */
const PART = 1;
/** The value ends at the sign. */
const END = 0;
/** More text is needed. */
const UNKNOWN = -1;
/** More signs in a row are not in a password. */
const MAX_SIGNS = 24;
const MAX_NAME = 40;
const FIRST_FOREIGN = 0xc0;
const LESS = 0x3c;
const DOLLAR = 0x24;
/** Behind a parameter these are parts of it; the other signs end it. */
const IN_QUERY = "')";
const QUOTES = '"\'`';
/** Behind a backslash in strings of any language. */
const ESCAPED = 'abefnrtuUvxN01234567';
const IN_LINE = '"\'`<\\';
/** Behind a backslash: the end of a line, of a string or of a colour in a text that was escaped as a whole. */
const ESCAPE = /^(?:[nrt](?:\\[nrt])*(?:[\w.-]+["']?[=:]|["'\\])|["'](?:[,;:)\]}]|$)|(?:x1b|u001b|033|e)\[)/;
/** In a string of JSON: the end of a line, or of a string in it. */
const END_IN_STRING = /^\\(?:[nrt]|["'](?!\w))/;
/** Behind `<`: a remark, or the end of an element. */
const MARKUP = /^(?:!--|>(?!\w)|\/[A-Za-z][\w:.-]*(?:[>\s]|$))/;
/** The name of a tag or type, and what stands behind it. */
const TAG_OR_TYPE = /^([A-Za-z_&'*][\w.]*)(\/?>| )(.?)/;
const TAG = /^[a-z][a-z0-9]{0,10}$/;
/** `Map<string, Foo>`: words of letters before and behind it. */
const TYPE = /^[A-Za-z_.]+(?: |$|[,<>|[\]&;(])/;
const TYPE_NAME = /^[A-Za-z_$.:]+$/;

/**
 * How many characters long a sign is that ends other values without quotes and is a part of this one: one, or nothing
 * when the value ends there; less than nothing when more text is needed. A value that has the rest of its line holds a
 * sign that has letters or digits behind it in the same word, a value elsewhere a quote between two of them.
 */
export function innerSign(coming: ComingText, at: number, enclosure: Enclosure): number {
  const sign = coming.text.charAt(at);
  switch (enclosure.inner) {
    case 'line':
      return signInLine(coming, at, enclosure);
    case 'string':
      return endsInString(coming, at, enclosure);
    case 'word':
      return inWord(coming, at, enclosure);
    case 'form':
      return IN_QUERY.includes(sign) ? beforeMore(coming, at, KIND.stop) : inWord(coming, at, enclosure);
    case 'query':
      return IN_QUERY.includes(sign) && enclosure.outer?.includes(sign) !== true
        ? beforeMore(coming, at, KIND.stop)
        : END;
    default:
      return END;
  }
}

/** In a string of JSON the value ends where that does, and where a line or a string in it does. */
function endsInString(coming: ComingText, at: number, enclosure: Enclosure): number {
  const { text } = coming;
  const isEscaped = backslashesBefore(text, at, Math.max(0, enclosure.start)) % 2 === 1;
  if (text.charCodeAt(at) === BACKSLASH && needs(coming, at, 3)) {
    return UNKNOWN;
  }
  const isEnd = text.charCodeAt(at) === QUOTE || END_IN_STRING.test(text.slice(at, at + 3));
  return isEnd && !isEscaped ? END : signInLine(coming, at, enclosure);
}

function signInLine(coming: ComingText, at: number, { start }: Enclosure): number {
  const { text } = coming;
  const code = text.charCodeAt(at);
  if (!IN_LINE.includes(text.charAt(at))) {
    return END;
  }
  if (code === BACKSLASH || code === LESS) {
    const other = startOfOther(coming, at, start);
    return other === PART ? beforeMore(coming, at, KIND.space | KIND.lineEnd) : other;
  }
  // `$NAME"-"$OTHER`: what a shell puts together.
  const isReference = code === QUOTE && start >= 0 && text.charCodeAt(start) === DOLLAR;
  return isReference && runEnd(text, KIND.word, start + 1, at) === at
    ? END
    : beforeMore(coming, at, KIND.space | KIND.lineEnd);
}

/** Whether a backslash begins an escape, or `<` a tag or type, at which the value ends. */
function startOfOther(coming: ComingText, at: number, start: number): number {
  const { text } = coming;
  const limit = at + 1 + MAX_NAME;
  const stop = firstOf(text, KIND.space | KIND.lineEnd, at + 1, limit);
  if (stop < limit && needs(coming, stop)) {
    return UNKNOWN;
  }
  const behind = text.slice(at + 1, stop + 1);
  const isOther =
    text.charCodeAt(at) === BACKSLASH ? ESCAPE.test(behind) : isMarkup(behind, start < 0 ? '' : text.slice(start, at));
  return isOther ? END : PART;
}

function isMarkup(behind: string, before: string): boolean {
  const [, name = '', close = '', next = ''] = TAG_OR_TYPE.exec(behind) ?? [];
  const isTag = TAG.test(name) && (close !== ' ' || !/\d/.test(name));
  const isType = close === '>' && !/\w/.test(next);
  return isTag || isType || MARKUP.test(behind) || (TYPE.test(behind) && TYPE_NAME.test(before));
}

/** Directly behind it a letter or a digit, with which a backslash is no escape. */
function inWord(coming: ComingText, at: number, enclosure: Enclosure): number {
  const { text } = coming;
  if (!IN_LINE.includes(text.charAt(at))) {
    return END;
  }
  const next = wordAt(coming, at + 1);
  if (next !== PART || (text.charCodeAt(at) === BACKSLASH && ESCAPED.includes(text.charAt(at + 1)))) {
    return next === UNKNOWN ? UNKNOWN : END;
  }
  return QUOTES.includes(text.charAt(at)) ? PART : signInLine(coming, at, enclosure);
}

/** A letter or a digit behind it, before anything of the kinds that end the value. */
function beforeMore(coming: ComingText, at: number, stop: number): number {
  const { text } = coming;
  const limit = at + 1 + MAX_SIGNS;
  for (let index = at + 1; index < limit; index += 1) {
    const next = wordAt(coming, index);
    if (next !== END || index >= text.length) {
      return next;
    }
    if (isKind(text, index, stop) && !(stop === KIND.stop && IN_QUERY.includes(text.charAt(index)))) {
      return END;
    }
  }
  return END;
}

/** Whether a letter or a digit stands here, or what stands for something that was replaced. */
function wordAt(coming: ComingText, index: number): number {
  const { text } = coming;
  if (index >= text.length) {
    return needs(coming, index) ? UNKNOWN : END;
  }
  if (isKind(text, index, KIND.alphanumeric) || text.charCodeAt(index) >= FIRST_FOREIGN) {
    return PART;
  }
  if (!isKind(text, index, KIND.bracket) || text.startsWith(PLACEHOLDER_START, index)) {
    return isKind(text, index, KIND.bracket) ? PART : END;
  }
  const isBegun = isCut(coming, index, PLACEHOLDER_START.length) && PLACEHOLDER_START.startsWith(text.slice(index));
  return isBegun && needs(coming, index, PLACEHOLDER_START.length) ? UNKNOWN : END;
}

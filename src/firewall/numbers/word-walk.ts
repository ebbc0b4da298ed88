import { BACKSLASH, isKind, KIND } from '../pattern/characters.js';

/** A way back through a line, from a number to the words before it. */
export interface WordWalk {
  start(text: string, index: number, floor: number): void;
  /** Goes back by one word and returns how many phrases begin with it; 0 when nothing more belongs to the number. */
  next(): number;
  /** Where the word begins to which it has come. */
  position(): number;
  /** The hash of the phrase of so many words. */
  hash(words: number): number;
}

/** How many words are put together: `tax id no`. */
const MAX_JOINED = 3;
/** How far before a number its name may begin. */
const MAX_CONTEXT = 48;
/** With more digits another number stands before this one, with a name of its own. */
const MAX_NUMBER = 4;
/** A polynomial makes the hash of a phrase out of those of its words. */
const BASE = 0x01000193;

export function createWordWalk(): WordWalk {
  // By the number of words: the hash of a phrase, and what a hash before it is multiplied with.
  const hashes = new Int32Array(MAX_JOINED + 1);
  const powers = new Int32Array(MAX_JOINED + 1);
  let text = '';
  let lowest = 0;
  // Less than this was cut off a longer word.
  let reach = 0;
  let at = 0;
  let joined = 0;
  // A colon or an equals sign stands between here and the number.
  let isBehindSign = false;

  /** Goes back to the end of a word; false when something stands before it that ends what belongs to the number. */
  const skipGap = (): boolean => {
    let digits = 0;
    let hasSign = false;
    for (; at > lowest; at -= 1) {
      const role = roleAt(text, at - 1);
      if (role === LETTER) {
        isBehindSign ||= hasSign;
        return true;
      }
      digits = role === DIGIT ? digits + 1 : 0;
      if (role === END || digits > MAX_NUMBER || (isBehindSign && role >= SEPARATOR)) {
        return false;
      }
      hasSign ||= role === SIGN;
    }
    return false;
  };

  /** Takes a word, or a part of one in camel case; false when its beginning is too far away. */
  const takeWord = (): boolean => {
    let hash = 0;
    let power = 1;
    let hashBefore = 0;
    let powerBefore = 1;
    let isHump = false;
    for (; at > lowest; at -= 1) {
      const code = text.charCodeAt(at - 1);
      if (code === BACKSLASH && isBreak(text, at)) {
        // The letter of a line break: the line begins here.
        lowest = at;
        hash = hashBefore;
        power = powerBefore;
        break;
      }
      if (roleAt(text, at - 1) !== LETTER || (isHump && isLower(code))) {
        break;
      }
      hashBefore = hash;
      powerBefore = power;
      hash = (hash + Math.imul(folded(code), power)) | 0;
      power = Math.imul(power, BASE);
      isHump = isUpper(code);
    }
    if (at === reach && !isHump && roleAt(text, at - 1) === LETTER) {
      return false;
    }
    join(hash, power);
    return true;
  };

  const join = (hash: number, power: number): void => {
    joined = Math.min(joined + 1, MAX_JOINED);
    for (let count = joined; count > 1; count -= 1) {
      hashes[count] = Math.imul(hash, powers[count - 1] ?? 0) + (hashes[count - 1] ?? 0);
      powers[count] = Math.imul(power, powers[count - 1] ?? 0);
    }
    hashes[1] = hash;
    powers[1] = power;
  };

  return {
    start: (whole, index, floor) => {
      text = whole;
      lowest = Math.max(floor, index - MAX_CONTEXT);
      reach = lowest > floor ? lowest : -1;
      at = index;
      joined = 0;
      isBehindSign = false;
    },
    next: () => {
      if (!skipGap() || !takeWord()) {
        text = '';
        return 0;
      }
      return joined;
    },
    position: () => at,
    hash: (words) => hashes[words] ?? 0,
  };
}

/** The hash that a walk gives a word in lower case, or words written together. */
export function hashOf(word: string): number {
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) {
    hash = (Math.imul(hash, BASE) + word.charCodeAt(index)) | 0;
  }
  return hash;
}

/** Also letters beyond ASCII. */
export function isLetter(text: string, index: number): boolean {
  return roleAt(text, index) === LETTER;
}

/** What a character is on the way; from `SEPARATOR` on it ends what belongs to the number, when a sign came. */
const LETTER = 1;
const DIGIT = 2;
const END = 3;
const SEPARATOR = 4;
const SIGN = 5;

const ROLES = createRoles();

function createRoles(): Uint8Array {
  const roles = new Uint8Array(0x80);
  const give = (characters: string, role: number): void => {
    for (const character of characters) {
      roles[character.charCodeAt(0)] = role;
    }
  };
  give('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER);
  give('0123456789', DIGIT);
  give(']{}\n\r', END);
  give(',;&|\t', SEPARATOR);
  give(':=', SIGN);
  return roles;
}

function roleAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 0x80 ? (ROLES[code] ?? 0) : roleBeyond(text, index, code);
}

function roleBeyond(text: string, index: number, code: number): number {
  if (isKind(text, index, KIND.digit | KIND.lineEnd)) {
    return isKind(text, index, KIND.digit) ? DIGIT : END;
  }
  return code >= 0xc0 && isKind(text, index, KIND.local) ? LETTER : code === FULL_COLON ? SIGN : 0;
}

const FULL_COLON = 0xff1a;

/** Whether the letter here is that of `\n`, `\r` or `\t`, with its backslash before it. */
function isBreak(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x6e || code === 0x72 || code === 0x74;
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** The code of a letter in lower case. */
function folded(code: number): number {
  return code < 0x80 ? code | 0x20 : String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

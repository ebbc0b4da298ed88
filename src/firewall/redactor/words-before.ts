import { isEscapeLetter, isKind, KIND } from './characters.js';

/** How far before a number its name may begin. */
const MAX_CONTEXT = 48;
/** How many characters may stand between a number and the word before it. */
const MAX_GAP = 16;
/** How many words are put together: `tax id no`. */
const MAX_JOINED = 3;
/** With so many digits another number stands before this one, with a name of its own. */
const MAX_NUMBER = 4;
const LETTER = KIND.upper | KIND.lower;

/** Words of other numbers: what stands before them belongs to something else. */
const STRANGERS =
  'order orders invoice ticket tracking shipment parcel timestamp ts epoch time date sku isbn issn ean gtin upc build ' +
  'version commit revision port pid amount total price sum usd eur gbp bytes size count line page zip uuid hash ' +
  'digest checksum bestellung rechnung commande facture pedido factura ordine fattura zamowienie';

/** Finds what the words before a number stand for. */
export interface WordIndex<T> {
  /** Words in lower case; those of a phrase are written together: `taxid`. */
  add(words: readonly string[], value: T): void;
  /** What the words in the line before an index stand for, the nearest first. */
  before(text: string, index: number, floor: number): readonly T[];
}

export function createWordIndex<T>(): WordIndex<T> {
  const entries: (readonly [readonly string[], T])[] = [];
  let known: Known<T> | undefined;
  return {
    add: (words, value) => {
      entries.push([words, value]);
    },
    before: (text, index, floor) => {
      known ??= compile(entries);
      return lookUp(known, {
        text,
        lowest: Math.max(floor, index - MAX_CONTEXT),
        at: index,
        isBehindSign: false,
        hash: 0,
        power: 1,
      });
    },
  };
}

/** A cheap question before all others: whether the nearest letter or digit before is a letter, and in the same line. */
export function isBehindWord(text: string, index: number, floor: number): boolean {
  const lowest = Math.max(floor, index - MAX_GAP);
  let at = index - 1;
  while (at >= lowest && !isKind(text, at, KIND.alphanumeric | KIND.lineEnd) && !isLetter(text, at)) {
    at -= 1;
  }
  return at >= lowest && isLetter(text, at);
}

/** By the hashes of words and phrases; those of strangers have no values. */
interface Known<T> {
  readonly values: ReadonlyMap<number, readonly T[]>;
  /** Whether there is anything, by the last bits of a hash: most words of a language are not known. */
  readonly mayHave: Uint8Array;
}

const LAST_BITS = 0x3fff;
/** A polynomial makes the hash of a phrase out of those of its words. */
const BASE = 0x01000193;
const NOTHING: readonly never[] = [];

function compile<T>(entries: readonly (readonly [readonly string[], T])[]): Known<T> {
  const values = new Map<number, readonly T[]>();
  const mayHave = new Uint8Array(LAST_BITS + 1);
  const put = (hash: number, those: readonly T[]): void => {
    values.set(hash, those);
    mayHave[hash & LAST_BITS] = 1;
  };
  for (const [words, value] of entries) {
    for (const hash of words.map(hashOf)) {
      put(hash, [...(values.get(hash) ?? NOTHING).filter((other) => other !== value), value]);
    }
  }
  for (const word of STRANGERS.split(' ')) {
    put(hashOf(word), NOTHING);
  }
  return { values, mayHave };
}

function hashOf(word: string): number {
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) {
    hash = (Math.imul(hash, BASE) + word.charCodeAt(index)) | 0;
  }
  return hash;
}

/** A way back through a line, word by word. */
interface Walk {
  readonly text: string;
  readonly lowest: number;
  at: number;
  /** A colon or an equals sign stands between here and the number. */
  isBehindSign: boolean;
  /** Of the last word, and what a hash before it is multiplied with. */
  hash: number;
  power: number;
}

/** The hashes of the last word, of the last two and of the last three; there are so many as have a power. */
const phrases = new Int32Array(MAX_JOINED);
const powers = new Int32Array(MAX_JOINED);

function lookUp<T>({ values, mayHave }: Known<T>, walk: Walk): readonly T[] {
  let found: readonly T[] = NOTHING;
  powers.fill(0);
  while (toWord(walk)) {
    takeWord(walk);
    for (let count = 0; count < MAX_JOINED && powers[count] !== 0; count += 1) {
      const hash = phrases[count] ?? 0;
      const those = mayHave[hash & LAST_BITS] === 1 ? values.get(hash) : undefined;
      if (those === NOTHING) {
        return found;
      }
      found = those === undefined ? found : union(found, those);
    }
  }
  return found;
}

function union<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return left.length === 0 ? right : [...left, ...right.filter((value) => !left.includes(value))];
}

/** Goes back to the end of a word; false when something stands before it that ends what belongs to the number. */
function toWord(walk: Walk): boolean {
  const { text, lowest } = walk;
  let digits = 0;
  let hasSign = false;
  while (walk.at > lowest && !isLetter(text, walk.at - 1)) {
    digits = isKind(text, walk.at - 1, KIND.digit) ? digits + 1 : 0;
    const code = text.charCodeAt(walk.at - 1);
    const isSign = code === COLON || code === EQUALS;
    if (digits > MAX_NUMBER || isEnd(text, walk.at - 1) || (walk.isBehindSign && (isSign || isSeparator(code)))) {
      return false;
    }
    hasSign ||= isSign;
    walk.at -= 1;
  }
  walk.isBehindSign ||= hasSign;
  return walk.at > lowest;
}

const COLON = 0x3a;
const EQUALS = 0x3d;

function isEnd(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x5d || code === 0x7b || code === 0x7d || isKind(text, index, KIND.lineEnd);
}

/** A comma, a semicolon, an ampersand, a bar, a tab. */
function isSeparator(code: number): boolean {
  return code === 0x2c || code === 0x3b || code === 0x26 || code === 0x7c || code === 0x09;
}

/** Takes the word that ends here; its parts one by one when it is written in camel case. */
function takeWord(walk: Walk): void {
  const { text, lowest, at: end } = walk;
  let start = end;
  walk.hash = 0;
  walk.power = 1;
  while (start > lowest && isLetter(text, start - 1) && !(start < end && isHump(text, start))) {
    start -= 1;
    if (isEscapeLetter(text, start, lowest)) {
      // The letter of a line break: the line begins here.
      walk.at = 'nr'.includes(text.charAt(start)) ? lowest : start;
      break;
    }
    walk.hash = (walk.hash + Math.imul(foldedAt(text, start), walk.power)) | 0;
    walk.power = Math.imul(walk.power, BASE);
    walk.at = start;
  }
  for (let count = MAX_JOINED - 1; count > 0; count -= 1) {
    phrases[count] = Math.imul(walk.hash, powers[count - 1] ?? 0) + (phrases[count - 1] ?? 0);
    powers[count] = Math.imul(walk.power, powers[count - 1] ?? 0);
  }
  phrases[0] = walk.hash;
  powers[0] = walk.power;
}

function isHump(text: string, index: number): boolean {
  return isKind(text, index, KIND.upper) && isKind(text, index - 1, KIND.lower);
}

/** The code of a letter in lower case. */
function foldedAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 0x80 ? code | 0x20 : text.charAt(index).toLowerCase().charCodeAt(0);
}

/** Also letters beyond ASCII. */
function isLetter(text: string, index: number): boolean {
  return isKind(text, index, LETTER) || (text.charCodeAt(index) >= 0xc0 && isKind(text, index, KIND.local));
}

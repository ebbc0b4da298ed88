import { isDigit } from '../lex/digits.js';
import { heldLocalStart } from '../lex/login.js';
import { EQUALS, isKind, KIND, runStart } from '../pattern/characters.js';
import { createWordWalk, hashOf, isLetter, type WordWalk } from './word-walk.js';

/** How many characters may stand between a number and the word before it. */
const MAX_GAP = 16;
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
  /** Nothing of the last text is kept. */
  forget(): void;
}

export function createWordIndex<T>(): WordIndex<T> {
  const entries: (readonly [readonly string[], T])[] = [];
  const words = createWordWalk();
  let known: Known<T> | undefined;
  let last: Answer<T> = NO_ANSWER;
  return {
    add: (names, value) => {
      const [lastNames, lastValue] = entries.at(-1) ?? [];
      if (names.length > 0 && (names !== lastNames || value !== lastValue)) {
        entries.push([names, value]);
      }
    },
    before: (text, index, floor) => {
      // A number is asked about more than once.
      if (index !== last.index || floor !== last.floor || text !== last.text) {
        known ??= compile(entries);
        const isNext = last.found === NOTHING && index > last.index && floor === last.floor && text === last.text;
        words.start(text, index, floor);
        last = { text, index, floor, found: lookUp(known, words, isNext ? last.index : -1) };
      }
      return last.found;
    },
    forget: () => {
      if (last !== NO_ANSWER) {
        last = NO_ANSWER;
        words.start('', 0, 0);
      }
    },
  };
}

interface Answer<T> {
  readonly text: string;
  readonly index: number;
  readonly floor: number;
  readonly found: readonly T[];
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
/** Of a phrase that ends behind an index, so many words can stand before it. */
const MAX_BEFORE = 2;
const NOTHING: readonly never[] = [];
const NO_ANSWER: Answer<never> = { text: '', index: -1, floor: -1, found: NOTHING };

function compile<T>(entries: readonly (readonly [readonly string[], T])[]): Known<T> {
  const values = new Map<number, T[]>();
  const mayHave = new Uint8Array(LAST_BITS + 1);
  const put = (word: string, value: T): void => {
    const hash = hashOf(word);
    const those = values.get(hash);
    if (those === undefined) {
      values.set(hash, [value]);
      mayHave[hash & LAST_BITS] = 1;
    } else if (!those.includes(value)) {
      those.push(value);
    }
  };
  for (const [words, value] of entries) {
    words.forEach((word) => {
      put(word, value);
    });
  }
  const known: Map<number, readonly T[]> = values;
  for (const word of STRANGERS.split(' ')) {
    const hash = hashOf(word);
    known.set(hash, NOTHING);
    mayHave[hash & LAST_BITS] = 1;
  }
  return { values, mayHave };
}

/** Nothing is known to stand before `nothingBefore`: only phrases that end behind it are looked for. */
function lookUp<T>({ values, mayHave }: Known<T>, words: WordWalk, nothingBefore: number): readonly T[] {
  let found: readonly T[] = NOTHING;
  let wordsBefore = 0;
  let most = words.next();
  while (most > 0) {
    for (let count = 1; count <= most; count += 1) {
      const hash = words.hash(count);
      const those = mayHave[hash & LAST_BITS] === 1 ? values.get(hash) : undefined;
      if (those === NOTHING) {
        return found;
      }
      found = those === undefined ? found : union(found, those);
    }
    wordsBefore += Number(words.position() < nothingBefore);
    most = wordsBefore < MAX_BEFORE ? words.next() : 0;
  }
  return found;
}

function union<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return left.length === 0 ? right : [...left, ...right.filter((value) => !left.includes(value))];
}

/** How much of a word of base64 can stand before the part by which it is recognised. */
export const MAX_ENCODED = 128;

/** A word that could be base64 waits until it has ended, unless it is too long to be recognised by its middle. */
export function holdEncoded(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_ENCODED);
  const word = runStart(text, KIND.alphanumeric, end, lowest);
  let start = word;
  while (start > lowest && isKind(text, start - 1, KIND.base64) && text.charCodeAt(start - 1) !== EQUALS) {
    start = runStart(text, KIND.alphanumeric, start - 1, lowest);
  }
  if (start > lowest || lowest === floor) {
    return start;
  }
  return word > lowest ? word : end;
}

/**
 * An `@` that is still to come would take the word before it, and a number the `+` or `(` before it. Of a word longer
 * than an address can be, only its last characters wait.
 */
export function holdAddress(text: string, floor: number, end: number): number {
  const start = heldLocalStart(text, end, floor);
  const beginning = runStart(text, KIND.dialling, start, Math.max(floor, start - 2));
  return beginning === end || isDigit(text, beginning) ? beforeLetters(text, beginning, floor) : beginning;
}

/** Capitals that stand apart before a number can be the beginning of it: `AB 12 34 56 C`. */
function beforeLetters(text: string, index: number, floor: number): number {
  const end = index - 1;
  if (end <= floor || !isKind(text, end, KIND.space | KIND.gap)) {
    return index;
  }
  const start = runStart(text, KIND.upper, end, Math.max(floor, end - MOST_APART - 1));
  const isWord = start < end && end - start <= MOST_APART && (start <= floor || !isKind(text, start - 1, KIND.word));
  return isWord ? start : index;
}

const MOST_APART = 3;

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
const STRANGERS = new Set(
  (
    'order orders invoice ticket tracking shipment parcel timestamp ts epoch time date sku isbn issn ean gtin upc build version ' +
    'commit revision port pid amount total price sum usd eur gbp bytes size count line page zip postcode uuid hash digest ' +
    'checksum bestellung rechnung commande facture pedido factura ordine fattura zamowienie'
  ).split(' '),
);

/** Finds what the words before a number stand for. */
export interface WordIndex<T> {
  /** Words in lower case; those of a phrase are written together: `taxid`. */
  add(words: readonly string[], value: T): void;
  /** What the words in the line before an index stand for, the nearest first. */
  before(text: string, index: number, floor: number): readonly T[];
}

export function createWordIndex<T>(): WordIndex<T> {
  const entries: (readonly [readonly string[], T])[] = [];
  let known: Map<string, T[]> | undefined;
  return {
    add: (words, value) => {
      entries.push([words, value]);
    },
    before: (text, index, floor) => {
      known ??= compile(entries);
      return known.size === 0 ? [] : lookUp(known, text, index, floor);
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

function compile<T>(entries: readonly (readonly [readonly string[], T])[]): Map<string, T[]> {
  const known = new Map<string, T[]>();
  for (const [words, value] of entries) {
    for (const word of words) {
      const values = known.get(word);
      if (values === undefined) {
        known.set(word, [value]);
      } else if (!values.includes(value)) {
        values.push(value);
      }
    }
  }
  return known;
}

function lookUp<T>(known: ReadonlyMap<string, readonly T[]>, text: string, index: number, floor: number): readonly T[] {
  const found: T[] = [];
  const walk: Walk = { text, lowest: Math.max(floor, index - MAX_CONTEXT), at: index, isBehindSign: false };
  let later: readonly string[] = [];
  while (toWord(walk)) {
    const word = takeWord(walk).toLowerCase();
    if (STRANGERS.has(word)) {
      break;
    }
    later = [word, ...later.slice(0, MAX_JOINED - 1)];
    addKnown(known, later, found);
  }
  return found;
}

/** A way back through a line, word by word. */
interface Walk {
  readonly text: string;
  readonly lowest: number;
  at: number;
  /** A colon or an equals sign stands between here and the number. */
  isBehindSign: boolean;
}

/** Goes back to the end of a word; false when something stands before it that ends what belongs to the number. */
function toWord(walk: Walk): boolean {
  const { text, lowest } = walk;
  let digits = 0;
  let hasSign = false;
  while (walk.at > lowest && !isLetter(text, walk.at - 1)) {
    const character = text.charAt(walk.at - 1);
    digits = isKind(text, walk.at - 1, KIND.digit) ? digits + 1 : 0;
    const isSign = character === ':' || character === '=';
    if (
      digits > MAX_NUMBER ||
      isEnd(text, walk.at - 1) ||
      (walk.isBehindSign && (isSign || ',;&|\t'.includes(character)))
    ) {
      return false;
    }
    hasSign ||= isSign;
    walk.at -= 1;
  }
  walk.isBehindSign ||= hasSign;
  return walk.at > lowest;
}

function isEnd(text: string, index: number): boolean {
  return isKind(text, index, KIND.lineEnd) || ']{}'.includes(text.charAt(index));
}

/** Takes the word that ends here; its parts one by one when it is written in camel case. */
function takeWord(walk: Walk): string {
  const { text, lowest, at: end } = walk;
  let start = end - 1;
  while (start > lowest && isLetter(text, start - 1) && !isHump(text, start)) {
    start -= 1;
  }
  walk.at = start;
  if (!isEscapeLetter(text, start, lowest)) {
    return text.slice(start, end);
  }
  walk.at = 'nr'.includes(text.charAt(start)) ? lowest : start - 1;
  return text.slice(start + 1, end);
}

function isHump(text: string, index: number): boolean {
  return isKind(text, index, KIND.upper) && isKind(text, index - 1, KIND.lower);
}

/** Adds what the first of these words stand for, alone and together with those behind it. */
function addKnown<T>(known: ReadonlyMap<string, readonly T[]>, words: readonly string[], found: T[]): void {
  let joined = '';
  for (const word of words) {
    joined += word;
    for (const value of known.get(joined) ?? []) {
      if (!found.includes(value)) {
        found.push(value);
      }
    }
  }
}

/** Also letters beyond ASCII. */
function isLetter(text: string, index: number): boolean {
  return isKind(text, index, LETTER) || (text.charCodeAt(index) >= 0xc0 && isKind(text, index, KIND.local));
}

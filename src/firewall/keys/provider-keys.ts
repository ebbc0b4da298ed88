import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder-at.js';
import { isWordStart, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { type EscapedRest, escapedRest, whileEscaped, withoutEscapes } from './escaped-key.js';
import { ALPHABET, type ProviderRow, type ProviderRowDetails } from './provider-row.js';
import { PROVIDERS } from './provider-table.js';

/** How much can follow a prefix when a row does not say: longer keys are withheld to their end. */
const MOST = 255;

/** Checks and shapes look at the beginning of a long key only. */
const CHECKED = 96;
const SHAPED = 240;
const PERCENT = 0x25;
/** Of `%252b`. */
const LONGEST_ESCAPE = 5;

/** Keys that begin with a prefix of their provider: one detector for each row of the table. */
export const providerKeys: readonly Detector[] = PROVIDERS.map(createDetector);

interface Row extends ProviderRowDetails {
  readonly type: string;
  readonly prefixes: ReadonlySet<string>;
  readonly alphabet: number;
  readonly least: number;
  readonly most: number;
  readonly isExact: boolean;
}

/** A row is unfolded when its prefix first turns up: most never do, and every start of the program comes by here. */
function createDetector(source: ProviderRow): Detector {
  const [name, prefixes, alphabet, , described, more] = source;
  let row: Row | undefined;
  return {
    name,
    group: 'secret',
    validates: 'exact prefix, alphabet and length',
    source: described,
    literals: prefixes.toLowerCase().split(' '),
    isWord: more?.isWord === true,
    follows: alphabet,
    match: (window, start, end) => {
      row ??= unfold(source);
      return isPrefix(row, window, start, end) ? matchBody(row, window, start, end) : undefined;
    },
  };
}

function unfold([name, prefixes, alphabet, length, , details]: ProviderRow): Row {
  const isExact = typeof length === 'number';
  const [least, most = MOST] = isExact ? [length, length] : length;
  return {
    type: name.replaceAll('-', '_'),
    ...details,
    prefixes: new Set(prefixes.split(' ')),
    alphabet,
    least,
    most,
    isExact,
  };
}

function isPrefix({ prefixes, isWord, notBehind }: Row, { text, floor }: Window, start: number, end: number): boolean {
  if (isWord === true && !isWordStart(text, start, floor)) {
    return false;
  }
  if (notBehind !== undefined && start > floor && notBehind.includes(text.charAt(start - 1))) {
    return false;
  }
  return prefixes.has(text.slice(start, end));
}

function matchBody(row: Row, window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const from = row.keepPrefix === true ? end : start;
  const limit = end + row.most + 1;
  const isOpen = row.alphabet === ALPHABET.open;
  const stop = isOpen ? window.next(KIND.stop, end, limit) : window.run(row.alphabet, end, limit);
  const rest =
    text.charCodeAt(stop) === PERCENT && row.shape === undefined ? restOf(row, window, end, stop) : undefined;
  if (rest === undefined) {
    return matchUpTo(row, window, from, { end, stop, extra: 0 });
  }
  // A sign that no key of the kind has does not belong to one.
  return (
    matchUpTo(row, window, from, { end, stop: rest.end, extra: rest.extra }) ??
    matchUpTo(row, window, from, { end, stop, extra: 0 })
  );
}

/** Of a key of one length the characters count that are meant, of others those that are written. */
function restOf(row: Row, window: Window, end: number, stop: number): EscapedRest | undefined {
  return escapedRest(window, row.alphabet, stop, end + row.most * (row.isExact ? LONGEST_ESCAPE : 1) + 1);
}

/** What follows the prefix, up to where it stops. */
interface Body {
  readonly end: number;
  readonly stop: number;
  /** How many more characters are written than are meant. */
  readonly extra: number;
}

function matchUpTo(row: Row, window: Window, from: number, body: Body): Verdict | undefined {
  const { text } = window;
  const { end, stop, extra } = body;
  if (stop - end - (row.isExact ? extra : 0) > row.most) {
    return row.isExact ? undefined : matchLong(row, text, from, body);
  }
  if (row.isExact && isPlaceholderAt(window, stop)) {
    return undefined;
  }
  searched(window, stop, stop + 1);
  const bodyEnd = endOfBody(row, text, body);
  return bodyEnd < 0 ? undefined : found(from, bodyEnd, row.type);
}

/** More than the longest key: withheld, unless a part of it is one by itself. */
function matchLong(row: Row, text: string, from: number, body: Body): Verdict | undefined {
  const bodyEnd = endOfBody(row, text, body);
  if (bodyEnd < 0 || row.shape !== undefined) {
    return bodyEnd < 0 ? undefined : found(from, bodyEnd, row.type);
  }
  return { kind: 'open', start: from, type: row.type, sampleEnd: body.stop, swallow: whileEscaped(row.alphabet) };
}

/** Where the key ends; -1 when this is none. */
function endOfBody({ least, check, shape }: Row, text: string, { end, stop, extra }: Body): number {
  const bodyEnd = trimFullStops(text, end, stop);
  if (bodyEnd - end - extra < least) {
    return -1;
  }
  if (check === undefined && shape === undefined) {
    return bodyEnd;
  }
  const written = text.slice(end, Math.min(bodyEnd, end + (shape === undefined ? CHECKED : SHAPED)));
  if (shape !== undefined) {
    const length = shape.exec(written)?.[0].length;
    return length === undefined ? -1 : end + length;
  }
  return check === undefined || check.test(extra > 0 ? withoutEscapes(written) : written) ? bodyEnd : -1;
}

function trimFullStops(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && text.charAt(end - 1) === '.') {
    end -= 1;
  }
  return end;
}

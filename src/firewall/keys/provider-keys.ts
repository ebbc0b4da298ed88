import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder-at.js';
import { isWordStart, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { escapedKey, whileEscaped, withoutEscapes } from './escaped-key.js';
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
      return isPrefix(row, window, { start, end }) ? matchBody(row, window, { start, end }) : undefined;
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

/** Where a prefix stands. */
interface Prefix {
  readonly start: number;
  readonly end: number;
}

/** What follows the prefix, up to where it stops. */
interface Body {
  /** Where begins what is hidden. */
  readonly from: number;
  readonly start: number;
  readonly stop: number;
  /** How many more characters are written than are meant. */
  readonly extra: number;
}

function isPrefix({ prefixes, isWord, notBehind }: Row, { text, floor }: Window, { start, end }: Prefix): boolean {
  if (isWord === true && !isWordStart(text, start, floor)) {
    return false;
  }
  const isBehind = notBehind !== undefined && start > floor && notBehind.includes(text.charAt(start - 1));
  return !isBehind && prefixes.has(text.slice(start, end));
}

function matchBody(row: Row, window: Window, { start, end }: Prefix): Verdict | undefined {
  const { alphabet, most } = row;
  const limit = end + most + 1;
  const stop = alphabet === ALPHABET.open ? window.next(KIND.stop, end, limit) : window.run(alphabet, end, limit);
  const body = { from: row.keepPrefix === true ? end : start, start: end, stop, extra: 0 };
  if (window.text.charCodeAt(stop) !== PERCENT || row.shape !== undefined) {
    return matchUpTo(row, window, body);
  }
  // Of a key of one length the characters count that are meant, of others those that are written.
  const longest = row.isExact ? most * LONGEST_ESCAPE : most;
  const rest = escapedKey(window, alphabet, { from: stop, limit: end + longest + 1 });
  const escaped = rest.end > stop ? matchUpTo(row, window, { ...body, stop: rest.end, extra: rest.extra }) : undefined;
  // A sign that no key of the kind has does not belong to one.
  return escaped ?? matchUpTo(row, window, body);
}

function matchUpTo(row: Row, window: Window, body: Body): Verdict | undefined {
  const { from, start, stop, extra } = body;
  const isLong = stop - start - (row.isExact ? extra : 0) > row.most;
  if (row.isExact && (isLong || isPlaceholderAt(window, stop))) {
    return undefined;
  }
  if (!isLong) {
    searched(window, stop, stop + 1);
  }
  const end = endOfBody(row, window.text, body);
  if (end < 0) {
    return undefined;
  }
  // More than the longest key is withheld, unless a part of it is one by itself.
  return isLong && row.shape === undefined
    ? { kind: 'open', start: from, type: row.type, sampleEnd: stop, swallow: whileEscaped(row.alphabet) }
    : found(from, end, row.type);
}

/** Where the key ends; -1 when this is none. */
function endOfBody({ least, check, shape }: Row, text: string, { start, stop, extra }: Body): number {
  const end = trimFullStops(text, start, stop);
  if (end - start - extra < least) {
    return -1;
  }
  if (shape !== undefined) {
    const length = shape.exec(text.slice(start, Math.min(end, start + SHAPED)))?.[0].length;
    return length === undefined ? -1 : start + length;
  }
  const written = text.slice(start, Math.min(end, start + CHECKED));
  return check === undefined || check.test(extra > 0 ? withoutEscapes(written) : written) ? end : -1;
}

function trimFullStops(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && text.charAt(end - 1) === '.') {
    end -= 1;
  }
  return end;
}

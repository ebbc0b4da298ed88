import { type Detector, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { decode } from '../lex/escapes.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { type CharacterKind, isWordStart, KIND, PERCENT, runEnd } from '../pattern/characters.js';
import { type ComingText, pattern, searched } from '../pattern/coming-text.js';
import { ALPHABET, type ProviderRow, type ProviderRowDetails } from './provider-row.js';
import { PROVIDERS } from './provider-table.js';

/** How much can follow a prefix when a row does not say: longer keys are withheld to their end. */
const MOST = 255;

/** Checks and shapes look at the beginning of a long key only. */
const CHECKED = 96;
const SHAPED = 240;
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

/** `+`, `/` and `=` as URLs encode them, once or twice. */
const ESCAPE = pattern(/%(?:25)?(?:2b|2f|3d)/i);

/** Where the alphabet ended, and how far is looked. */
interface Reach {
  readonly from: number;
  readonly limit: number;
}

/** A key, or a part of one, in which a URL encodes characters. */
interface EscapedKey {
  /** Where it ends. */
  readonly end: number;
  /** How many more characters are written than are meant. */
  readonly extra: number;
  /** Another escape has begun, and not all of it has come. */
  readonly isOpen: boolean;
}

/** Takes escapes of an alphabet, and characters of it between them, up to a limit. */
function escapedKey(coming: ComingText, alphabet: CharacterKind, { from, limit }: Reach): EscapedKey {
  const { text } = coming;
  let end = from;
  let extra = 0;
  while (end < limit && hasEscapes(alphabet)) {
    const written = ESCAPE.at(coming, end)?.[0];
    if (written === undefined) {
      return { end, extra, isOpen: ESCAPE.isOpen(coming, end) };
    }
    extra += written.length - 1;
    end = runEnd(text, alphabet, end + written.length, limit);
  }
  return { end, extra, isOpen: false };
}

/** Takes characters of an alphabet, and escapes of such. */
function whileEscaped(alphabet: CharacterKind): Swallow {
  return (coming, from) => {
    const { length } = coming.text;
    const reach = { from: runEnd(coming.text, alphabet, from, length), limit: length };
    const { end, isOpen } = escapedKey(coming, alphabet, reach);
    return { upTo: end, isDone: end < length && !isOpen };
  };
}

/** The characters that are meant. */
function withoutEscapes(body: string): string {
  return decode(body).text;
}

/** Only an alphabet of base64 as RFC 4648 writes it first has these signs. */
function hasEscapes(alphabet: CharacterKind): boolean {
  return alphabet === KIND.base64 || alphabet === KIND.dotted;
}

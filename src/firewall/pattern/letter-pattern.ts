/** A pattern about letters of any script, for texts of a few words. */
export interface LetterPattern {
  readonly test: (text: string) => boolean;
  readonly exec: (text: string) => RegExpExecArray | null;
}

/**
 * A regular expression with classes of Unicode (`\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{M}`, `\p{N}`, `\p{Nd}`), given as its
 * source, without the flags `g`, `u` and `y`. V8 takes up to a third of a second to make machine code of one with many
 * such classes, each of which has hundreds of ranges. So in the pattern a class holds only ASCII and one character that
 * stands for all others of its kind, and in the text these others are replaced by that one before it is asked. It is made
 * when it is first needed; the pattern as it was given only for texts with letters of two halves.
 */
export function letterPattern(source: string, flags = ''): LetterPattern {
  let short: { readonly regexp: RegExp; readonly own: string } | undefined;
  let whole: RegExp | undefined;
  const takesAnything = ANYTHING.test(source);
  const makeShort = () => {
    const own = ownLetters(source);
    // With indices, as what is found has to be given as it stands in the text.
    short = { regexp: new RegExp(withKinds(source, own), `${flags}d`), own };
    return short;
  };
  const makeWhole = () => {
    whole = new RegExp(source, `${flags}u`);
    return whole;
  };
  const exec = (text: string): RegExpExecArray | null => {
    if (!BEYOND_ASCII.test(text)) {
      return (short ?? makeShort()).regexp.exec(text);
    }
    if (HALF.test(text) && (takesAnything || !areSigns(text))) {
      return (whole ?? makeWhole()).exec(text);
    }
    const { regexp, own } = short ?? makeShort();
    const match = regexp.exec(withKindsOf(text, own, flags));
    return match === null ? match : asWritten(match, text);
  };
  return { exec, test: (text) => exec(text) !== null };
}

const HALF = /[\ud800-\udfff]/;
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
/** What may take half of a character. */
const ANYTHING = /\[\^|(?<!\\)\.|\\[SWDPB]/;

/** Whether characters of two halves are none that a class of Unicode takes: pictures, mostly. */
function areSigns(text: string): boolean {
  const pairs = text.match(PAIRS) ?? [];
  return pairs.every((pair) => kindOf(pair) === undefined) && !HALF.test(text.replace(PAIRS, ''));
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const EACH_BEYOND_ASCII = /[^\0-\x7f]/g;
/** Letters that are also forms of ASCII ones, where capitals and small letters are the same. */
const FORMS_OF_ASCII: Readonly<Record<string, string>> = { '\u017f': 's', '\u212a': 'k' };

/** Kinds of characters, and the one beyond ASCII that stands for all others of a kind. */
const KINDS = [
  { is: /^\p{Lu}/u, in: ['L', 'Lu'], sign: '\ua640' },
  { is: /^\p{Ll}/u, in: ['L', 'Ll'], sign: '\ua641' },
  { is: /^\p{L}/u, in: ['L'], sign: '\ua66e' },
  { is: /^\p{M}/u, in: ['M'], sign: '\ua66f' },
  { is: /^\p{Nd}/u, in: ['N', 'Nd'], sign: '\ua620' },
  { is: /^\p{N}/u, in: ['N'], sign: '\ua6e6' },
];
/** What the classes of Unicode hold of ASCII. */
const IN_ASCII: Readonly<Record<string, string>> = { L: 'A-Za-z', Lu: 'A-Z', Ll: 'a-z', M: '', N: '0-9', Nd: '0-9' };

/** Characters beyond ASCII that a pattern names itself, capital and small, each once. */
function ownLetters(source: string): string {
  const named = source.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const all = named + named.toLowerCase() + named.toUpperCase();
  return [...new Set(all.match(EACH_BEYOND_ASCII))].join('');
}

/** A class of Unicode, another escape, or a bracket. */
const PARTS = /\\p\{(\w+)\}|\\.|[[\]]/gs;

function withKinds(source: string, own: string): string {
  let isInClass = false;
  return source.replace(PARTS, (part, name?: string) => {
    if (name === undefined) {
      isInClass = part === '[' || (isInClass && part !== ']');
      return part;
    }
    const members = membersOf(name, own);
    return isInClass ? members : `[${members}]`;
  });
}

function membersOf(name: string, own: string): string {
  const ascii = IN_ASCII[name];
  if (ascii === undefined) {
    throw new Error(`no letters are known as ${name}`);
  }
  const kinds = KINDS.filter((kind) => kind.in.includes(name));
  const named = [...own].filter((character) => kindOf(character)?.in.includes(name));
  return ascii + kinds.map(({ sign }) => sign).join('') + named.join('');
}

function kindOf(character: string): (typeof KINDS)[number] | undefined {
  return KINDS.find(({ is }) => is.test(character));
}

/** The same text, as long, with the signs of kinds in it; what a pattern names itself stays. */
function withKindsOf(text: string, own: string, flags: string): string {
  const signOf = (character: string): string => {
    const form = flags.includes('i') ? FORMS_OF_ASCII[character] : undefined;
    return form ?? (own.includes(character) ? character : (kindOf(character)?.sign ?? character));
  };
  return text.replace(EACH_BEYOND_ASCII, signOf);
}

/** What was found, in the words of the text. */
function asWritten(match: RegExpExecArray, text: string): RegExpExecArray {
  const places = match.indices ?? [];
  for (let index = 0; index < match.length; index += 1) {
    const [start, end] = places[index] ?? [];
    if (start !== undefined) {
      match[index] = text.slice(start, end);
    }
  }
  return match;
}

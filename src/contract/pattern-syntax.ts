/** A regular expression as a tree. Groups are not captured; lazy and greedy find the same. */
export type PatternNode =
  | { readonly type: 'char'; readonly accepts: CharTest; readonly literal?: string }
  | { readonly type: 'assert'; readonly kind: AssertKind }
  | { readonly type: 'sequence' | 'choice'; readonly items: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number };

export type AssertKind = 'start' | 'end' | 'border' | 'inside';
export type CharTest = (char: string) => boolean;

interface Scanner {
  readonly source: string;
  readonly flags: string;
  at: number;
}

/**
 * Reads the syntax of JavaScript's patterns. Undefined for what is no pattern, or needs backtracking (references,
 * look-ahead, look-behind).
 */
export function parsePattern(source: string): PatternNode | undefined {
  const flags = ['u', ''].find((candidate) => compiles(source, candidate));
  if (flags === undefined || (flags === '' && MEANS_SOMETHING_ELSE.test(source))) {
    return undefined;
  }
  const scanner: Scanner = { source, flags, at: 0 };
  const node = parseChoice(scanner);
  return scanner.at === source.length ? node : undefined;
}

/** Without the flag u these escapes are only what they look like, and characters of two units are cut in half. */
const MEANS_SOMETHING_ELSE = /\\(?:u\{|[pPkc])|[\ud800-\udfff]/;

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).source !== '';
  } catch {
    return false;
  }
}

function parseChoice(scanner: Scanner): PatternNode | undefined {
  const items: PatternNode[] = [];
  do {
    const item = parseSequence(scanner);
    if (item === undefined) {
      return undefined;
    }
    items.push(item);
  } while (accept(scanner, '|'));
  return { type: 'choice', items };
}

function accept(scanner: Scanner, text: string): boolean {
  const isNext = scanner.source.startsWith(text, scanner.at);
  scanner.at += isNext ? text.length : 0;
  return isNext;
}

function parseSequence(scanner: Scanner): PatternNode | undefined {
  const items: PatternNode[] = [];
  while (scanner.at < scanner.source.length && !'|)'.includes(scanner.source.charAt(scanner.at))) {
    const item = parseTerm(scanner);
    if (item === undefined) {
      return undefined;
    }
    items.push(item);
  }
  return { type: 'sequence', items };
}

const ASSERTIONS: readonly (readonly [text: string, kind: AssertKind])[] = [
  ['^', 'start'],
  ['$', 'end'],
  ['\\b', 'border'],
  ['\\B', 'inside'],
];

function parseTerm(scanner: Scanner): PatternNode | undefined {
  const assertion = ASSERTIONS.find(([text]) => accept(scanner, text));
  if (assertion !== undefined) {
    return { type: 'assert', kind: assertion[1] };
  }
  const atom = accept(scanner, '(') ? parseGroup(scanner) : parseChar(scanner);
  return atom && parseQuantifier(scanner, atom);
}

const GROUP_NAME = /\?<[^=!>][^>]*>/y;

function parseGroup(scanner: Scanner): PatternNode | undefined {
  if (
    !accept(scanner, '?:') &&
    scanner.source.charAt(scanner.at) === '?' &&
    matchAt(GROUP_NAME, scanner) === undefined
  ) {
    return undefined;
  }
  const node = parseChoice(scanner);
  return accept(scanner, ')') ? node : undefined;
}

/** Advances over what a sticky pattern matches here. */
function matchAt(pattern: RegExp, scanner: Scanner): RegExpExecArray | undefined {
  pattern.lastIndex = scanner.at;
  const match = pattern.exec(scanner.source) ?? undefined;
  scanner.at += match?.[0].length ?? 0;
  return match;
}

const QUANTIFIER = /(?:([*+?])|\{(\d{1,6})(?:(,)(\d{0,6}))?\})\??/y;

function parseQuantifier(scanner: Scanner, item: PatternNode): PatternNode {
  const match = matchAt(QUANTIFIER, scanner);
  if (match === undefined) {
    return item;
  }
  const [, sign, least, comma, most] = match;
  if (sign !== undefined) {
    return { type: 'repeat', item, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  }
  const min = Number(least);
  const open = most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { type: 'repeat', item, min, max: comma === undefined ? min : open };
}

const CLASS = /\[(?:[^\\\]]|\\[\s\S])*\]/y;
const ESCAPE =
  /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^1-9ukc]|[uc])/y;
const PLAIN = /[^\\[()|*+?]/uy;
const SPECIAL = /^[.[\\]/;
/** A sign that is meant as it stands. */
const ESCAPED = /^\\([^\w\s])$/;

/** One character, escape or class. What it accepts is asked of the engine for one character at a time. */
function parseChar(scanner: Scanner): PatternNode | undefined {
  const match = matchAt(CLASS, scanner) ?? matchAt(ESCAPE, scanner) ?? matchAt(PLAIN, scanner);
  if (match === undefined) {
    return undefined;
  }
  const [source] = match;
  const literal = SPECIAL.test(source) ? ESCAPED.exec(source)?.[1] : source;
  return literal === undefined
    ? { type: 'char', accepts: charTest(source, scanner.flags) }
    : { type: 'char', accepts: (char) => char === literal, literal };
}

function charTest(source: string, flags: string): CharTest {
  const single = new RegExp(`^(?:${source})$`, flags);
  const known = new Map<string, boolean>();
  return (char) => {
    const before = known.get(char);
    if (before !== undefined) {
      return before;
    }
    const isAccepted = single.test(char);
    if (known.size < MAX_KNOWN) {
      known.set(char, isAccepted);
    }
    return isAccepted;
  };
}

const MAX_KNOWN = 512;

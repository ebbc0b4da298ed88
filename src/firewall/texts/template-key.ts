const SEED = 0x811c9dc5;
const PRIME = 16_777_619;
/** What is counted in the place of a word that changes from line to line, and of a path. */
const CHANGING = 0x23;
const PATH = 0x2f;
const BLANK = 0x20;
/** A longer line is told by its beginning. */
const MOST_CHARS = 400;
const SEVEN_BITS = 128;
const QUOTED = /"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`|‘[^’]{0,200}’|“[^”]{0,200}”/g;

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const SLASH = 4;
const JOINT = 8;
const SPACE = 16;
const IN_WORD = LETTER | DIGIT | SLASH;
const KINDS = Uint8Array.from({ length: SEVEN_BITS }, (_unused, code) => kindOf(String.fromCharCode(code)));

/**
 * A number of 32 bits that is the same for lines that differ only in numbers, ids, paths and spaces: an FNV-1a hash of
 * the words, of which those with a digit in them and paths are masked. "Masked line as key" groups the lines of the
 * loghub logs with an accuracy of .83 (reference/text.md, section 1).
 */
export function templateKey(text: string): number {
  const end = Math.min(text.length, MOST_CHARS);
  let key = SEED;
  let last = BLANK;
  for (let index = 0; index < end; ) {
    const code = text.charCodeAt(index);
    const kind = kindAt(code);
    if ((kind & IN_WORD) !== 0) {
      const next = wordEnd(text, index, end);
      key = Math.imul(key ^ wordKey(text, index, next), PRIME);
      last = 0;
      index = next;
      continue;
    }
    const symbol = kind === SPACE ? BLANK : code;
    if (symbol !== BLANK || last !== BLANK) {
      key = Math.imul(key ^ symbol, PRIME);
    }
    last = symbol;
    index += 1;
  }
  return key;
}

/** The same for lines that also differ in what they quote: "Module has no attribute "x"" and "… "y"" are one kind of error. */
export function kindKey(text: string): number {
  return templateKey(text.slice(0, MOST_CHARS).replace(QUOTED, '""'));
}

function kindAt(code: number): number {
  return code < SEVEN_BITS ? (KINDS[code] ?? OTHER) : LETTER;
}

function wordEnd(text: string, start: number, end: number): number {
  let index = start + 1;
  while (index < end) {
    const kind = kindAt(text.charCodeAt(index));
    if ((kind & IN_WORD) === 0 && !(kind === JOINT && goesOn(text, index + 1, end))) {
      break;
    }
    index += 1;
  }
  return index;
}

/** A dot, a dash or a colon joins what stands on both of its sides. */
function goesOn(text: string, index: number, end: number): boolean {
  return index < end && (kindAt(text.charCodeAt(index)) & (LETTER | DIGIT)) !== 0;
}

function wordKey(text: string, start: number, end: number): number {
  let hash = SEED;
  let kinds = 0;
  let slashes = 0;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kindAt(code);
    hash = Math.imul(hash ^ code, PRIME);
    kinds |= kind;
    slashes += kind === SLASH ? 1 : 0;
  }
  if (slashes > 1 || (slashes === 1 && kinds !== SLASH)) {
    return PATH;
  }
  return (kinds & DIGIT) === 0 ? hash : CHANGING;
}

function kindOf(character: string): number {
  if (/[A-Za-z_]/.test(character)) {
    return LETTER;
  }
  if (/\d/.test(character)) {
    return DIGIT;
  }
  if (/\s/.test(character)) {
    return SPACE;
  }
  if ('.-:'.includes(character)) {
    return JOINT;
  }
  return character === '/' ? SLASH : OTHER;
}

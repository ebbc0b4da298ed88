/** A control string (OSC, DCS, APC, PM, SOS) has at most so many characters before its end; a longer one is no sequence. */
const MOST_BODY = 2048;
/** Of a control sequence's parameters; and of the characters between these, or an escape, and its last one. */
const MOST_PARAMETERS = 128;
const MOST_BETWEEN = 16;

const STRING = `(?:\\x1b[P\\]X^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x90\\x98\\x9c-\\x9f]{0,${MOST_BODY}}`;
/** Behind a sequence that was cut off this is no end of it: a placeholder stays what it is. */
const PLACEHOLDER = 'REDACTED:';
const PLACED = `\\[${PLACEHOLDER}`;
const CONTROL = `(?:\\x1b(?!${PLACED})\\[|\\x9b)[0-?]{0,${MOST_PARAMETERS}}[ -/]{0,${MOST_BETWEEN}}`;
const ESCAPE = `\\x1b[ -/]{0,${MOST_BETWEEN}}`;
const SEQUENCES = [`${STRING}(?:\\x07|\\x1b\\\\|\\x9c)`, `${CONTROL}(?!${PLACED})[@-~]`, `${ESCAPE}(?!${PLACED})[0-~]`];
const BEGUN_PLACEHOLDER = `\\[(?:${Array.from(PLACEHOLDER, (_, end) => PLACEHOLDER.slice(0, end)).join('|')})$`;

/** All but tab and the ends of lines. */
const CONTROLS = [0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x9f];
/** Marks of direction, characters without width and variation selectors: a screen shows nothing where they stand. */
const MARKS = [
  ...[0xad, 0xad, 0x034f, 0x034f, 0x061c, 0x061c, 0x180b, 0x180f, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f],
  ...[0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xfff9, 0xfffb],
];
/** Stands for bytes that nobody could decode: what these were is not known, and may have been nothing to see. */
export const UNDECODED = 0xfffd;
/** The first half of tags and of more variation selectors, and of nothing else. */
const HALF = 0xdb40;
const TAG = '\\udb40[\\udc00-\\udfff]';

const PASSED = [...CONTROLS, ...MARKS, UNDECODED, UNDECODED];

const SEQUENCE = new RegExp(SEQUENCES.join('|'), 'g');
const REMOVED = new RegExp([...SEQUENCES, classOf(CONTROLS)].join('|'), 'g');
const UNPRINTED = new RegExp([...SEQUENCES, classOf(PASSED), TAG].join('|'), 'y');
const BEGUN = new RegExp(
  [`${STRING}\\x1b?$`, `(?:${CONTROL}|${ESCAPE})(?:$|${BEGUN_PLACEHOLDER})`, '\\udb40$'].join('|'),
  'y',
);
const FIRST = new RegExp(classOf([...PASSED, HALF, HALF]), 'g');

/** A text without what a terminal would obey as a whole: control sequences (CSI, OSC, DCS and their kin) and escapes. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, '');
}

/** A text without what no printer prints: control sequences, and all control characters but tab and the ends of lines. */
export function withoutControls(text: string): string {
  return text.replace(REMOVED, '');
}

/** A short text as it is seen. */
export function withoutUnprinted(text: string): string {
  let seen = '';
  let from = 0;
  for (let at = firstUnprinted(text, 0); at >= 0; at = firstUnprinted(text, from)) {
    const end = unprintedEnd(text, at, true);
    seen += text.slice(from, end === at ? at + 1 : at);
    from = Math.max(end, at + 1);
  }
  return from === 0 ? text : seen + text.slice(from);
}

/** The codes of all characters, and halves of them, with which something begins that shows nothing. */
export function unprintedCodes(): readonly number[] {
  const ranges = [...PASSED, HALF, HALF];
  return ranges.flatMap((last, index) => {
    const first = index % 2 === 0 ? last + 1 : (ranges[index - 1] ?? last);
    return Array.from({ length: last + 1 - first }, (_, more) => first + more);
  });
}

/** Where from a place on something begins that shows nothing, or that may turn out to when more text comes; -1 if nothing does. */
export function firstUnprinted(text: string, from: number): number {
  FIRST.lastIndex = from;
  return FIRST.test(text) ? FIRST.lastIndex - 1 : -1;
}

/** More text has to be seen to know where it ends. */
export const MORE_UNPRINTED = -1;

/** The end of what begins at a place and shows nothing: the place itself when it is printed after all. */
export function unprintedEnd(text: string, from: number, isFinal: boolean): number {
  BEGUN.lastIndex = from;
  if (!isFinal && BEGUN.test(text)) {
    return MORE_UNPRINTED;
  }
  UNPRINTED.lastIndex = from;
  return UNPRINTED.test(text) ? UNPRINTED.lastIndex : from;
}

/** The characters between each two codes. */
function classOf(ranges: readonly number[]): string {
  const signs = ranges.map((code) => `\\u${code.toString(16).padStart(4, '0')}`);
  return `[${signs.map((sign, index) => (index % 2 === 0 ? sign : `-${sign}`)).join('')}]`;
}

/** A short text as it is meant, and where its characters stand in the text as it is written. */
export interface Decoded {
  readonly text: string;
  /** The place of a character of the meaning; behind the last one, that of the end. */
  startOf(index: number): number;
  /** Where what is written for a character ends. */
  endOf(index: number): number;
}

/** Something written in place of a character, or of none; from `meant` to `behind` it stands in the decoded text. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly meant: number;
  readonly behind: number;
}

/** A byte behind the first of a character in UTF-8, in a URL; the percent sign may be escaped itself. */
const NEXT_BYTE = '%(?:25)?[89ab][0-9a-f]';
const IN_URL = `%(?:25)?(?:[2-7][0-9a-f]|(?:c[2-9a-f]|d[0-9a-f])${NEXT_BYTE}|e[0-9a-f]${NEXT_BYTE}${NEXT_BYTE})`;
const IN_JSON = '\\\\{1,8}u(?!00[01])[0-9a-f]{4}';
const LETTER_NAME = '[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron)|(?:ae|oe|sz)lig';
const IN_HTML = `&(?:nbsp|shy|ensp|emsp|thinsp|ndash|minus|${LETTER_NAME}|#\\d{2,5}|#x[0-9a-f]{2,4});`;
export const WITHOUT_WIDTH = '\u00ad\u200b\u200c\u200d\u2060\ufeff';
const MARKS = [IN_URL, IN_JSON, IN_HTML, `[${WITHOUT_WIDTH}]`].join('|');
const ANY = new RegExp(MARKS, 'gi');
/** In a query a plus between letters and digits is a space, also before an escape: `%2B1+%28415%29+5552671`. */
const ANY_OF_QUERY = new RegExp(`${MARKS}|(?<=[0-9a-z])\\+(?=[0-9a-z%])`, 'gi');
const HERE = new RegExp(`${IN_URL}|${IN_JSON}|${IN_HTML}`, 'iy');
/** What stands before the digits of a byte: `%`, or `%25` where two digits more follow. */
const BEFORE_BYTE = /%(?:25(?=[0-9a-f]))?/gi;
const NAMES: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '\u2013',
  minus: '\u2212',
};
/** In place of a letter that HTML names: which one it is does not matter. */
const SOME_LETTER = '\u00e4';

/**
 * Without characters that have no width, and with the characters that escapes of URLs, JSON and HTML stand for; other
 * spaces and hyphens stay as they are.
 */
export function decode(written: string): Decoded {
  const marks: Mark[] = [];
  let text = '';
  let from = 0;
  const isQuery = written.includes('+') && /[%=]/.test(written);
  for (const { 0: mark, index } of written.matchAll(isQuery ? ANY_OF_QUERY : ANY)) {
    text += written.slice(from, index);
    const meant = text.length;
    text += meaningOf(mark);
    from = index + mark.length;
    marks.push({ start: index, end: from, meant, behind: text.length });
  }
  const markBefore = (index: number): Mark =>
    marks.findLast(({ meant }) => meant <= index) ?? { start: 0, end: 0, meant: 0, behind: 0 };
  return {
    text: text + written.slice(from),
    startOf: (index) => {
      const { start, end, behind } = markBefore(index);
      return index < behind ? start : end + index - behind;
    },
    endOf: (index) => {
      const { end, behind } = markBefore(index);
      return index < behind ? end : end + index - behind + 1;
    },
  };
}

/** The escape that begins at an index, if one does: how long it is, and what it means. */
export function escapeAt(text: string, index: number): { readonly length: number; readonly meant: string } | undefined {
  HERE.lastIndex = index;
  const written = HERE.exec(text)?.[0];
  return written === undefined ? undefined : { length: written.length, meant: meaningOf(written) };
}

/** One character, or none for one without width. */
function meaningOf(mark: string): string {
  const meant = characterOf(mark);
  return WITHOUT_WIDTH.includes(meant) ? '' : meant;
}

function characterOf(mark: string): string {
  switch (mark.charAt(0)) {
    case '%':
      return Buffer.from(mark.replace(BEFORE_BYTE, ''), 'hex').toString('utf8');
    case '\\':
      return String.fromCharCode(Number.parseInt(mark.slice(-4), 16));
    case '&':
      return ofEntity(mark.slice(1, -1).toLowerCase());
    default:
      return mark === '+' ? ' ' : '';
  }
}

function ofEntity(name: string): string {
  if (!name.startsWith('#')) {
    return NAMES[name] ?? SOME_LETTER;
  }
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return String.fromCharCode(code);
}

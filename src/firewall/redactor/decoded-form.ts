/** A short text as it is meant, and where its characters stand in the text as it is written. */
export interface DecodedForm {
  readonly text: string;
  /** The place of a character of the meaning; behind the last one, that of the end. */
  startOf(index: number): number;
  /** Where what is written for a character ends. */
  endOf(index: number): number;
}

const HIDDEN = String.raw`[\u00ad\u200b-\u200d\u2060\ufeff]`;
const PERCENT = '%(?:25)?(?:c2%(?:25)?a[0d]|e2%(?:25)?8[01]%(?:25)?[89a][0-9a-f]|[2-7][0-9a-f])';
const UNICODE = String.raw`\\+u(?:00[2-7a][0-9a-f]|20[0-6][0-9a-f]|2212|feff)`;
const ENTITY = String.raw`&(?:nbsp|shy|ensp|emsp|thinsp|ndash|minus|#\d{2,5}|#x[0-9a-f]{2,4});`;
const NAMES: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '\u2013',
  minus: '\u2212',
};
/** In a query, a space. */
const PLUS = String.raw`(?<=[0-9A-Za-z])\+(?=[0-9A-Za-z])`;
const CODE = /^[\da-f]+$/i;

/**
 * Without characters that have no width, and with the characters that escapes of URLs, JSON and HTML stand for; other
 * spaces and hyphens stay as they are.
 */
export function decodedForm(written: string): DecodedForm {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  const add = (character: string, start: number, end: number): void => {
    text += character;
    starts.push(start);
    ends.push(end);
  };
  let at = 0;
  for (const { 0: mark, index } of written.matchAll(marksOf(written))) {
    for (; at < index; at += 1) {
      add(written.charAt(at), at, at + 1);
    }
    at = index + mark.length;
    const meant = meaningOf(mark);
    if (meant !== '') {
      add(meant, index, at);
    }
  }
  for (; at < written.length; at += 1) {
    add(written.charAt(at), at, at + 1);
  }
  return {
    text,
    startOf: (index) => starts[index] ?? written.length,
    endOf: (index) => ends[index] ?? written.length,
  };
}

let marks: RegExp | undefined;
let marksOfQuery: RegExp | undefined;

function marksOf(written: string): RegExp {
  const all = `${HIDDEN}|${PERCENT}|${UNICODE}|${ENTITY}`;
  if (written.includes('+') && /[%=]/.test(written)) {
    marksOfQuery ??= new RegExp(`${all}|${PLUS}`, 'gi');
    return marksOfQuery;
  }
  marks ??= new RegExp(all, 'gi');
  return marks;
}

/** One character, or none for one without width. */
function meaningOf(mark: string): string {
  const meant = characterOf(mark);
  return /[\u00ad\u200b-\u200d\u2060\ufeff]/.test(meant) ? '' : meant;
}

function characterOf(mark: string): string {
  switch (mark.charAt(0)) {
    case '+':
      return ' ';
    case '%':
      return ofPercent(mark.slice(1).toLowerCase());
    case '\\':
      return ofCode(mark.slice(-4), 16);
    case '&':
      return ofEntity(mark.slice(1, -1).toLowerCase());
    default:
      return mark;
  }
}

/** One byte, or the two or three of UTF-8; each percent sign may be escaped itself. */
function ofPercent(hex: string): string {
  const bytes = hex
    .replace(/^25(?=.)/, '')
    .split(/%(?:25)?/)
    .map((byte) => Number.parseInt(byte, 16));
  const [first = 0, second = 0, third = 0] = bytes;
  switch (bytes.length) {
    case 1:
      return String.fromCharCode(first);
    case 2:
      return String.fromCharCode(((first & 0x1f) << 6) | (second & 0x3f));
    default:
      return String.fromCharCode(((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
  }
}

function ofEntity(name: string): string {
  if (!name.startsWith('#')) {
    return NAMES[name] ?? '';
  }
  return name.startsWith('#x') ? ofCode(name.slice(2), 16) : ofCode(name.slice(1), 10);
}

function ofCode(digits: string, base: number): string {
  return CODE.test(digits) ? String.fromCharCode(Number.parseInt(digits, base)) : '';
}

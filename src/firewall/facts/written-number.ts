const ZERO = 0x30;
const MOST_CHARS = 20;
const WRITTEN = /^-?(?:0|[1-9]\d{0,11})\.\d{0,6}0$/;

/** The number that a text is with more zeros behind its point than JSON would write: `18.30` in a table. */
export function writtenNumber(text: string): number | undefined {
  const isLikely = text.length <= MOST_CHARS && text.charCodeAt(text.length - 1) === ZERO;
  return isLikely && WRITTEN.test(text) ? Number(text) : undefined;
}

/** A number that JSON has no form for, as those who write it spell it. */
export function isNotFinite(text: string): boolean {
  switch (text.length) {
    case 3:
      return text === 'NaN';
    case 8:
      return text === 'Infinity';
    case 9:
      return text === '-Infinity';
    default:
      return false;
  }
}

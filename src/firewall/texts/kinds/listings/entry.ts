/** One line of a listing, as far as it tells. */
export interface Entry {
  readonly path: string;
  readonly type: 'file' | 'directory' | 'link' | 'other' | undefined;
  /** In bytes, or in the units of the listing where it names none. */
  readonly size?: number | undefined;
  /** As it stands there. */
  readonly sizeText?: string | undefined;
  /** Dates of one form sort like text; `undefined` where the year is not told. */
  readonly date?: string | undefined;
  readonly access?: string | undefined;
}

const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4, P: 1024 ** 5 };
const SIZE = /^\d{1,15}(?:[.,]\d{1,3})?[BKMGTPkmg]?$/;

/** `4096`, `4.0K`, `1,5M`; undefined for anything else. */
export function sizeOf(text: string): number | undefined {
  if (!SIZE.test(text)) {
    return;
  }
  return Number.parseFloat(text.replace(',', '.')) * (UNITS[text.slice(-1).toUpperCase()] ?? 1);
}

/** The first words of a line, at most so many, and where the one behind them begins. */
export function wordsOf(text: string, most: number): { readonly words: readonly string[]; readonly ends: number[] } {
  const words: string[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < text.length && words.length < most) {
    while (isBlank(text, at)) {
      at += 1;
    }
    const start = at;
    while (at < text.length && !isBlank(text, at)) {
      at += 1;
    }
    if (at > start) {
      words.push(text.slice(start, at));
      ends.push(at);
    }
  }
  return { words, ends };
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}

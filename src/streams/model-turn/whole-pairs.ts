/** Puts pieces of a text together so that none ends inside a surrogate pair. */
export interface WholePairs {
  /** What can be handed on of the text so far. */
  add(piece: string): string;
  /** What is left: the half of a pair whose other half never came. */
  end(): string;
}

const REPLACEMENT = '\ufffd';

/** Halves without a partner, which JSON can hold and text cannot, become U+FFFD. */
export function createWholePairs(): WholePairs {
  /** The first half of a pair, while the second has not come. */
  let half = '';
  return {
    add(piece) {
      const text = half + piece;
      const isCut = isFirstHalf(text.charCodeAt(text.length - 1));
      half = isCut ? text.slice(-1) : '';
      return (isCut ? text.slice(0, -1) : text).toWellFormed();
    },
    end() {
      const left = half === '' ? '' : REPLACEMENT;
      half = '';
      return left;
    },
  };
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

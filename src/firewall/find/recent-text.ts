/** The last characters of a text that comes in pieces. */
export interface RecentText {
  readonly add: (piece: string) => void;
  /** At least so many as are wanted, or all. */
  readonly text: () => string;
  readonly clear: () => void;
}

export function createRecentText(wanted: number): RecentText {
  let pieces: string[] = [];
  let length = 0;
  return {
    add: (piece) => {
      const kept = piece.length > 2 * wanted ? piece.slice(-wanted) : piece;
      pieces.push(kept);
      length += kept.length;
      if (length > 4 * wanted) {
        pieces = [pieces.join('').slice(-wanted)];
        length = wanted;
      }
    },
    text: () => {
      pieces = [pieces.join('')];
      return pieces[0] ?? '';
    },
    clear: () => {
      pieces = [];
      length = 0;
    },
  };
}

/** Model tokens of a text that leaves in pieces, counted as the one text that it is for its reader. */
export interface TextCount {
  /** What all of it would come to with this piece behind it. */
  readonly with: (piece: string) => number;
  readonly total: () => number;
  readonly add: (piece: string) => void;
}

/** So much may wait for a place where counting can be cut; then it is cut anywhere, which is made good. */
const MOST_OPEN = 32 * 1024;
const CUT_ANYWHERE = 8;

/** Two texts can come to more than the sum of both, so what a piece adds is counted behind what stands before it. */
export function createTextCount(count: (text: string) => number): TextCount {
  let settled = 0;
  let open = '';
  return {
    with: (piece) => settled + count(open + piece),
    total: () => settled + count(open),
    add(piece) {
      open += piece;
      const cut = lastCut(open);
      if (cut > 0) {
        settled += count(open.slice(0, cut));
        open = open.slice(cut);
      } else if (open.length > MOST_OPEN) {
        settled += count(open) + CUT_ANYWHERE;
        open = '';
      }
    },
  };
}

/**
 * The last place at which every encoding ends a piece, whatever stands before and comes behind: one line end between
 * other characters than white space (and a slash behind it), or a letter or digit before a space and a letter.
 */
function lastCut(text: string): number {
  for (let at = text.length - 1; at > 1; at -= 1) {
    const around = text.slice(at - 2, at + 2);
    if (/^\S\n[^\s/]/.test(around) || /^.[A-Za-z0-9] [A-Za-z]/s.test(around)) {
      return at;
    }
  }
  return 0;
}

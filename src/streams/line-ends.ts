const ANY_END = /[\0\n]/g;
/** `.\0./a\0` of `find -print0`. UTF-16 without its mark has a NUL behind each letter, and is no list. */
const SHORTEST_ENTRY = 2;
const FOLDER = '.';

/**
 * Where the lines of one text end: at newlines, and of a list such as that of `git ls-files -z` also at NULs. Which of
 * both it is, the first of its lines decides, so it is the same wherever the text is cut.
 */
export interface LineEnds {
  /** The place of the next end from `from` on, or -1. A text is looked at once, from its beginning to its end. */
  readonly next: (text: string, from: number) => number;
  readonly isList: () => boolean;
}

export function createLineEnds(): LineEnds {
  let isList: boolean | undefined;
  /** What is known of the first line before it has ended. */
  let first = '';

  function decide(text: string, from: number): void {
    const end = endIn(text, from, true);
    first = (first + text.slice(from, end === -1 ? undefined : end)).slice(0, SHORTEST_ENTRY);
    if (end !== -1) {
      isList = text[end] === '\0' && (first.length >= SHORTEST_ENTRY || first === FOLDER);
    }
  }

  return {
    next(text, from) {
      if (isList === undefined) {
        decide(text, from);
      }
      return endIn(text, from, isList === true);
    },
    isList: () => isList === true,
  };
}

/** The place of the next line end from `from` on, or -1. */
export function endIn(text: string, from: number, isList: boolean): number {
  if (!isList) {
    return text.indexOf('\n', from);
  }
  ANY_END.lastIndex = from;
  return ANY_END.exec(text)?.index ?? -1;
}

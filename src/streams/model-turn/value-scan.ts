/** Follows JSON text as it grows and knows at each moment where its top-level values end. It is not checked further. */
export interface ValueScan {
  readonly text: string;
  add(text: string): void;
  /** Nothing but white space has come. */
  readonly isBlank: boolean;
  /** One value or more, each with its end. */
  readonly isComplete: boolean;
  /** An object, list or text is open. */
  readonly isOpen: boolean;
  /** A bracket was closed that none had opened. */
  readonly isBroken: boolean;
  /** The top-level values in order; one without its end comes last. */
  values(): readonly string[];
}

const NOWHERE = -1;

export function createValueScan(): ValueScan {
  let text = '';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isBroken = false;
  /** Where the value under construction begins. */
  let start = NOWHERE;
  /** Start and end of each value in turn. */
  const bounds: number[] = [];

  const close = (end: number): void => {
    if (start !== NOWHERE) {
      bounds.push(start, end);
      start = NOWHERE;
    }
  };

  const readInString = (character: string, at: number): void => {
    if (isEscaped) {
      isEscaped = false;
    } else if (character === '\\') {
      isEscaped = true;
    } else if (character === '"') {
      isInString = false;
      if (depth === 0) {
        close(at + 1);
      }
    }
  };

  /** A number or word at the top has no end of its own: what comes next ends it. */
  const beginAtTop = (character: string, at: number): void => {
    if (BLANK.test(character)) {
      close(at);
    } else if (OPENING.test(character)) {
      close(at);
      start = at;
    } else if (start === NOWHERE) {
      start = at;
    }
  };

  const readOutside = (character: string, at: number): void => {
    if (depth === 0) {
      beginAtTop(character, at);
    }
    if (character === '"') {
      isInString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      isBroken ||= depth === 0;
      depth = Math.max(0, depth - 1);
      if (depth === 0) {
        close(at + 1);
      }
    }
  };

  return {
    get text() {
      return text;
    },
    get isBlank() {
      return start === NOWHERE && bounds.length === 0;
    },
    get isComplete() {
      return start === NOWHERE && bounds.length > 0 && !isBroken;
    },
    get isOpen() {
      return depth > 0 || isInString;
    },
    get isBroken() {
      return isBroken;
    },
    add(piece) {
      for (let at = 0; at < piece.length; at += 1) {
        const character = piece.charAt(at);
        if (isInString) {
          readInString(character, text.length + at);
        } else {
          readOutside(character, text.length + at);
        }
      }
      text += piece;
    },
    values() {
      const values: string[] = [];
      for (let index = 0; index < bounds.length; index += 2) {
        values.push(text.slice(bounds[index], bounds[index + 1]));
      }
      return start === NOWHERE ? values : [...values, text.slice(start)];
    },
  };
}

const BLANK = /^\s$/;
const OPENING = /^[{["]$/;

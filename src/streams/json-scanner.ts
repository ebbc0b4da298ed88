import { createNesting } from './json-nesting.js';

/** Finds where the values of a JSON text begin and end, without judging what is in them. */
interface JsonScanner {
  /**
   * Calls `onValue` with the borders of each value that ends in these bytes; a value that began in earlier ones starts
   * at 0, and an empty one is an element that is missing between commas. Returns where the value that is still open
   * starts, or the length when none is.
   */
  scan(bytes: Uint8Array, onValue: (start: number, end: number) => void): number;
  /** What the end of the input means: nothing is open, an open top-level scalar ends with it, or something is cut. */
  end(): 'clean' | 'scalar' | 'cut';
}

// In this order, so that one comparison skips all that cannot matter at a depth.
const PLAIN = 0;
const SPACE = 1;
const COMMA = 2;
const QUOTE = 3;
const OPEN = 4;
const CLOSE = 5;

const KINDS = kindTable();
const NEWLINE = 0x0a;
const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Marks the bytes that a search for a string's end stops at; a table is twice as fast as comparing. */
const STRING_STOPS = new Uint8Array(256);
for (const byte of [DOUBLE_QUOTE, NEWLINE, BACKSLASH]) {
  STRING_STOPS[byte] = 1;
}

/**
 * Top-level arrays are opened and their elements are the values; any other top-level value is one itself. What stands
 * between two commas of an array is one value whatever it is, so that a bad element costs only itself. A raw newline
 * ends a string, which JSON forbids, so that a missing quote does not swallow the rest.
 */
export function createJsonScanner(): JsonScanner {
  const nesting = createNesting();
  /** Inside a top-level array. */
  let inArray = false;
  /** After a comma of that array: an element must follow. */
  let afterComma = false;
  let inValue = false;
  let inString = false;
  /** The last byte was a backslash inside a string. */
  let escaped = false;
  /** Where the search for a value's end has come to in the current bytes. */
  let cursor = 0;

  /** After the end of the open string, or the length when that is not in these bytes. */
  const stringEnd = (bytes: Uint8Array, from: number): number => {
    let at = escaped ? from + 1 : from;
    for (;;) {
      while (at < bytes.length && STRING_STOPS[bytes[at] ?? 0] === 0) {
        at += 1;
      }
      if (at >= bytes.length) {
        escaped = at > bytes.length;
        return bytes.length;
      }
      if (bytes[at] !== BACKSLASH) {
        inString = false;
        escaped = false;
        return at + 1;
      }
      at += 2;
    }
  };

  const begin = (byte: number): void => {
    inValue = true;
    inString = byte === DOUBLE_QUOTE;
    nesting.clear();
    if (KINDS[byte] === OPEN) {
      nesting.open(byte);
    }
  };

  /** One byte outside any value: it may begin one, or show that an element is missing before it. */
  const between = (byte: number, onMissing: () => void): void => {
    const kind = KINDS[byte];
    if (kind === SPACE) {
      return;
    }
    if (inArray && (byte === CLOSE_BRACKET || kind === COMMA)) {
      if (kind === COMMA || afterComma) {
        onMissing();
      }
      endElement(byte);
    } else if (!inArray && byte === OPEN_BRACKET) {
      inArray = true;
    } else {
      begin(byte);
    }
  };

  const endElement = (separator: number): void => {
    afterComma = separator !== CLOSE_BRACKET;
    inArray = afterComma;
  };

  /** Whether the byte, outside any string, is the separator after an array's element. */
  const separates = (byte: number, kind: number | undefined): boolean =>
    (kind === COMMA && nesting.depth === 0) || (byte === CLOSE_BRACKET && !nesting.hasOpen(CLOSE_BRACKET));

  /** One structural byte of an array's element: where the element ends, or -1. */
  const inElement = (byte: number, at: number): number => {
    const kind = KINDS[byte];
    if (separates(byte, kind)) {
      endElement(byte);
      return at;
    }
    enter(byte, kind);
    return -1;
  };

  /** One structural byte of another top-level value. A scalar ends before whatever cannot be part of it. */
  const inTopLevel = (byte: number, at: number): number => {
    const kind = KINDS[byte];
    if (nesting.depth === 0) {
      return kind === CLOSE || kind === COMMA ? -1 : at;
    }
    enter(byte, kind);
    return nesting.depth === 0 ? at + 1 : -1;
  };

  const endAt = (byte: number, at: number): number => (inArray ? inElement(byte, at) : inTopLevel(byte, at));

  const enter = (byte: number, kind: number | undefined): void => {
    if (kind === QUOTE) {
      inString = true;
    } else if (kind === OPEN) {
      nesting.open(byte);
    } else if (kind === CLOSE) {
      nesting.close(byte);
    }
  };

  /** The next byte that can matter outside strings: commas only between elements, white space only after scalars. */
  const nextStructural = (bytes: Uint8Array, from: number): number => {
    let least = QUOTE;
    if (nesting.depth === 0) {
      least = inArray ? COMMA : SPACE;
    }
    let at = from;
    while (at < bytes.length && (KINDS[bytes[at] ?? 0] ?? PLAIN) < least) {
      at += 1;
    }
    return at;
  };

  /** The end of the value that is open at `from`, or -1 when it is not in these bytes. */
  const valueEnd = (bytes: Uint8Array, from: number): number => {
    cursor = from;
    while (cursor < bytes.length) {
      if (inString ? endsInString(bytes) : endsOutsideString(bytes)) {
        return cursor;
      }
    }
    return -1;
  };

  const endsInString = (bytes: Uint8Array): boolean => {
    cursor = stringEnd(bytes, cursor);
    return !inString && !inArray && nesting.depth === 0;
  };

  const endsOutsideString = (bytes: Uint8Array): boolean => {
    cursor = nextStructural(bytes, cursor);
    const byte = bytes[cursor];
    const end = byte === undefined ? -1 : endAt(byte, cursor);
    cursor = end === -1 ? cursor + 1 : end;
    return end !== -1;
  };

  return {
    scan(bytes, onValue) {
      let start = 0;
      let at = 0;
      while (at < bytes.length) {
        if (!inValue) {
          start = at;
          between(bytes[at] ?? 0, () => onValue(at, at));
          at += 1;
          continue;
        }
        const width = inArray ? 1 : 0;
        const end = valueEnd(bytes, at);
        if (end === -1) {
          return start;
        }
        inValue = false;
        onValue(start, end);
        at = end + width;
      }
      return inValue ? start : bytes.length;
    },
    end() {
      if (!inValue) {
        return inArray ? 'cut' : 'clean';
      }
      return inArray || inString || nesting.depth > 0 ? 'cut' : 'scalar';
    },
  };
}

function kindTable(): Uint8Array {
  const kinds = new Uint8Array(256);
  const set = (characters: string, kind: number): void => {
    for (const character of characters) {
      kinds[character.charCodeAt(0)] = kind;
    }
  };
  set(' \t\n\r', SPACE);
  set('"', QUOTE);
  set('{[', OPEN);
  set('}]', CLOSE);
  set(',', COMMA);
  return kinds;
}

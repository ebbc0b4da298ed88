import { decodeUtf8 } from '../../streams/utf8.js';

/** Cuts the value of one member out of a JSON text, in bounded memory wherever the text is cut. */
export interface MemberFinder {
  /** The part of these bytes that belongs to the value; undefined when none does. */
  readonly cut: (bytes: Uint8Array) => Uint8Array | undefined;
  /** Whether the value has begun. */
  readonly wasFound: () => boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACES = [0x20, 0x09, 0x0a, 0x0d];
const MAX_NAME_BYTES = 1024;

const STRUCTURAL = marked([QUOTE, COLON, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET]);
/** What matters below the objects on the path. */
const NESTING = marked([QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET]);
const STRING_STOPS = marked([QUOTE, BACKSLASH]);
const SCALAR_STOPS = marked([COMMA, CLOSE_BRACE, CLOSE_BRACKET, ...SPACES]);
const NOT_SPACE = marked(SPACES).map((mark) => 1 - mark);

/** `path` names members, each inside the object before it. Where a name comes twice the first one counts. */
export function createMemberFinder(path: readonly string[]): MemberFinder {
  /** Brackets that are open. */
  let depth = 0;
  /** How many of them, from the outermost, are objects on the path; at this depth names are looked at. */
  let level = 0;
  /** In an object on the path: a name comes next. */
  let expectsName = false;
  let inString = false;
  let isEscaped = false;
  /** The bytes of a name on the path, while it is read. */
  let name: number[] | undefined;
  /** The name that was read last is the next one of the path. */
  let isNamed = false;
  /** Behind its colon: the value begins with the next byte that is no space. */
  let isNext = false;
  let value: 'before' | 'scalar' | 'other' | 'after' = 'before';
  let valueDepth = 0;
  /** Where the value begins and ends in the current bytes. */
  let from = 0;
  let to = 0;

  const isInValue = (): boolean => value === 'scalar' || value === 'other';
  const isAfterValue = (): boolean => value === 'after';

  const finishAt = (at: number): void => {
    value = 'after';
    to = at;
  };

  const passString = (bytes: Uint8Array, start: number): number => {
    const at = isEscaped ? start : next(bytes, start, STRING_STOPS);
    const end = isEscaped || bytes[at] === BACKSLASH ? at + 1 : at;
    if (name !== undefined && name.length < MAX_NAME_BYTES) {
      name.push(...bytes.subarray(start, Math.min(end, start + MAX_NAME_BYTES)));
    }
    isEscaped = !isEscaped && bytes[at] === BACKSLASH;
    if (end === at && at < bytes.length) {
      endString(at + 1);
    }
    return at + 1;
  };

  const endString = (at: number): void => {
    inString = false;
    if (name !== undefined) {
      isNamed = readName(name) === path[level - 1];
      name = undefined;
    }
    if (isInValue() && depth === valueDepth) {
      finishAt(at);
    }
  };

  const beginNext = (byte: number, at: number): void => {
    isNext = false;
    if (level === path.length) {
      from = at;
      valueDepth = depth;
      value = byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET ? 'other' : 'scalar';
    } else if (byte === OPEN_BRACE) {
      // The bracket itself is counted when it is read as any other.
      level += 1;
      expectsName = true;
    }
  };

  const readOpen = (byte: number): void => {
    depth += 1;
    if (depth === 1 && byte === OPEN_BRACE) {
      level = 1;
      expectsName = true;
    }
  };

  const readClose = (at: number): void => {
    depth = Math.max(0, depth - 1);
    level = Math.min(level, depth);
    expectsName = false;
    if (isInValue() && depth === valueDepth) {
      finishAt(at + 1);
    }
  };

  const readStructural = (byte: number, at: number): void => {
    const isOnPath = depth === level && level > 0;
    switch (byte) {
      case QUOTE:
        inString = true;
        name = isOnPath && expectsName ? [] : undefined;
        return;
      case COLON:
        isNext = isOnPath && expectsName && isNamed;
        expectsName = expectsName && !isOnPath;
        return;
      case COMMA:
        expectsName = expectsName || isOnPath;
        isNamed = false;
        return;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        readOpen(byte);
        return;
      default:
        readClose(at);
    }
  };

  const readBefore = (bytes: Uint8Array, at: number): number => {
    const start = next(bytes, at, NOT_SPACE);
    if (start < bytes.length) {
      beginNext(bytes[start] ?? 0, start);
    }
    return start;
  };

  const readScalar = (bytes: Uint8Array, at: number): number => {
    const end = next(bytes, at, SCALAR_STOPS);
    if (end < bytes.length) {
      finishAt(end);
    }
    return end;
  };

  /** Reads on from `at`; returns how far it came. */
  const readOn = (bytes: Uint8Array, at: number): number => {
    if (inString) {
      return passString(bytes, at);
    }
    if (isNext) {
      return readBefore(bytes, at);
    }
    if (value === 'scalar') {
      return readScalar(bytes, at);
    }
    const sign = next(bytes, at, depth === level ? STRUCTURAL : NESTING);
    if (sign < bytes.length) {
      readStructural(bytes[sign] ?? 0, sign);
    }
    return sign + 1;
  };

  return {
    wasFound: () => value !== 'before',
    cut(bytes) {
      if (isAfterValue()) {
        return undefined;
      }
      from = 0;
      to = bytes.length;
      for (let at = 0; at < bytes.length && !isAfterValue(); ) {
        at = readOn(bytes, at);
      }
      return value === 'before' ? undefined : bytes.subarray(from, to);
    },
  };
}

function next(bytes: Uint8Array, start: number, stops: Uint8Array): number {
  let at = start;
  while (at < bytes.length && stops[bytes[at] ?? 0] === 0) {
    at += 1;
  }
  return at;
}

function readName(bytes: readonly number[]): unknown {
  try {
    return JSON.parse(`"${decodeUtf8(Uint8Array.from(bytes))}"`);
  } catch {
    return undefined;
  }
}

function marked(bytes: readonly number[]): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of bytes) {
    marks[byte] = 1;
  }
  return marks;
}

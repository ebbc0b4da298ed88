import { isHeldExactly } from '../../contract/held-exactly.js';

/** A number of JSON that would be written otherwise than it was read: `1.0`, `-0`, `1e400`, 2⁵³ + 1. A leaf. */
export interface ExactNumber {
  /** As it stood in the source. */
  readonly literal: string;
  /** For whoever judges or prints it as usual: the number, or its digits as a text where a double cannot hold them. */
  readonly toJSON: () => number | string;
}

/** As `JSON.parse`; but numbers that JavaScript would write otherwise stay as they were written. */
export function parseExactJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  const quoted = withQuotedNumbers(text);
  return quoted === text ? plain : withExactNumbers(plain, JSON.parse(quoted), 0);
}

/** As `JSON.stringify`, with such numbers as they were read. */
export function stringifyExactJson(value: unknown): string | undefined {
  if (isExactNumber(value)) {
    return value.literal;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => stringifyExactJson(item) ?? 'null').join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = stringifyExactJson(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === 'object' && value !== null && 'toJSON' in value && value.toJSON === toJson;
}

function toJson(this: ExactNumber): number | string {
  return isHeldExactly(this.literal) ? Number(this.literal) : this.literal;
}

/** The value that was made of `source` by `JSON.stringify`, changed or not, with its exact numbers where they still stand. */
export function withNumbersOf(source: unknown, value: unknown): unknown {
  if (isExactNumber(source)) {
    return source.toJSON() === value ? source : value;
  }
  if (Array.isArray(value) && Array.isArray(source)) {
    return value.map((item, index) => withNumbersOf(source[index], item));
  }
  if (!isObject(value) || !isObject(source)) {
    return value;
  }
  // A name that was replaced is where it was.
  const sources = Object.values(source);
  return Object.fromEntries(
    Object.entries(value).map(([name, member], index) => [
      name,
      withNumbersOf(Object.hasOwn(source, name) ? source[name] : sources[index], member),
    ]),
  );
}

/** Whether an object in this JSON, which was parsed to `value`, has a name twice: all but its last member are lost. */
export function hasNameTwice(text: string, value: unknown): boolean {
  let colons = 0;
  for (let at = 0; at < text.length; at = text.charCodeAt(at) === QUOTE ? endOfString(text, at) : at + 1) {
    colons += text.charCodeAt(at) === COLON ? 1 : 0;
  }
  return colons > countMembers(value);
}

const QUOTE = 0x22;
const COLON = 0x3a;
const MINUS = 0x2d;
/** What is nested deeper is shown nowhere. */
const MOST_LEVELS = 64;
const NUMBER = /[-+.\deE]+/y;

/** For text that is JSON. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
      const literal = numberAt(text, at);
      if (String(Number(literal)) !== literal) {
        parts.push(text.slice(done, at), `"${literal}"`);
        done = at + literal.length;
      }
      at += literal.length;
    } else {
      at += 1;
    }
  }
  return parts.join('') + text.slice(done);
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '0';
}

/** Behind the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      return text.length;
    }
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return quote + 1;
    }
    at = quote;
  }
}

/** A number in the one and a text in the other is one that was quoted. */
function withExactNumbers(plain: unknown, quoted: unknown, level: number): unknown {
  if (typeof plain === 'number') {
    return typeof quoted === 'string' ? Object.freeze({ literal: quoted, toJSON: toJson }) : plain;
  }
  if (level >= MOST_LEVELS) {
    return plain;
  }
  if (Array.isArray(plain) && Array.isArray(quoted)) {
    return plain.map((item, index) => withExactNumbers(item, quoted[index], level + 1));
  }
  if (!isObject(plain) || !isObject(quoted)) {
    return plain;
  }
  return Object.fromEntries(
    Object.entries(plain).map(([name, member]) => [name, withExactNumbers(member, quoted[name], level + 1)]),
  );
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) {
    return 0;
  }
  const inside = Object.values(value).reduce((sum: number, member) => sum + countMembers(member), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

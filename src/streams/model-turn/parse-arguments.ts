import { parseShallow } from '../deep-json.js';
import { isMembers } from '../members.js';

/** Told of each leniency that was needed. */
export type Flag = (name: string) => void;

const MAX_DEPTH = 128;
/** Arguments inside an event of a provider. */
const DEEPEST = MAX_DEPTH + 8;

/**
 * The arguments in JSON text; undefined when they are not one plain object, or nested too deep. White space and null are
 * no arguments at all. Two faults are made good, as nothing is lost by it: control characters in texts that were not
 * escaped, and an object that was written as a text.
 */
export function parseArguments(text: string, flag: Flag): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') {
    return {};
  }
  const first = parseLeniently(text, flag);
  const value = typeof first === 'string' ? parseExactly(first, flag) : first;
  if (value === null) {
    return {};
  }
  if (!isMembers(value) || !isShallow(value)) {
    return undefined;
  }
  if (typeof first === 'string') {
    flag('args_double_encoded');
  }
  return value;
}

/** What a number that cannot be kept has: many digits, or an exponent of three and more. */
const LARGE = /\d{16}|[eE]\+?\d{3}/;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * As `parseJson`, but an integer that would lose digits, and a number too large for any, become texts: a wrong number is a
 * wrong record.
 */
export function parseExactly(text: string, flag: Flag): unknown {
  const value = parseJson(text);
  if (!LARGE.test(text) || !hasUnsafeNumber(value)) {
    return value;
  }
  flag('unsafe_integer');
  const isUnsafe = (found: string): boolean =>
    /^-?\d+$/.test(found)
      ? !Number.isSafeInteger(Number(found))
      : /^-?\d/.test(found) && !Number.isFinite(Number(found));
  return parseJson(text.replace(TEXT_OR_NUMBER, (found) => (isUnsafe(found) ? `"${found}"` : found)));
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseShallow(text);
  } catch {
    return undefined;
  }
}

function parseLeniently(text: string, flag: Flag): unknown {
  const value = parseExactly(text, flag);
  if (value !== undefined || !CONTROL.test(text)) {
    return value;
  }
  const repaired = parseExactly(escapeControls(text), flag);
  if (repaired !== undefined) {
    flag('args_control_chars');
  }
  return repaired;
}

const CONTROL = /[\u0000-\u001f]/;

/** Escapes the control characters inside texts; between values they stay as they are. */
function escapeControls(text: string): string {
  let isInString = false;
  let isEscaped = false;
  let written = '';
  for (const character of text) {
    const isRaw = isInString && CONTROL.test(character);
    written += isRaw ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character;
    if (character === '"' && !isEscaped) {
      isInString = !isInString;
    }
    isEscaped = isInString && character === '\\' && !isEscaped;
  }
  return written;
}

/** Whether it is nested no deeper than arguments may be. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  return depth < MAX_DEPTH && Object.values(value).every((member) => isShallow(member, depth + 1));
}

/** Numbers that may have lost digits. What is nested deeper than arguments may be is not looked at. */
function hasUnsafeNumber(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') {
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  }
  const isNested = typeof value === 'object' && value !== null && depth <= DEEPEST;
  return isNested && Object.values(value).some((member) => hasUnsafeNumber(member, depth + 1));
}

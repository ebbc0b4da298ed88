import { createHash } from 'node:crypto';
import type { MetValue } from '../../contract/named-values.js';

/** A value and the placeholder that stands for it. */
export interface MapEntry {
  readonly placeholder: string;
  readonly value: string;
}

/** Gives each value of one map a placeholder of its own, with a number of four hexadecimal digits. */
export interface NameBook {
  /** What stands for a value, and the entry when it is a new one. undefined: it has to be a plain placeholder. */
  readonly name: (met: MetValue) => { readonly placeholder: string; readonly entry?: MapEntry } | undefined;
  /** Nothing is kept for these after all, and for nothing that comes. */
  readonly giveUp: (lost: readonly MapEntry[]) => void;
  readonly values: () => number;
}

export const MOST_VALUES = 50_000;
/** Whoever puts values back has all of them in memory. */
export const MOST_BYTES = 32 * 1024 * 1024;

const NUMBERS = 0x10000;
const LONGEST_KEY = 40;
const LATIN = /^[\0-\u00ff]*$/;
/** Halves of pairs that stand for no byte: of UTF-16 that is no text. They could not be written into a file of UTF-8. */
const NO_TEXT = /[\ud800-\udc7f\udd00-\udfff]/u;

/**
 * The numbers follow each other from one that depends on the map, so that placeholders of another map are rarely taken for
 * some of this one. A number that the text has already is passed over; a placeholder that comes with a number in use gets another one,
 * and is the value that it stands for.
 */
export function createNameBook(mapId: string): NameBook {
  const numbers = new Map<string, number>();
  const taken = new Uint8Array(NUMBERS);
  /** The types of the values that have a number, by it. */
  const types: string[] = [];
  const typeNames = new Map<string, string>();
  let number = createHash('sha256').update(mapId).digest().readUInt16BE(0);
  let bytes = 0;
  let isFull = false;

  function add(key: string, type: string, value: string): MapEntry | undefined {
    const size = 2 * value.length;
    isFull ||= numbers.size >= MOST_VALUES || bytes + size > MOST_BYTES;
    let tries = 0;
    while (tries < NUMBERS && taken[number] === 1) {
      number = (number + 1) % NUMBERS;
      tries += 1;
    }
    if (isFull || tries === NUMBERS) {
      return undefined;
    }
    taken[number] = 1;
    bytes += size;
    numbers.set(key, number);
    const own = typeNames.get(type) ?? copyOf(type);
    typeNames.set(own, own);
    types[number] = own;
    return { placeholder: placeholderOf(type, number), value };
  }

  function entryFor({ type, value }: MetValue): ReturnType<NameBook['name']> {
    if (value === undefined || NO_TEXT.test(value)) {
      return undefined;
    }
    const key = keyOf(type, value);
    const known = numbers.get(key);
    if (known !== undefined) {
      return { placeholder: placeholderOf(type, known) };
    }
    const entry = add(key, type, value);
    return entry && { placeholder: entry.placeholder, entry };
  }

  return {
    name(met) {
      const { value = '', isPlaceholder } = met;
      const own = numberOf(value);
      if (!isPlaceholder || placeholderOf(types[own] ?? '', own) === value) {
        return entryFor(met);
      }
      taken[own] = 1;
      return { placeholder: value };
    },
    giveUp(lost) {
      isFull = true;
      for (const { placeholder, value } of lost) {
        numbers.delete(keyOf(types[numberOf(placeholder)] ?? '', value));
      }
    },
    values: () => numbers.size,
  };
}

function placeholderOf(type: string, number: number): string {
  return `[REDACTED:${type}:${number.toString(16).padStart(4, '0')}]`;
}

/** Of a placeholder with a name; any number of what is none. */
function numberOf(placeholder: string): number {
  return Number.parseInt(placeholder.slice(-5, -1), 16) % NUMBERS;
}

/** Long values are not kept here. */
function keyOf(type: string, value: string): string {
  if (value.length <= LONGEST_KEY && LATIN.test(value)) {
    return copyOf(`${type} ${value}`);
  }
  return createHash('sha256').update(`${type}\0`).update(value, 'utf16le').digest('base64');
}

/** A part of a text keeps all of it in memory, a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

import type { Value } from '../contract/row.js';
import { setMember } from './members.js';

/** Where strings of digits stand for integers beyond the safe range: the names of such members by their holder. */
export type BigDigits = ReadonlyMap<object, ReadonlySet<string>>;

interface NormalisedValue {
  readonly row: Value;
  /** The list that holds only the row; it marks a row that is itself such an integer. */
  readonly holder: readonly Value[];
  readonly bigDigits: BigDigits;
}

const MAX_DEPTH = 1000;
const MAX_MEMBERS = 2_000_000;
const CIRCULAR = '[circular]';
const TOO_DEEP = '[too deep]';
const TOO_LARGE = '[too large]';
const UNREADABLE = '[unreadable]';

/** JSON or a big integer; undefined is nothing at all. */
type Piece = Value | bigint | undefined;

/**
 * Any value as JSON. As `JSON.stringify` does: `toJSON` is honoured, and undefined, functions and symbols are dropped
 * (null in lists). Beyond it: NaN and the infinities become strings, maps objects, sets lists, errors their name and
 * message, binary data `{"$binary": <bytes>}`, lone surrogates U+FFFD. Cycles, more than 1000 levels, what
 * follows 2 million members, and members that throw when they are read become markers. Never throws.
 */
export function normaliseValue(value: unknown): NormalisedValue {
  const ancestors = new Set<object>();
  const bigDigits = new Map<object, Set<string>>();
  /** Below 0 the walk stops: shared parts and sparse lists can be far larger written out than in memory. */
  let membersLeft = MAX_MEMBERS;

  const visit = (piece: unknown, depth: number): Piece => {
    switch (typeof piece) {
      case 'string':
        return piece.toWellFormed();
      case 'number':
        return Number.isFinite(piece) ? piece + 0 : String(piece);
      case 'boolean':
      case 'bigint':
        return piece;
      case 'object':
        return piece === null ? null : visitObject(piece, depth);
      default:
        return undefined;
    }
  };

  const visitObject = (object: object, depth: number): Piece => {
    if (ancestors.has(object)) {
      return CIRCULAR;
    }
    if (depth >= MAX_DEPTH) {
      return TOO_DEEP;
    }
    ancestors.add(object);
    try {
      const plain = plainForm(object);
      return typeof plain === 'object' && plain !== null ? copy(plain, depth) : visit(plain, depth);
    } catch {
      return UNREADABLE;
    } finally {
      ancestors.delete(object);
    }
  };

  const visitMember = (source: object, name: string | number, depth: number): Piece => {
    membersLeft -= 1;
    return membersLeft < 0 ? TOO_LARGE : visit(readMember(source, name), depth + 1);
  };

  const copy = (source: object, depth: number): Value => {
    if (!Array.isArray(source)) {
      return copyMembers(source, depth);
    }
    const list: Value[] = [];
    for (let index = 0; index < source.length && membersLeft >= 0; index += 1) {
      list.push(settle(list, String(index), visitMember(source, index, depth)) ?? null);
    }
    return list;
  };

  const copyMembers = (source: object, depth: number): Value => {
    const record: Record<string, Value> = {};
    for (const name of Object.keys(source)) {
      if (membersLeft < 0) {
        break;
      }
      const key = name.toWellFormed();
      const member = settle(record, key, visitMember(source, name, depth));
      if (member !== undefined) {
        setMember(record, key, member);
      }
    }
    return record;
  };

  /** The JSON value of a holder's member; a big integer becomes digits and is remembered. */
  const settle = (holder: object, name: string, piece: Piece): Value | undefined => {
    if (typeof piece !== 'bigint') {
      return piece;
    }
    const number = Number(piece);
    if (Number.isSafeInteger(number)) {
      return number;
    }
    bigDigits.set(holder, (bigDigits.get(holder) ?? new Set()).add(name));
    return String(piece);
  };

  const root: Value[] = [];
  const row = settle(root, '0', visit(value, 0)) ?? null;
  root.push(row);
  return { row, holder: root, bigDigits };
}

/** What stands for the object: `toJSON` has its say, and kinds whose content is not in their members are opened. */
function plainForm(object: object): unknown {
  if (ArrayBuffer.isView(object) || object instanceof ArrayBuffer) {
    return { $binary: object.byteLength };
  }
  const own = 'toJSON' in object && typeof object.toJSON === 'function' ? object.toJSON() : object;
  if (own instanceof Map) {
    return membersOf(own);
  }
  if (own instanceof Set) {
    return [...own];
  }
  if (own instanceof Error) {
    return Object.assign({ name: own.name, message: own.message }, own);
  }
  return own instanceof Number || own instanceof String || own instanceof Boolean || own instanceof BigInt
    ? own.valueOf()
    : own;
}

function membersOf(map: ReadonlyMap<unknown, unknown>): object {
  const record: Record<string, unknown> = {};
  for (const [key, member] of map) {
    setMember(record, String(key), member);
  }
  return record;
}

function readMember(object: object, name: string | number): unknown {
  try {
    return Reflect.get(object, name);
  } catch {
    return UNREADABLE;
  }
}

import { isMembers } from '../members.js';
import { type Flag, isShallow } from './parse-arguments.js';

/** A piece of a call as a provider sends it; nothing of it has been looked at. */
export interface WireCall {
  readonly id?: unknown;
  readonly index?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly extra?: unknown;
}

/** The same with the many ways to say "nothing" taken out. */
export interface CallPiece {
  readonly id: string | undefined;
  readonly index: number | undefined;
  readonly name: string | undefined;
  readonly text: string;
  readonly extra: unknown;
}

export function readCallPiece(wire: WireCall, flag: Flag): CallPiece {
  return {
    id: readId(wire.id),
    index: readIndex(wire.index),
    name: typeof wire.name === 'string' && wire.name.trim() !== '' ? wire.name.trim() : undefined,
    text: readText(wire.arguments, flag),
    // What is nested deeper could not be sent back.
    extra: isShallow(wire.extra) ? (wire.extra ?? undefined) : undefined,
  };
}

const NO_ID = new Set(['', 'null', 'none', 'undefined']);

function readId(id: unknown): string | undefined {
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && !NO_ID.has(text.trim().toLowerCase()) ? text : undefined;
}

function readIndex(index: unknown): number | undefined {
  const number = typeof index === 'string' && /^\d{1,9}$/.test(index) ? Number(index) : index;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function readText(text: unknown, flag: Flag): string {
  if (typeof text === 'string') {
    return text;
  }
  if (isMembers(text) || Array.isArray(text)) {
    flag('args_object');
    return writeJson(text);
  }
  return text === undefined || text === null ? '' : String(text);
}

/** What is nested too deep to be written becomes a text that is no JSON, and so no arguments. */
function writeJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'nested too deep';
  }
}

import { ownCopy } from '../lex/own-copy.js';
import { addHash, createRegisters, hashText, type Registers } from './distinct.js';
import { addFrequent, createFrequent, type Frequent, seedFrequent } from './frequent.js';
import { addHidden, type HiddenCounts } from './judgement.js';
import type { Place } from './place.js';

const MAX_VALUES = 50;
/** A longer value is not kept: its field counts as one with many values. */
const MAX_KEPT_CHARS = 256;

/** Strings of a field: each different value while there are few, a sketch of them once there are many. */
export interface StringStats {
  count: number;
  minLength: number;
  maxLength: number;
  values: Map<string, Tally> | undefined;
  registers: Registers | undefined;
  frequent: Frequent | undefined;
}

export interface Tally {
  count: number;
  /** Of the first one. */
  readonly place: Place;
  /** Of these, how many are hidden where they stand, whatever they look like. */
  hidden: HiddenCounts | undefined;
}

export function createStringStats(): StringStats {
  return {
    count: 0,
    minLength: Number.MAX_SAFE_INTEGER,
    maxLength: 0,
    values: new Map(),
    registers: undefined,
    frequent: undefined,
  };
}

/** Adds the text, to a second account too if there is one: what costs most is its hash, and that is made once. */
export function addString(stats: StringStats, text: string, at: Place, beside?: StringStats): void {
  const isHashed = stats.registers !== undefined || beside?.registers !== undefined;
  const hash = isHashed ? hashText(text) : 0;
  addHashed(stats, text, hash, at);
  if (beside !== undefined) {
    addHashed(beside, text, hash, at);
  }
}

/** The same of a text that is hidden, as of a type, where it stands. */
export function addHiddenString(
  stats: StringStats,
  text: string,
  { type, at }: { readonly type: string; readonly at: Place },
): void {
  addHashed(stats, text, stats.registers === undefined ? 0 : hashText(text), at);
  const tally = stats.values?.get(text);
  if (tally !== undefined) {
    tally.hidden ??= new Map();
    addHidden(tally.hidden, type);
  }
}

/** Whether no text is kept any more, so that none can be told. */
export function isSketch(stats: StringStats): boolean {
  return stats.registers !== undefined;
}

function addHashed(stats: StringStats, text: string, hash: number, at: Place): void {
  stats.count += 1;
  const length = text.length;
  if (length < stats.minLength) {
    stats.minLength = length;
  }
  if (length > stats.maxLength) {
    stats.maxLength = length;
  }
  if (stats.registers !== undefined) {
    addHash(stats.registers, hash);
    if (stats.frequent !== undefined) {
      addFrequent(stats.frequent, text, hash);
    }
    return;
  }
  const tally = length > MAX_KEPT_CHARS ? undefined : stats.values?.get(text);
  if (tally !== undefined) {
    tally.count += 1;
  } else {
    addNewValue(stats, text, at);
  }
}

function addNewValue(stats: StringStats, text: string, { row, trail }: Place): void {
  const values = stats.values ?? new Map<string, Tally>();
  if (text.length <= MAX_KEPT_CHARS && values.size < MAX_VALUES) {
    values.set(ownCopy(text), { count: 1, place: { row, trail }, hidden: undefined });
    return;
  }
  const registers = createRegisters();
  const frequent = createFrequent();
  for (const [value, { count }] of values) {
    const hash = hashText(value);
    addHash(registers, hash);
    seedFrequent(frequent, value, { hash, count });
  }
  addHash(registers, hashText(text));
  stats.registers = registers;
  stats.frequent = frequent;
  stats.values = undefined;
}

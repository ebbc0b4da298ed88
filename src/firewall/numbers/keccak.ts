import { whenNeeded } from '../lex/when-needed.js';

const RATE = 136;
const ROUNDS = 24;
const LANES = 25;
const HEX_DIGITS = '0123456789abcdef';

/** 64-bit lanes in halves: lane i is words 2i (low) and 2i + 1 (high). */
type State = Int32Array;

interface Tables {
  /** Halves of each round's constant. */
  readonly constants: State;
  /** Where each step of the walk puts the lane it carries, and by how many bits it turns it. */
  readonly places: Uint8Array;
  readonly turns: Uint8Array;
}

const madeTables = whenNeeded(createTables);

/**
 * Keccak-256 with its first padding, as Ethereum uses it, of an ASCII text of at most 135 characters; in hexadecimal
 * digits. Source: the Keccak reference, version 3.0.
 */
export function keccak256(text: string): string {
  const bytes = new Uint8Array(8 * LANES);
  for (let index = 0; index < text.length; index += 1) {
    bytes[index] = text.charCodeAt(index);
  }
  bytes[text.length] = 0x01;
  bytes[RATE - 1] = (bytes[RATE - 1] ?? 0) | 0x80;
  const view = new DataView(bytes.buffer);
  const state = new Int32Array(2 * LANES);
  for (let word = 0; word < state.length; word += 1) {
    state[word] = view.getInt32(4 * word, true);
  }
  permute(state, madeTables());
  let digest = '';
  for (let index = 0; index < 64; index += 1) {
    // Bytes from the low end of each word, and of each byte the high digit first.
    digest += HEX_DIGITS.charAt((at(state, index >> 3) >>> (4 * ((index & 7) ^ 1))) & 0xf);
  }
  return digest;
}

function permute(state: State, tables: Tables): void {
  const columns = new Int32Array(10);
  const row = new Int32Array(10);
  for (let round = 0; round < ROUNDS; round += 1) {
    mixColumns(state, columns);
    turnLanes(state, tables);
    mixRows(state, row);
    state[0] = at(state, 0) ^ at(tables.constants, 2 * round);
    state[1] = at(state, 1) ^ at(tables.constants, 2 * round + 1);
  }
}

function mixColumns(state: State, columns: State): void {
  for (let word = 0; word < 10; word += 1) {
    columns[word] =
      at(state, word) ^ at(state, word + 10) ^ at(state, word + 20) ^ at(state, word + 30) ^ at(state, word + 40);
  }
  for (let x = 0; x < 5; x += 1) {
    const before = 2 * ((x + 4) % 5);
    const after = 2 * ((x + 1) % 5);
    const low = at(columns, before) ^ turnedLow(at(columns, after), at(columns, after + 1), 1);
    const high = at(columns, before + 1) ^ turnedLow(at(columns, after + 1), at(columns, after), 1);
    for (let word = 2 * x; word < state.length; word += 10) {
      state[word] = at(state, word) ^ low;
      state[word + 1] = at(state, word + 1) ^ high;
    }
  }
}

/** Turns each lane and moves it to its next place. */
function turnLanes(state: State, { places, turns }: Tables): void {
  let low = at(state, 2);
  let high = at(state, 3);
  for (let step = 0; step < ROUNDS; step += 1) {
    const word = 2 * (places[step] ?? 0);
    const bits = turns[step] ?? 0;
    const nextLow = at(state, word);
    const nextHigh = at(state, word + 1);
    // By more than half a lane, the halves change places.
    const first = bits < 32 ? low : high;
    const second = bits < 32 ? high : low;
    state[word] = turnedLow(first, second, bits & 31);
    state[word + 1] = turnedLow(second, first, bits & 31);
    low = nextLow;
    high = nextHigh;
  }
}

function mixRows(state: State, row: State): void {
  for (let y = 0; y < state.length; y += 10) {
    for (let word = 0; word < 10; word += 1) {
      row[word] = at(state, y + word);
    }
    for (let word = 0; word < 10; word += 1) {
      state[y + word] = at(row, word) ^ (~at(row, (word + 2) % 10) & at(row, (word + 4) % 10));
    }
  }
}

/** The low half of a lane that is turned left by fewer than 32 bits; with the halves exchanged, its high half. */
function turnedLow(low: number, high: number, bits: number): number {
  return bits === 0 ? low : (low << bits) | (high >>> (32 - bits));
}

function at(words: State, index: number): number {
  return words[index] ?? 0;
}

function createTables(): Tables {
  const constants = new Int32Array(2 * ROUNDS);
  const places = new Uint8Array(ROUNDS);
  const turns = new Uint8Array(ROUNDS);
  let register = 1;
  let x = 1;
  let y = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    places[round] = x + 5 * y;
    turns[round] = (((round + 1) * (round + 2)) / 2) % 64;
    for (let bit = 0; bit < 7; bit += 1) {
      const place = (1 << bit) - 1;
      const word = 2 * round + (place >> 5);
      constants[word] = at(constants, word) | ((register & 1) << (place & 31));
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
  }
  return { constants, places, turns };
}

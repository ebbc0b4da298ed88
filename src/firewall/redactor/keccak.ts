const RATE = 136;
const ROUNDS = 24;
const LANE = (1n << 64n) - 1n;

/** Keccak-256 with its first padding, as Ethereum uses it, of a short ASCII text; in hexadecimal digits. */
export function keccak256(text: string): string {
  const state = new Array<bigint>(25).fill(0n);
  padded(text).forEach((byte, index) => {
    const lane = Math.floor(index / 8);
    state[lane] = (state[lane] ?? 0n) ^ (BigInt(byte) << BigInt(8 * (index % 8)));
  });
  permute(state);
  return state.slice(0, 4).map(toHex).join('');
}

function padded(text: string): Uint8Array {
  const block = new Uint8Array(RATE);
  for (let index = 0; index < text.length; index += 1) {
    block[index] = text.charCodeAt(index);
  }
  block[text.length] = 0x01;
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80;
  return block;
}

function toHex(lane: bigint): string {
  const digits = lane.toString(16).padStart(16, '0');
  return (digits.match(/../g) ?? []).reverse().join('');
}

function permute(state: bigint[]): void {
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    mixColumns(state);
    rotateLanes(state);
    mixRows(state);
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      constant |= register & 1 ? 1n << BigInt((1 << bit) - 1) : 0n;
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
    state[0] = (state[0] ?? 0n) ^ constant;
  }
}

function mixColumns(state: bigint[]): void {
  const columns = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ (state[x + y] ?? 0n), 0n));
  for (let index = 0; index < 25; index += 1) {
    const mixed = (columns[(index + 4) % 5] ?? 0n) ^ rotate(columns[(index + 1) % 5] ?? 0n, 1);
    state[index] = (state[index] ?? 0n) ^ mixed;
  }
}

/** Turns each lane and moves it to its next place. */
function rotateLanes(state: bigint[]): void {
  let x = 1;
  let y = 0;
  let current = state[1] ?? 0n;
  for (let step = 0; step < ROUNDS; step += 1) {
    const next = (2 * x + 3 * y) % 5;
    x = y;
    y = next;
    const place = x + 5 * y;
    const moved = state[place] ?? 0n;
    state[place] = rotate(current, (((step + 1) * (step + 2)) / 2) % 64);
    current = moved;
  }
}

function mixRows(state: bigint[]): void {
  for (let y = 0; y < 25; y += 5) {
    const row = state.slice(y, y + 5);
    for (let x = 0; x < 5; x += 1) {
      const other = (row[(x + 1) % 5] ?? 0n) ^ LANE;
      state[y + x] = (row[x] ?? 0n) ^ (other & (row[(x + 2) % 5] ?? 0n));
    }
  }
}

function rotate(lane: bigint, bits: number): bigint {
  return bits === 0 ? lane : ((lane << BigInt(bits)) | (lane >> BigInt(64 - bits))) & LANE;
}

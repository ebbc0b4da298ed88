const MASK = (1n << 64n) - 1n;
const RATE = 136;
const ROUNDS = 24;

const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14].map(
  BigInt,
);

/** An address of Ethereum with the capitals of EIP-55. */
export function checksummed(address: string): string {
  const hash = keccak256(Buffer.from(address.toLowerCase()));
  const letters = [...address.toLowerCase()].map((character, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? character.toUpperCase() : character,
  );
  return `0x${letters.join('')}`;
}

/** Keccak-256 as it was before SHA-3, of up to 135 bytes, in hexadecimal. */
export function keccak256(bytes: Uint8Array): string {
  const block = Buffer.alloc(RATE);
  block.set(bytes);
  block.writeUInt8(1, bytes.length);
  block.writeUInt8((block[RATE - 1] ?? 0) | 0x80, RATE - 1);
  let state = Array.from({ length: 25 }, (_, lane) => (lane < RATE / 8 ? block.readBigUInt64LE(lane * 8) : 0n));
  const constants = roundConstants();
  for (let round = 0; round < ROUNDS; round += 1) {
    state = permute(state, constants[round] ?? 0n);
  }
  const out = Buffer.alloc(32);
  for (let lane = 0; lane < 4; lane += 1) {
    out.writeBigUInt64LE(state[lane] ?? 0n, lane * 8);
  }
  return out.toString('hex');
}

function permute(state: readonly bigint[], constant: bigint): bigint[] {
  const at = (lanes: readonly bigint[], x: number, y: number): bigint => lanes[(x % 5) + 5 * (y % 5)] ?? 0n;
  const column = [0, 1, 2, 3, 4].map((x) => [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ at(state, x, y), 0n));
  const mixed = state.map((lane, index) => {
    const x = index % 5;
    return lane ^ (column[(x + 4) % 5] ?? 0n) ^ rotate(column[(x + 1) % 5] ?? 0n, 1n);
  });
  const moved = new Array<bigint>(25).fill(0n);
  mixed.forEach((lane, index) => {
    const x = index % 5;
    const y = Math.floor(index / 5);
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lane, ROTATIONS[index] ?? 0n);
  });
  return moved.map((lane, index) => {
    const x = index % 5;
    const y = Math.floor(index / 5);
    const next = lane ^ (~at(moved, x + 1, y) & at(moved, x + 2, y) & MASK);
    return index === 0 ? next ^ constant : next;
  });
}

function rotate(lane: bigint, by: bigint): bigint {
  return ((lane << by) | (lane >> (64n - by))) & MASK;
}

/** The constants come from a shift register of eight bits. */
function roundConstants(): readonly bigint[] {
  let register = 1;
  const bit = (): boolean => {
    const isSet = (register & 1) === 1;
    register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    return isSet;
  };
  register = 1;
  return Array.from({ length: ROUNDS }, () =>
    [0, 1, 2, 3, 4, 5, 6].reduce(
      (constant, power) => (bit() ? constant | (1n << BigInt(2 ** power - 1)) : constant),
      0n,
    ),
  );
}

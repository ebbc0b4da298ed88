import type { Random } from './random.js';

/** That many bytes. */
export function randomBytesOf(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.int(256)));
}

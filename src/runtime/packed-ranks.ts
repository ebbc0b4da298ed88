import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Encoding } from '../contract/budget.js';

/** What the build packed of an encoding's vocabulary, beside the program; undefined where the sources run as they are. */
export function readPackedRanks(encoding: Encoding): Uint8Array | undefined {
  try {
    return readFileSync(fileURLToPath(new URL(`ranks/${encoding}.bin`, import.meta.url)));
  } catch {
    return undefined;
  }
}

import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import { createJsonDecoder } from '../../streams/json.js';
import type { Stage } from '../../streams/stage.js';
import { createMemberFinder } from './member-finder.js';

const LETTER_N = 0x6e;

/**
 * The elements of an array inside a JSON object as rows; the members around it are dropped as they pass. `null` in its
 * place stands for none. A text without that member is DRIVER_PROTOCOL.
 */
export function createRecordsAt(path: readonly string[]): Stage<Uint8Array, Chunk> {
  const finder = createMemberFinder(path);
  const decoder = createJsonDecoder();
  let isNull: boolean | undefined;
  return {
    transform(bytes) {
      const part = finder.cut(bytes);
      if (part === undefined || part.length === 0) {
        return [];
      }
      isNull ??= part[0] === LETTER_N;
      return isNull ? [] : decoder.transform(part);
    },
    final() {
      if (!finder.wasFound()) {
        throw new KernelError('DRIVER_PROTOCOL', `the answer has no member ${path.join('.')}`, {
          hint: 'records_at in the capability names it',
        });
      }
      return isNull === true ? [] : decoder.final();
    },
  };
}

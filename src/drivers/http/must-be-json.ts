import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import type { Stage } from '../../streams/stage.js';
import { WARNINGS } from '../../streams/warnings.js';

const NOT_JSON: ReadonlySet<string> = new Set([WARNINGS.badLine, WARNINGS.badValue, WARNINGS.cutJson]);

/**
 * The same chunks, but an answer of which nothing at all could be read is DRIVER_PROTOCOL: a page for people in place of
 * data must not look like an empty result.
 */
export function mustBeJson(decoder: Stage<Uint8Array, Chunk>): Stage<Uint8Array, Chunk> {
  let hasRows = false;
  let isOther = false;
  function* seen(chunks: Iterable<Chunk>): Generator<Chunk> {
    for (const chunk of chunks) {
      hasRows ||= chunk.type === 'records';
      isOther ||= chunk.type === 'warning' && NOT_JSON.has(chunk.message);
      yield chunk;
    }
  }
  return {
    transform: (bytes) => seen(decoder.transform(bytes)),
    *final() {
      yield* seen(decoder.final());
      if (isOther && !hasRows) {
        throw new KernelError('DRIVER_PROTOCOL', 'the answer is not JSON', {
          hint: 'format in the capability says how it is read; is the URL that of the API?',
        });
      }
    },
  };
}

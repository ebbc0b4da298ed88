import type { Embeddings } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { turnFailure } from '../../streams/model-turn/turn-builder.js';
import { countOf, type Members, type WireEmbeddings } from './wire.js';

/** Embeddings in the form of OpenAI, which its two APIs and most other servers have. */
export const OPENAI_EMBEDDINGS: WireEmbeddings = {
  path: (base) => `${base}/embeddings`,
  body: ({ model, input }) => ({ model, input, encoding_format: 'float' }),
  read: ({ data, usage }) => ({
    vectors: Array.isArray(data) ? inOrder(data.filter(isMembers)).map(({ embedding }) => embedding) : undefined,
    inputTokens: isMembers(usage) ? countOf(usage['prompt_tokens']) : undefined,
  }),
};

export const OLLAMA_EMBEDDINGS: WireEmbeddings = {
  path: (base) => `${base.replace(/\/api$/, '')}/api/embed`,
  body: ({ model, input }) => ({ model, input }),
  read: ({ embeddings, prompt_eval_count: count }) => ({ vectors: embeddings, inputTokens: countOf(count) }),
};

/** By number where each has one of its own. */
function inOrder(items: readonly Members[]): readonly Members[] {
  const numbers = items.map(({ index }) => index);
  const isNumbered = new Set(numbers).size === items.length && numbers.every((index) => countOf(index) !== undefined);
  return isNumbered ? [...items].sort((left, right) => Number(left['index']) - Number(right['index'])) : items;
}

/** What a provider answered for so many texts. Throws MODEL_FAILED for anything but a vector for each. */
export function readEmbeddings(answer: unknown, count: number, wire: WireEmbeddings): Embeddings {
  const { vectors, inputTokens } = isMembers(answer) ? wire.read(answer) : { vectors: undefined };
  if (!isVectors(vectors) || vectors.length !== count) {
    throw turnFailure(
      'invalid_chunk',
      `the model provider did not answer with one embedding for each of ${count} texts`,
    );
  }
  return {
    embeddings: vectors,
    usage: inputTokens === undefined ? {} : { input_tokens: inputTokens },
    usage_status: inputTokens === undefined ? 'missing' : 'reported',
  };
}

function isVectors(value: unknown): value is readonly (readonly number[])[] {
  if (!Array.isArray(value)) {
    return false;
  }
  const [first]: readonly unknown[] = value;
  const size = Array.isArray(first) ? first.length : 0;
  return (
    size > 0 &&
    value.every(
      (vector) => Array.isArray(vector) && vector.length === size && vector.every((number) => Number.isFinite(number)),
    )
  );
}

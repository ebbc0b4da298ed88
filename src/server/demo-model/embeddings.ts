import { createHash } from 'node:crypto';
import * as z from 'zod';

const DIMENSIONS = 64;
const MAX_INPUTS = 2048;

const requestSchema = z.looseObject({
  model: z.string().default('demo'),
  input: z.union([z.string(), z.array(z.string()).max(MAX_INPUTS)]),
  dimensions: z.int().min(1).max(4096).default(DIMENSIONS),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

/** The answer of an embeddings endpoint. Throws a ZodError. */
export function embeddingsAnswer(body: unknown): unknown {
  const { model, input, dimensions, encoding_format: format } = requestSchema.parse(body);
  const texts = typeof input === 'string' ? [input] : input;
  const count = Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
  return {
    object: 'list',
    model,
    data: texts.map((text, index) => {
      const vector = vectorOf(text, dimensions);
      return { object: 'embedding', index, embedding: format === 'base64' ? base64Of(vector) : vector };
    }),
    usage: { prompt_tokens: count, total_tokens: count },
  };
}

/** The same in Ollama's words. Throws a ZodError. */
export function ollamaEmbeddings(body: unknown): unknown {
  const { model, input, dimensions } = requestSchema.parse(body);
  const texts = typeof input === 'string' ? [input] : input;
  return { model, embeddings: texts.map((text) => vectorOf(text, dimensions)) };
}

/** Each word points in a direction of its own, so that texts with common words are near each other. Of length 1. */
export function vectorOf(text: string, dimensions: number): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const digest = createHash('sha256').update(word).digest();
    const place = digest.readUInt32BE(0) % dimensions;
    vector[place] = (vector[place] ?? 0) + (digest.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, index) => (index === 0 ? 1 : 0)) : vector.map((value) => value / length);
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64');
}

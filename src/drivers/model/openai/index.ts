import { OPENAI_EMBEDDINGS } from '../embeddings.js';
import type { Wire } from '../wire.js';
import { openaiBody } from './body.js';
import { readChunk } from './read-chunk.js';

/** Chat Completions, and every server that calls itself compatible with them. */
export const OPENAI: Wire = {
  default_base_url: 'https://api.openai.com/v1',
  framing: 'events',
  path: (base) => `${base}/chat/completions`,
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: openaiBody,
  embeddings: OPENAI_EMBEDDINGS,
  createReader: (turn) => (chunk) => readChunk(chunk, turn),
};

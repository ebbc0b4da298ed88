import { OLLAMA_EMBEDDINGS } from '../embeddings.js';
import type { Wire } from '../wire.js';
import { ollamaBody } from './body.js';
import { readLine } from './read-line.js';

/** Ollama's own chat API. */
export const OLLAMA: Wire = {
  default_base_url: 'http://localhost:11434',
  framing: 'lines',
  path: (base) => `${base.replace(/\/api$/, '')}/api/chat`,
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: ollamaBody,
  embeddings: OLLAMA_EMBEDDINGS,
  createReader: (turn) => (line) => readLine(line, turn),
};

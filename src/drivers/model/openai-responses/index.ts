import { OPENAI_EMBEDDINGS } from '../embeddings.js';
import type { Wire } from '../wire.js';
import { responsesBody } from './body.js';
import { createEventReader } from './read-event.js';

/** The Responses API. Nothing is kept there: each request tells the whole conversation. */
export const OPENAI_RESPONSES: Wire = {
  default_base_url: 'https://api.openai.com/v1',
  framing: 'events',
  path: (base) => `${base}/responses`,
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: responsesBody,
  embeddings: OPENAI_EMBEDDINGS,
  createReader: createEventReader,
};

import type { Wire } from '../wire.js';
import { anthropicBody } from './body.js';
import { createEventReader } from './read-event.js';

const VERSION = '2023-06-01';

/** The Messages API. */
export const ANTHROPIC: Wire = {
  default_base_url: 'https://api.anthropic.com',
  framing: 'events',
  path: (base) => `${base}${base.endsWith('/v1') ? '' : '/v1'}/messages`,
  headers: (apiKey) => ({
    'anthropic-version': VERSION,
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
  body: anthropicBody,
  createReader: createEventReader,
};

import { ANTHROPIC } from './anthropic/index.js';
import { OLLAMA } from './ollama/index.js';
import { OPENAI } from './openai/index.js';
import { OPENAI_RESPONSES } from './openai-responses/index.js';
import type { Wire } from './wire.js';

/** Every kind of provider by the name that a config gives it. */
export const PROVIDERS = {
  anthropic: ANTHROPIC,
  ollama: OLLAMA,
  openai: OPENAI,
  'openai-responses': OPENAI_RESPONSES,
} as const satisfies Readonly<Record<string, Wire>>;

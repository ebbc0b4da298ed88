import { ANTHROPIC } from './anthropic.js';
import { OLLAMA } from './ollama.js';
import { OPENAI } from './openai.js';
import { OPENAI_RESPONSES } from './openai-responses.js';
import type { DemoWire } from './wire.js';

/** Every API that the demo model speaks. */
export const DEMO_WIRES: readonly DemoWire[] = [OPENAI, OPENAI_RESPONSES, ANTHROPIC, OLLAMA];

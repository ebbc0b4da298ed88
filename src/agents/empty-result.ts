import type { ActorResult } from '../contract/actor.js';

/** The result of a run in which nothing was asked, but for how it ended. */
export const EMPTY_RESULT = {
  text: '',
  text_cut: false,
  omitted_chars: 0,
  usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0, usage_status: 'missing' },
  usage_by_node: [],
  model_calls: 0,
  tool_calls: 0,
  depth: 0,
  cost_micro: 0,
  duration_ms: 0,
  warnings: [],
  partial: true,
} as const satisfies Omit<ActorResult, 'status' | 'error'>;

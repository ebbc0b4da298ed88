import type { FinishReason } from '../../contract/model.js';

/** What a provider's word for the end of a turn means. `failed`: the provider gave up; `unknown`: nobody here knows. */
export type Ending = FinishReason | 'failed' | 'unknown';

const WORDS: Readonly<Record<Exclude<Ending, 'unknown'>, readonly string[]>> = {
  stop: [
    'stop',
    'end_turn',
    'stop_sequence',
    'pause_turn',
    'eos',
    'eos_token',
    'end',
    'done',
    'complete',
    'load',
    'unload',
  ],
  tool_calls: ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  content_filter: ['content_filter', 'content_filtered', 'safety', 'recitation', 'sensitive', 'guardrail_intervened'],
  refusal: ['refusal'],
  failed: ['error', 'abort', 'aborted', 'cancelled', 'canceled', 'network_error', 'insufficient_system_resource'],
};

/** Undefined for a word that says nothing yet. */
export function readEnding(word: unknown): Ending | undefined {
  if (typeof word !== 'string' || word.trim() === '') {
    return undefined;
  }
  const wanted = word.trim().toLowerCase();
  const endings: readonly Exclude<Ending, 'unknown'>[] = [
    'stop',
    'tool_calls',
    'length',
    'content_filter',
    'refusal',
    'failed',
  ];
  return endings.find((ending) => WORDS[ending].includes(wanted)) ?? 'unknown';
}

import * as z from 'zod';
import type { ModelClientOptions } from '../model.js';
import { fixedUrl } from './fixed-url.js';
import { requestHeaders } from './http.js';
import type { DriverOperations } from './operation.js';

export const MODEL_PROVIDERS = ['openai', 'openai-responses', 'anthropic', 'ollama'] as const;

const MAX_MS = 24 * 60 * 60 * 1000;

const milliseconds = () => z.int().min(1).max(MAX_MS);

const baseUrl = () =>
  fixedUrl('the provider').describe(
    'Where the API begins, such as https://api.openai.com/v1; the usual place of the provider when absent.',
  );

/** What a client of a model is made with, without its limits. */
export const modelClientFields = () => ({
  provider: z
    .enum(MODEL_PROVIDERS)
    .describe('What is spoken: Chat Completions and what is compatible, Responses, Messages, or Ollama.'),
  base_url: baseUrl().optional(),
  api_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,8000}$/, 'is not a key: it is empty, or has spaces or line breaks in it')
    .describe('By a reference to the environment or a file.')
    .optional(),
  headers: requestHeaders().optional(),
  extra_body: z
    .record(z.string().min(1), z.unknown())
    .describe('Further members of the request, such as reasoning_effort.')
    .optional(),
  timeouts: z
    .strictObject({
      connect_ms: milliseconds().describe('10000 when absent.').optional(),
      idle_ms: milliseconds()
        .describe('Silence of the provider, before and in an answer; 120000 when absent.')
        .optional(),
    })
    .optional(),
  retries: z
    .strictObject({
      attempts: z.int().min(0).max(10).describe('How often a request is repeated; 2 when absent.').optional(),
      max_delay_ms: milliseconds().describe('The longest wait before one; 10000 when absent.').optional(),
    })
    .describe('Only before anything of the answer was read.')
    .optional(),
  allow_private: z.boolean().describe('true: the host may have a private or local address.').optional(),
  allow_hosts: z.array(z.string().min(1).max(300)).describe('Host names that may have one.').optional(),
  ca_file: z.string().min(1).describe('More certificate authorities, as PEM; relative to the config.').optional(),
});

const count = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);

function buildClientOptions(): z.ZodType<ModelClientOptions> {
  return z.strictObject({
    ...modelClientFields(),
    limits: z
      .strictObject({
        max_calls: count().describe('Tool calls in one turn; 128 when absent.').optional(),
        max_argument_chars: count().describe('Arguments of one call; 262144 when absent.').optional(),
        max_answer_chars: count().describe('The whole answer with all arguments; 4194304 when absent.').optional(),
        max_event_chars: count().describe('One piece as the provider sends it; 4194304 when absent.').optional(),
        max_response_bytes: count().describe('The answer as it is sent; 67108864 when absent.').optional(),
      })
      .optional(),
  });
}

function buildChatOptions() {
  return z.strictObject({
    ...modelClientFields(),
    model: z.string().min(1).max(300).describe('The name of the model at the provider.'),
    system: z.string().min(1).describe('What the model is told before the messages.').optional(),
    max_tokens: z.int().min(1).max(10_000_000).describe('Most model tokens of the answer.').optional(),
    temperature: z.number().min(0).max(2).optional(),
    reasoning: z.boolean().describe('true: what the model reasons is shown, in a channel of its own.').optional(),
  });
}

let clientOptions: ReturnType<typeof buildClientOptions> | undefined;
let chatOptions: ReturnType<typeof buildChatOptions> | undefined;

/** The schema of what a client of a model is made with. Made when it is first asked for. */
export function modelClientOptions(): ReturnType<typeof buildClientOptions> {
  clientOptions ??= buildClientOptions();
  return clientOptions;
}

/** The schema of the options of `chat`. */
export function modelChatOptions(): ReturnType<typeof buildChatOptions> {
  chatOptions ??= buildChatOptions();
  return chatOptions;
}

export type ModelChatOptions = z.output<ReturnType<typeof buildChatOptions>>;

export const MODEL_OPERATIONS: DriverOperations = {
  chat: {
    get options() {
      return modelChatOptions();
    },
  },
};
